import ClientCatalogs
import ClientModel
import ClientPipeline
import ClientYAML

/// A gateway's `middleware`, `parsers` and `transform` in `weir.yaml`.
struct MiddlewareFile {
  /// The folder to which program paths are relative.
  let root: String

  func rule(
    _ node: YAMLNode?, parsers: YAMLNode?, transform: YAMLNode? = nil
  ) throws(YAMLProblem) -> MiddlewareRule {
    var rule = MiddlewareRule()
    for entry in try parsers?.entries() ?? [] {
      guard let type = MediaType(entry.key), type.parameters.isEmpty else {
        throw YAMLProblem(
          entry.place, why: "`\(entry.key.prefix(60))` is not a media type.",
          whatToDo: "Write type/subtype alone, such as application/json.")
      }
      rule.parsers.append(
        ParserRule(mediaType: type.essence, parser: try parser(entry.value)))
    }
    if let transform {
      let file = try transform.fields(known: ["request", "response"])
      if let node = file["request"] { rule.requestTransform = try program(node) }
      if let node = file["response"] { rule.responseTransform = try program(node) }
    }
    guard let node else { return rule }
    let file = try node.fields(known: ["submit", "dispatch", "response"])
    for stage in try file["submit"]?.list() ?? [] { rule.onSubmit.append(try preparer(stage)) }
    for stage in try file["dispatch"]?.list() ?? [] { rule.onDispatch.append(try preparer(stage)) }
    for stage in try file["response"]?.list() ?? [] { rule.onResponse.append(try processor(stage)) }
    return rule
  }

  private func parser(_ node: YAMLNode) throws(YAMLProblem) -> ParserRule.Parser {
    switch node.kind {
    case .plain, .text: return try node.choice(["json": .json, "xml": .xml, "text": .text])
    case .null, .list, .mapping:
      return .command(try program(node))
    }
  }

  private func preparer(_ node: YAMLNode) throws(YAMLProblem) -> PreparerRule {
    .command(try program(node))
  }

  private func program(_ node: YAMLNode) throws(YAMLProblem) -> CommandRule {
    try command(try node.fields(known: ["command", "deadline"]))
  }

  private func processor(_ node: YAMLNode) throws(YAMLProblem) -> ProcessorRule {
    let fields = try node.fields(known: ["root", "capture", "command", "deadline"])
    let kinds = ["root", "capture", "command"].compactMap { fields[$0] }
    guard kinds.count == 1, let kind = kinds.first else {
      throw YAMLProblem(
        kinds.last?.place ?? fields.place,
        why: kinds.isEmpty ? "The stage does nothing." : "The stage does two things.",
        whatToDo:
          "Write exactly one of root, capture and command. Each stage needs its own entry.")
    }
    if let deadline = fields["deadline"], fields["command"] == nil {
      throw YAMLProblem(
        deadline.place, why: "A deadline applies only to a command.", whatToDo: "Remove the line.")
    }
    if fields["root"] != nil { return .root(try OutcomeFile.pointer(kind)) }
    if fields["capture"] != nil { return try capture(kind) }
    return .command(try command(fields))
  }

  private func capture(_ node: YAMLNode) throws(YAMLProblem) -> ProcessorRule {
    let fields = try node.fields(known: ["header", "as"])
    let header = try fields.required("header")
    let name = try fields.required("as")
    guard HTTPToken.isToken(try header.text()) else {
      throw YAMLProblem(
        header.place, why: "`\(try header.text().prefix(40))` is not a header name.",
        whatToDo: "Use letters, digits and dashes.")
    }
    guard try !name.text().isEmpty, try name.text().utf8.allSatisfy(Template.isNameByte)
    else {
      throw YAMLProblem(
        name.place, why: "`\(try name.text().prefix(40))` cannot be the name of a value.",
        whatToDo: "Use letters, digits, dots, dashes and underscores.")
    }
    return .capture(header: try header.text(), name: try name.text())
  }

  /// Reads the command of a stage or stub.
  func command(_ fields: YAMLFields) throws(YAMLProblem) -> CommandRule {
    let node = try fields.required("command")
    var words: [String] = []
    for word in try node.list() { words.append(try word.text()) }
    guard let program = words.first, !program.isEmpty else {
      throw YAMLProblem(
        node.place, why: "There is no program to run.",
        whatToDo: "Write its name and arguments as a list: [./sign, --date].")
    }
    guard !words.contains(where: { $0.utf8.contains(0) }) else {
      throw YAMLProblem(
        node.place, why: "An argument contains a zero byte.", whatToDo: "Remove it.")
    }
    // A name without a slash is looked up in PATH. A path that begins with ./ is relative to the
    // workspace. Neither depends on the working directory.
    guard program.begins(with: "./") || program.begins(with: "/") || !program.contains(byte: "/")
    else {
      throw YAMLProblem(
        node.place,
        why: "`\(program.prefix(60))` would depend on the folder in which Weir is started.",
        whatToDo: "Write ./\(program.prefix(60)) for a program of the workspace.")
    }
    for (index, word) in words.enumerated() where word.begins(with: "./") {
      words[index] = "\(root)/\(word.dropping(bytes: 2))"
    }
    var command = CommandRule(words)
    if let deadline = fields["deadline"] {
      command.deadline = try deadline.span()
      guard command.deadline > .zero, command.deadline <= .seconds(3600) else {
        throw YAMLProblem(
          deadline.place, why: "A deadline of \(command.deadline) is out of range.",
          whatToDo: "Write seconds, more than 0 and at most 3600.")
      }
    }
    return command
  }
}
