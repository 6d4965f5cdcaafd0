import ClientDocuments
package import ClientModel
package import ClientYAML

/// A parser of a gateway's `outcome` in `weir.yaml` and a catalog's `x-weir-outcome`.
package enum OutcomeFile {
  package static func rule(_ node: YAMLNode) throws(YAMLProblem) -> OutcomeRule {
    let file = try node.fields(known: [
      "success", "failure", "authentication", "upgrade", "code", "reason", "detail", "refresh",
      "body",
    ])
    var rule = OutcomeRule(
      failure: try clauses(file["failure"]), success: try clauses(file["success"]),
      code: try pointers(file["code"]), reason: try pointers(file["reason"]),
      detail: try pointers(file["detail"]))
    if let node = file["authentication"] { rule.authentication = try clauses(node) }
    if let node = file["upgrade"] { rule.upgrade = try clauses(node) }
    if let node = file["refresh"] { rule.refresh = try refresh(node) }
    if let node = file["body"] {
      rule.body = try node.choice(
        Dictionary(uniqueKeysWithValues: OutcomeRule.Body.allCases.map { ($0.rawValue, $0) }))
    }
    return rule
  }

  private static func refresh(_ node: YAMLNode) throws(YAMLProblem) -> RefreshRule {
    switch node.kind {
    case .plain(let name), .text(let name): return RefreshRule(request: name)
    case .null, .list, .mapping:
      let fields = try node.fields(known: ["request", "token"])
      let name = try fields.required("request").text()
      return RefreshRule(request: name, token: try fields["token"].map(pointer))
    }
  }

  /// Reads one clause or a list of alternatives.
  private static func clauses(_ node: YAMLNode?) throws(YAMLProblem) -> [OutcomeClause] {
    guard let node else { return [] }
    guard case .list(let items) = node.kind else { return [try clause(node)] }
    var clauses: [OutcomeClause] = []
    for item in items { clauses.append(try clause(item)) }
    return clauses
  }

  /// Reads `status: 200-299`, or a mapping with `status`, `at`, `missing` and `header`.
  private static func clause(_ node: YAMLNode) throws(YAMLProblem) -> OutcomeClause {
    if case .plain = node.kind { return OutcomeClause(statuses: try statuses(node)) }
    let fields = try node.fields(known: ["status", "at", "missing", "header"])
    var clause = OutcomeClause()
    if let status = fields["status"] { clause.statuses = try statuses(status) }
    for entry in try fields["at"]?.entries() ?? [] {
      clause.values.append(
        ValueTest(try checked(entry.key, entry.place), try wanted(entry.value)))
    }
    for item in try fields["missing"].map(pointers) ?? [] {
      clause.values.append(ValueTest(item, .absent))
    }
    clause.headers = try headerTests(fields["header"])
    guard !clause.isEmpty else {
      throw YAMLProblem(
        node.place, why: "This clause has no conditions.",
        whatToDo: "Add at least one of `status`, `at`, `missing` and `header`.")
    }
    return clause
  }

  /// Reads `200`, `200-299` or `2xx`, or a list of these.
  static func statuses(_ node: YAMLNode) throws(YAMLProblem) -> [ClosedRange<Int>] {
    if case .list(let items) = node.kind {
      var all: [ClosedRange<Int>] = []
      for item in items { all += try statuses(item) }
      return all
    }
    let text = try node.text()
    let ends = text.pieces(at: "-").map { Int($0) }
    if text.utf8.count == 3, text.ends(with: "xx"), let hundred = Int(text.prefix(1)), hundred >= 1
    {
      return [hundred * 100...hundred * 100 + 99]
    }
    if ends.count <= 2, let low = ends.first ?? nil, let high = ends.last ?? nil,
      (100...999).contains(low), (low...999).contains(high)
    {
      return [low...high]
    }
    throw YAMLProblem(
      node.place, why: "`\(text.prefix(40))` is not a status.",
      whatToDo: "Write 404, 200-299, 2xx, or a list of these.")
  }

  /// Reads a JSON Pointer or a list of them. Returns an empty array for nil.
  static func pointers(_ node: YAMLNode?) throws(YAMLProblem) -> [String] {
    guard let node else { return [] }
    guard case .list(let items) = node.kind else { return [try pointer(node)] }
    var all: [String] = []
    for item in items { all.append(try pointer(item)) }
    return all
  }

  package static func pointer(_ node: YAMLNode) throws(YAMLProblem) -> String {
    try checked(try node.text(), node.place)
  }

  /// Returns the text, or throws if it is not a JSON Pointer.
  package static func checked(_ text: String, _ place: YAMLPosition) throws(YAMLProblem) -> String {
    do throws(DocumentError) {
      _ = try JSONPointer(text)
      return text
    } catch {
      throw YAMLProblem(
        place, why: "`\(text.prefix(40))` is not a JSON Pointer.",
        whatToDo: "Write each key of the path after a slash: /error/code.")
    }
  }

  /// Reads a mapping of header names to expected values.
  package static func headerTests(_ node: YAMLNode?) throws(YAMLProblem) -> [ValueTest] {
    var tests: [ValueTest] = []
    for entry in try node?.entries() ?? [] {
      guard HTTPToken.isToken(entry.key) else {
        throw YAMLProblem(
          entry.place, why: "`\(entry.key.prefix(40))` is not a header name.",
          whatToDo: "Use letters, digits and dashes.")
      }
      tests.append(ValueTest(entry.key, try wanted(entry.value)))
    }
    return tests
  }

  /// Reads an expected value or a list of alternatives. Null matches any value.
  package static func wanted(_ node: YAMLNode) throws(YAMLProblem) -> ValueTest.Wanted {
    switch node.kind {
    case .null: return .present
    case .list(let items):
      var texts: [String] = []
      for item in items { texts.append(try item.text()) }
      return .oneOf(texts)
    case .plain, .text, .mapping: return .oneOf([try node.text()])
    }
  }
}
