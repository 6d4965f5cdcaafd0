package import ClientModel
package import ClientYAML

extension RemoteRule {
  /// Reads `x-weir-job` of a catalog, and `job` of a saved request.
  ///
  ///     accepted: [202]
  ///     id: /jobID
  ///     status: [Operation-Location, Location, {template: "/jobs/{id}", id: /jobID}]
  ///     word: /status
  ///     words: {queued: queued, in progress: running, finished: finished, failed: failed}
  ///     failure: /error                       # if present in a finished job, the job failed
  ///     errors: /error
  ///     result: {at: [/links/result]}         # or {in-poll: /result}
  ///     cancel: {method: DELETE}
  ///     poll: {first: 2 s, queued: 2, running: 10, longest: 30, deadline: 2 h}
  ///     query: {key: env:KEY}                 # of each poll
  ///     form: [apikey]                        # form fields that each poll repeats, by POST
  ///
  /// An address is a header name, a JSON Pointer, which begins with a slash, or a template.
  ///
  /// - Throws: A problem with the first unknown key or invalid value, with its position.
  package static func read(_ node: YAMLNode) throws(YAMLProblem) -> RemoteRule {
    let file = try node.fields(known: [
      "accepted", "status", "id", "word", "words", "failure", "errors", "result", "cancel", "poll",
      "query", "form",
    ])
    var rule = RemoteRule(
      status: try addresses(file.required("status")),
      id: try file["id"].map(OutcomeFile.pointer) ?? "",
      word: try OutcomeFile.pointers(file["word"]),
      failure: try OutcomeFile.pointers(file["failure"]),
      errors: try OutcomeFile.pointers(file["errors"]))
    if let accepted = file["accepted"] { rule.accepted = try OutcomeFile.statuses(accepted) }
    for entry in try file["words"]?.entries() ?? [] {
      let meanings = Meaning.allCases.map { ($0.rawValue, $0) }
      rule.words[entry.key] = try entry.value.choice(
        Dictionary(meanings, uniquingKeysWith: { first, _ in first }))
    }
    if let node = file["result"] { rule.result = try result(node) }
    if let node = file["cancel"] { rule.cancel = try cancel(node) }
    if let node = file["poll"] { rule.poll = try PollPolicy.read(node) }
    for entry in try file["query"]?.entries() ?? [] {
      let value = try entry.value.text()
      rule.query.append(
        DraftField(entry.key, value, mark: SecretReference(value) == nil ? .plain : .secret))
    }
    for name in try file["form"]?.list() ?? [] { rule.form.append(try name.text()) }
    return rule
  }

  private static func addresses(_ node: YAMLNode) throws(YAMLProblem) -> [Address] {
    guard case .list(let items) = node.kind else { return [try address(node)] }
    guard !items.isEmpty else {
      throw YAMLProblem(
        node.place, why: "The list of addresses is empty.",
        whatToDo: "Write a header name, a JSON Pointer, or a template.")
    }
    var all: [Address] = []
    for item in items { all.append(try address(item)) }
    return all
  }

  private static func address(_ node: YAMLNode) throws(YAMLProblem) -> Address {
    switch node.kind {
    case .plain(let text), .text(let text):
      return text.begins(with: "/") ? .pointer(try OutcomeFile.pointer(node)) : try header(node)
    case .null, .list, .mapping: break
    }
    let fields = try node.fields(known: ["header", "pointer", "template", "id"])
    if let node = fields["header"] { return try header(node) }
    if let node = fields["pointer"] { return .pointer(try OutcomeFile.pointer(node)) }
    let template = try fields.required("template")
    let text = try template.text()
    guard text.contains(bytes: "{id}") else {
      throw YAMLProblem(
        template.place, why: "The address has no `{id}`.",
        whatToDo: "Add {id} to the address at the position of the job's id.")
    }
    return .template(text, id: try OutcomeFile.pointer(fields.required("id")))
  }

  private static func header(_ node: YAMLNode) throws(YAMLProblem) -> Address {
    let name = try node.text()
    if HTTPToken.isToken(name) { return .header(name) }
    throw YAMLProblem(
      node.place, why: "`\(name.prefix(40))` is neither a header name nor a JSON Pointer.",
      whatToDo: "Write Location, /links/status, or {template: \"/jobs/{id}\", id: /id}.")
  }

  /// Reads `{in-poll: POINTER}` or `{at: ADDRESS}`.
  private static func result(_ node: YAMLNode) throws(YAMLProblem) -> Result {
    let fields = try node.fields(known: ["in-poll", "at"])
    if let at = fields["at"] { return .at(try addresses(at)) }
    guard let pointer = fields["in-poll"] else { return .inPoll(pointer: "") }
    if case .text("") = pointer.kind { return .inPoll(pointer: "") }
    return .inPoll(pointer: try OutcomeFile.pointer(pointer))
  }

  private static func cancel(_ node: YAMLNode) throws(YAMLProblem) -> Cancel {
    let fields = try node.fields(known: ["method", "at"])
    let word = try fields["method"]?.text() ?? "DELETE"
    guard let method = HTTPMethod(word) else {
      throw YAMLProblem(
        node.place, why: "`\(word.prefix(40))` is not a method.", whatToDo: "Write DELETE or POST.")
    }
    guard let at = fields["at"] else { return Cancel(method: method) }
    return Cancel(method: method, address: try addresses(at))
  }
}

extension PollPolicy {
  /// Reads times in seconds or with a unit, such as `500 ms`, `2 s`, `5 min`, `2 h` or `14 d`.
  package static func read(_ node: YAMLNode) throws(YAMLProblem) -> PollPolicy {
    let fields = try node.fields(known: [
      "first", "queued", "running", "factor", "longest", "jitter", "deadline", "errors-in-row",
    ])
    var policy = PollPolicy()
    if let node = fields["first"] { policy.first = try node.spanWithUnit() }
    if let node = fields["queued"] { policy.queued = try node.spanWithUnit() }
    if let node = fields["running"] { policy.running = try node.spanWithUnit() }
    if let node = fields["longest"] { policy.longest = try node.spanWithUnit() }
    if let node = fields["deadline"] { policy.deadline = try node.spanWithUnit() }
    if let node = fields["factor"] {
      policy.factor = try node.number(in: 1...100, "a factor from 1 to 100")
    }
    if let node = fields["jitter"] {
      policy.jitter = try node.number(in: 0...1, "a fraction of the wait from 0 to 1")
    }
    if let node = fields["errors-in-row"] {
      policy.errorsInRow = Int(try node.number(in: 1...1_000_000, "a count of 1 or more"))
    }
    return policy
  }
}

extension YAMLNode {
  /// Reads a non-negative time in seconds or with a unit.
  package func spanWithUnit() throws(YAMLProblem) -> Duration {
    let text = try text()
    let units: [(String, Double)] = [
      ("ms", 0.001), ("min", 60), ("s", 1), ("h", 3600), ("d", 86400), ("", 1),
    ]
    for (unit, factor) in units where text.ends(with: unit) {
      var digits = text.droppingLast(bytes: unit.utf8.count)
      while digits.ends(with: " ") { digits = digits.droppingLast(bytes: 1) }
      guard let number = Double(digits), number >= 0, number * factor <= 1_000_000_000 else {
        break
      }
      return .milliseconds(Int64((number * factor * 1000).rounded()))
    }
    throw YAMLProblem(
      place, why: "`\(text.prefix(40))` is not a time.",
      whatToDo: "Write seconds, such as 2 or 0.5, or a time with a unit: 500 ms, 5 min, 2 h, 14 d.")
  }

  fileprivate func number(
    in range: ClosedRange<Double>, _ wanted: String
  ) throws(YAMLProblem) -> Double {
    let number = try number()
    if range.contains(number) { return number }
    throw YAMLProblem(place, why: "\(number) is not \(wanted).", whatToDo: "Write \(wanted).")
  }
}
