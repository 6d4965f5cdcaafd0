import LoopbackHTTP

/// The inputs of one call, checked against the parameters of the app.
struct HavenInput: Hashable, Sendable {
  private let values: [FormEntry]

  /// Checks the inputs of a call.
  ///
  /// - Throws: The first error that a strict service would report.
  init(_ values: [FormEntry], for app: HavenApp) throws(HavenTrouble) {
    self.values = values
    for value in values {
      guard let input = app.input(value.name) else {
        throw HavenTrouble(4007, "Invalid action parameter name", detail: .text(value.name))
      }
      try Self.check(value, input)
    }
    for input in app.inputs where input.count == .one {
      if values.count(where: { $0.name == input.name }) > 1 {
        throw HavenTrouble(4000, "Duplicate parameters", detail: .text(input.name))
      }
    }
    let given = Set(values.map(\.name))
    let needed = app.inputs.filter { $0.need == .needed && !given.contains($0.name) }.map(\.name)
    if !needed.isEmpty { throw .missing(needed) }
    for names in app.exactlyOne where names.count(where: given.contains) != 1 {
      throw .missing(oneOf: names)
    }
  }

  /// Reads the inputs of one action of a batch from the members of a JSON object.
  init(_ params: MockJSON, for app: HavenApp) throws(HavenTrouble) {
    guard let members = params.members else {
      throw HavenTrouble(4005, "Invalid action parameters")
    }
    var values: [FormEntry] = []
    for member in members {
      for item in member.value.items ?? [member.value] {
        values.append(FormEntry(member.name, item.string ?? item.text))
      }
    }
    try self.init(values, for: app)
  }

  func text(_ name: String) -> String? { values.first { $0.name == name }?.text }
  func texts(_ name: String) -> [String] { values.filter { $0.name == name }.compactMap(\.text) }
  func number(_ name: String) -> Int? { text(name).flatMap { Int($0) } }
  func isTrue(_ name: String) -> Bool { text(name) == "true" }
  func json(_ name: String) -> MockJSON? {
    values.first { $0.name == name }.flatMap { MockJSON($0.bytes) }
  }
  var files: [FormEntry] { values.filter { $0.name == "file" } }

  private static func check(_ value: FormEntry, _ input: HavenApp.Input) throws(HavenTrouble) {
    if input.kind == .file {
      guard value.fileName?.isEmpty == false else {
        throw HavenTrouble(4001, "No file submitted", detail: "The part `file` names no file")
      }
      return
    }
    guard value.fileName == nil else {
      throw HavenTrouble(4008, "Invalid action parameter value", detail: .text(value.name))
    }
    guard let text = value.text else {
      throw HavenTrouble(4008, "Invalid action parameter value", detail: "It is not UTF-8")
    }
    switch input.kind {
    case .text, .file: break
    case .integer:
      if Int(text) == nil { throw .value(value.name, text, "a whole number") }
    case .number:
      if Double(text) == nil { throw .value(value.name, text, "a number") }
    case .boolean:
      if text != "true" && text != "false" { throw .value(value.name, text, "true or false") }
    case .json:
      if MockJSON(value.bytes) == nil { throw HavenTrouble(4010, "Invalid JSON submitted") }
    case .choice(let choices):
      if !choices.contains(text) {
        throw .value(value.name, text, "one of \(choices.joined(separator: ", "))")
      }
    // An entity type is checked when the work is done, not when the work is accepted.
    case .entityType: break
    }
    if value.name == "url", !text.hasPrefix("http://"), !text.hasPrefix("https://") {
      throw HavenTrouble(4014, "Invalid URL", detail: .text(text))
    }
  }
}
