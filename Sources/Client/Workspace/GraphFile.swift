import ClientModel
import ClientYAML

/// The YAML form of a graph: `graphs/<name>.yaml`.
///
///     on-failure: stop
///     cache: {read: fresh, max-age: 60}
///     steps:
///       login: { request: auth/login }
///       profile:
///         request: users/get
///         inputs:
///           token: { from: login, pointer: /token }
///
/// There are two short forms for lists of saved requests: `serial: [a, b]` and `concurrent: [a,
/// b]`.
enum GraphFile {
  static let keys = ["on-failure", "cache", "steps", "serial", "concurrent"]

  static func plan(_ root: YAMLNode, name: String) throws(YAMLProblem) -> GraphPlan {
    let file = try root.fields(known: keys)
    var plan = try shape(root, file, name)
    if let cache = file["cache"] { plan.cache = try GatewaysFile.cache(cache) }
    return plan
  }

  /// Returns the key of the steps in a file.
  static func form(of root: YAMLNode) throws(YAMLProblem) -> Form {
    let file = try root.fields(known: keys)
    return file["serial"] != nil ? .serial : file["concurrent"] != nil ? .concurrent : .steps
  }

  private static func shape(
    _ root: YAMLNode, _ file: YAMLFields, _ name: String
  ) throws(YAMLProblem) -> GraphPlan {
    let onFailure: GraphPlan.FailurePolicy =
      try file["on-failure"]?.choice(["stop": .stop, "continue": .continue]) ?? .stop
    let shapes = ["steps", "serial", "concurrent"].filter { file[$0] != nil }
    guard shapes.count <= 1 else {
      throw YAMLProblem(
        root.place, why: "The graph has \(shapes.count) of the keys steps, serial and concurrent.",
        whatToDo: "Keep one of them.")
    }
    if let list = file["serial"] {
      return .serial(try requests(list), name: name, onFailure: onFailure)
    }
    if let list = file["concurrent"] {
      return .concurrent(try requests(list), name: name, onFailure: onFailure)
    }
    var steps: [GraphStep] = []
    let entries = try file["steps"]?.entries() ?? []
    let names = entries.map(\.key)
    for entry in entries { steps.append(try step(entry, among: names)) }
    let numbers = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    do throws(WaitOrder.Cycle) {
      _ = try WaitOrder.find(
        steps.map {
          ($0.inputs.compactMap(\.step) + $0.needs + $0.after).compactMap { numbers[$0] }
        })
    } catch {
      let place = entries[error.steps[0]].place
      let round = (error.steps + error.steps.prefix(1)).map { names[$0] }
      throw YAMLProblem(
        place, what: "\(place): the steps wait for each other.",
        why: "\(round.joined(separator: " waits for ")).",
        whatToDo: "Remove one of these from inputs, needs or after.")
    }
    return GraphPlan(name: name, onFailure: onFailure, steps: steps)
  }

  /// Returns the names of saved requests in the file, with their positions.
  static func requestPlaces(_ root: YAMLNode) throws(YAMLProblem) -> [(String, YAMLPosition)] {
    let file = try root.fields(known: keys)
    var nodes: [YAMLNode] = []
    for key in ["serial", "concurrent"] { nodes += try list(file[key]) }
    for entry in try file["steps"]?.entries() ?? [] {
      guard case .mapping(let fields) = entry.value.kind else { continue }
      nodes += fields.filter { $0.key == "request" }.map(\.value)
    }
    var places: [(String, YAMLPosition)] = []
    for node in nodes { places.append((try node.text(), node.place)) }
    return places
  }

  /// A jq program in a graph's file.
  struct JQProgram { let text: String, owner: String, place: YAMLPosition }

  /// Returns the jq programs of steps and inputs, in the file's order.
  static func jqPrograms(_ root: YAMLNode) throws(YAMLProblem) -> [JQProgram] {
    var found: [JQProgram] = []
    for step in try root.fields(known: keys)["steps"]?.entries() ?? [] {
      for field in try step.value.entries() {
        if field.key == "jq" {
          found.append(
            JQProgram(
              text: try field.value.text(), owner: "step `\(step.key)`", place: field.value.place))
        }
        guard field.key == "inputs" else { continue }
        for input in try field.value.entries() {
          guard case .mapping(let fields) = input.value.kind else { continue }
          for pick in fields where pick.key == "jq" {
            found.append(
              JQProgram(
                text: try pick.value.text(),
                owner: "the input `\(input.key)` of step `\(step.key)`", place: pick.value.place))
          }
        }
      }
    }
    return found
  }

  private static func requests(_ node: YAMLNode) throws(YAMLProblem) -> [String] {
    var names: [String] = []
    for item in try node.list() { names.append(try request(item)) }
    return names
  }

  private static func step(
    _ entry: YAMLNode.Field, among names: [String]
  ) throws(YAMLProblem) -> GraphStep {
    let known = ["request", "jq", "command", "inputs", "needs", "after", "expect"]
    let fields = try entry.value.fields(known: known)
    var step = GraphStep(name: entry.key, work: try work(entry, fields))
    for input in try fields["inputs"]?.entries() ?? [] {
      step.inputs.append(try self.input(input, among: names))
    }
    for item in try list(fields["needs"]) { step.needs.append(try reference(item, names)) }
    for item in try list(fields["after"]) { step.after.append(try reference(item, names)) }
    if let node = fields["expect"] { step.expect = try expectation(node, of: step) }
    return step
  }

  /// Reads a status such as `404`, or a list such as `[2xx, 404]`.
  private static func expectation(
    _ node: YAMLNode, of step: GraphStep
  ) throws(YAMLProblem) -> Assertion {
    guard case .request = step.work else {
      throw YAMLProblem(
        node.place, why: "The step `\(step.name)` sends no request, so it has no status.",
        whatToDo: "Remove `expect`.")
    }
    var statuses: [String] = []
    if case .list(let items) = node.kind {
      for item in items { statuses.append(try item.text()) }
    } else {
      statuses = [try node.text()]
    }
    do throws(Assertion.Problem) {
      return try Assertion("status \(statuses.joined(separator: ", "))")
    } catch {
      throw YAMLProblem(node.place, why: error.why, whatToDo: error.whatToDo)
    }
  }

  private static func work(
    _ entry: YAMLNode.Field, _ fields: YAMLFields
  ) throws(YAMLProblem) -> GraphStep.Work {
    let kinds = ["request", "jq", "command"].filter { fields[$0] != nil }
    guard kinds.count == 1, let kind = kinds.first, let node = fields[kind] else {
      throw YAMLProblem(
        entry.place,
        why: "The step `\(entry.key)` has \(kinds.count) actions; it needs exactly one.",
        whatToDo: "Write one of request, jq and command.")
    }
    switch kind {
    case "request": return .request(try request(node))
    case "jq": return .jq(try node.text())
    default:
      var words: [String] = []
      for item in try node.list() { words.append(try item.text()) }
      guard words.first?.isEmpty == false else {
        throw YAMLProblem(
          node.place, why: "The command is empty.", whatToDo: "Write [program, argument, ...].")
      }
      return .command(words)
    }
  }

  private static func request(_ node: YAMLNode) throws(YAMLProblem) -> String {
    let name = try node.text()
    guard RequestName(name) != nil else {
      throw YAMLProblem(
        node.place, why: "`\(name)` is not a valid name of a saved request.",
        whatToDo: "Write its path below the folder `requests`, without .yaml.")
    }
    return name
  }

  /// Reads `{ from: step, pointer: /a/0 }`, `{ from: step, jq: .a[0] }`, `{ json: 3 }` or a step's
  /// name.
  private static func input(
    _ entry: YAMLNode.Field, among names: [String]
  ) throws(YAMLProblem) -> GraphStep.Input {
    guard case .mapping = entry.value.kind else {
      return GraphStep.Input(name: entry.key, step: try reference(entry.value, names))
    }
    let fields = try entry.value.fields(known: ["from", "pointer", "jq", "json"])
    if let literal = try fields["json"]?.text() {
      guard fields["from"] == nil, fields["pointer"] == nil, fields["jq"] == nil else {
        throw YAMLProblem(
          entry.place, why: "The input `\(entry.key)` has a literal and a value of a step.",
          whatToDo: "Keep either json or from.")
      }
      return GraphStep.Input(name: entry.key, literal: literal)
    }
    let step = try reference(try fields.required("from"), names)
    if let program = try fields["jq"]?.text() {
      guard fields["pointer"] == nil else {
        throw YAMLProblem(
          entry.place, why: "The input `\(entry.key)` has both pointer and jq.",
          whatToDo: "Keep one of them.")
      }
      return GraphStep.Input(name: entry.key, step: step, pick: .jq(program))
    }
    guard let node = fields["pointer"] else { return GraphStep.Input(name: entry.key, step: step) }
    let pointer = try node.text()
    guard isPointer(pointer) else {
      throw YAMLProblem(
        node.place, why: "`\(pointer)` is not a JSON Pointer.",
        whatToDo: "Write a pointer as /key/0/key. In a key, ~1 is a slash and ~0 is a tilde.")
    }
    return GraphStep.Input(name: entry.key, step: step, pick: .pointer(pointer))
  }

  /// Returns whether the text is a JSON Pointer. Source: RFC 6901, section 3.
  private static func isPointer(_ text: String) -> Bool {
    guard text.isEmpty || text.begins(with: "/") else { return false }
    return text.pieces(at: "~").dropFirst()
      .allSatisfy { $0.begins(with: "0") || $0.begins(with: "1") }
  }

  private static func list(_ node: YAMLNode?) throws(YAMLProblem) -> [YAMLNode] {
    try node?.list() ?? []
  }

  private static func reference(
    _ node: YAMLNode, _ names: [String]
  ) throws(YAMLProblem) -> String {
    let name = try node.text()
    guard names.contains(name) else {
      let nearest =
        NearestWord.nearest(to: name, in: names).map { "Did you mean `\($0)`? " } ?? ""
      throw YAMLProblem(
        node.place, why: "This graph has no step named `\(name)`.",
        whatToDo: nearest + "Steps are: \(names.prefix(20).joined(separator: ", ")).")
    }
    return name
  }
}
