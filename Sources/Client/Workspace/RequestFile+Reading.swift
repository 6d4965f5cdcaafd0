import ClientCatalogs
import ClientModel
import ClientYAML

extension RequestFile {
  /// Returns the draft in a file.
  ///
  /// - Parameter folder: The file's workspace, or nil if the draft is stored elsewhere.
  static func draft(
    _ root: YAMLNode, in folder: WorkspaceFolder? = nil
  ) throws(YAMLProblem) -> Draft {
    let file = try root.fields(known: keys)
    var draft = Draft()
    draft.name = try file["name"]?.text()
    draft.method = try file["method"]?.text() ?? "GET"
    draft.gateway = try file["gateway"]?.text()
    draft.url = try file.required("url").text()
    draft.pathVariables = try fields(file["path"])
    draft.query = try fields(file["query"])
    draft.headers = try fields(file["headers"])
    for name in try file["without-headers"]?.list() ?? [] {
      draft.removedHeaders.append(try name.text())
    }
    if let body = file["body"] { draft.body = try self.body(body) }
    if let auth = file["auth"] { draft.authorization = try authorization(auth) }
    if let options = file["options"] {
      draft.options = try RequestOptionsFile.options(options, in: folder)
    }
    if let key = try file["idempotency-key"]?.text() {
      draft.idempotencyKey = key == "auto" ? "" : key
    }
    if let endpoint = file["endpoint"] {
      guard let name = EndpointName(try endpoint.text()) else {
        throw YAMLProblem(
          endpoint.place, why: "The value of `endpoint` does not name an endpoint of a catalog.",
          whatToDo: "Write it as `catalog#endpoint`, such as `shop#listBooks`.")
      }
      draft.endpoint = name
    }
    draft.endpointChoice = try choice(file)
    draft.filter = try file["filter"]?.text()
    draft.assertions = try assertions(file["assert"])
    if let job = file["job"] {
      draft.remote = job.kind == .plain("auto") ? .standard : try RemoteRule.read(job)
    }
    if let queue = file["queue"] { draft.job = try JobOptionsFile.options(queue) }
    return draft
  }

  private static func choice(_ file: YAMLFields) throws(YAMLProblem) -> EndpointChoice {
    if file["endpoint"] == nil, let stray = file["media-type"] ?? file["security"] {
      throw YAMLProblem(
        stray.place, why: "This key is valid only with an `endpoint`, and the file has none.",
        whatToDo: "Name the endpoint, or remove this line.")
    }
    return EndpointChoice(
      mediaType: try file["media-type"]?.text(), security: try file["security"]?.text())
  }

  private static func assertions(_ node: YAMLNode?) throws(YAMLProblem) -> [String] {
    var found: [String] = []
    for (line, place) in try assertionLines(node) {
      found.append(line)
      _ = try assertion(line, place)
    }
    return found
  }

  /// Returns the assertions of a request. Lines with templates are omitted.
  static func literalAssertions(
    _ root: YAMLNode
  ) throws(YAMLProblem) -> [(assertion: Assertion, place: YAMLPosition)] {
    var found: [(assertion: Assertion, place: YAMLPosition)] = []
    for (line, place) in try assertionLines(try root.fields(known: keys)["assert"]) {
      if let assertion = try assertion(line, place) { found.append((assertion, place)) }
    }
    return found
  }

  /// Parses an assertion. Returns nil for a line with a template. Such a line can be parsed only
  /// after the template is filled.
  private static func assertion(
    _ line: String, _ place: YAMLPosition
  ) throws(YAMLProblem) -> Assertion? {
    if line.contains(bytes: "{{") { return nil }
    do throws(Assertion.Problem) {
      return try Assertion(line)
    } catch {
      throw YAMLProblem(
        place, why: "This is not an assertion. \(error.why)", whatToDo: error.whatToDo)
    }
  }

  /// Returns the items of a list, or the one item of a single text.
  private static func assertionLines(
    _ node: YAMLNode?
  ) throws(YAMLProblem) -> [(line: String, place: YAMLPosition)] {
    guard let node else { return [] }
    let items: [YAMLNode]
    switch node.kind {
    case .plain, .text: items = [node]
    case .null, .list, .mapping: items = try node.list()
    }
    var found: [(line: String, place: YAMLPosition)] = []
    for item in items {
      if case .mapping = item.kind {
        throw YAMLProblem(
          item.place, why: "An assertion is one line of text, but this is a mapping.",
          whatToDo: "Write it in quotes.")
      }
      found.append((try item.text(), item.place))
    }
    return found
  }

  /// Reads a mapping of names to values, or a list of fields. A field has `name`, `value`, `off`,
  /// `secret`, `literal` and `encoded`.
  static func fields(_ node: YAMLNode?) throws(YAMLProblem) -> [DraftField] {
    guard let node else { return [] }
    var found: [DraftField] = []
    if case .mapping = node.kind {
      for entry in try node.entries() {
        found.append(DraftField(entry.key, try entry.value.text()))
      }
      return found
    }
    for item in try node.list() {
      let field = try item.fields(known: ["name", "value"] + marks.map(\.key))
      found.append(
        DraftField(
          try field.required("name").text(), try field["value"]?.text() ?? "",
          mark: try mark(field)))
    }
    return found
  }

  /// The keys for marks. If several keys are true, the first one in this list applies.
  static let marks: [(key: String, mark: DraftField.Mark)] = [
    ("off", .off), ("secret", .secret), ("literal", .literal), ("encoded", .encoded),
  ]

  private static func mark(_ fields: YAMLFields) throws(YAMLProblem) -> DraftField.Mark {
    // All keys are read, so that an invalid value is reported for each of them.
    var found: [DraftField.Mark] = []
    for (key, mark) in marks where try fields[key]?.boolean() ?? false { found.append(mark) }
    return found.first ?? .plain
  }

  private static func body(_ node: YAMLNode) throws(YAMLProblem) -> DraftBody {
    let words = ["json", "text", "form", "multipart", "file", "graphql"]
    let body = try node.fields(known: words + ["type"])
    let type = try body["type"]?.text()
    let kinds = words.filter { body[$0] != nil }
    guard kinds.count == 1, let kind = kinds.first, let value = body[kind] else {
      throw YAMLProblem(
        node.place, why: "The body has \(kinds.count) kinds; it needs exactly one.",
        whatToDo: "Write one of json, text, form, multipart, file and graphql.")
    }
    if type != nil, kind != "text", kind != "file" {
      throw YAMLProblem(
        node.place, why: "A \(kind) body has its own media type.",
        whatToDo: "Remove `type`, or set a Content-Type header.")
    }
    switch kind {
    case "json": return .json(try value.text())
    case "text": return .text(try value.text(), mediaType: type ?? "text/plain")
    case "form": return .form(try fields(value))
    case "file": return .file(path: try value.text(), mediaType: type)
    case "graphql": return .graphQL(try graphQL(value))
    default: return .multipart(try parts(value))
    }
  }

  private static func graphQL(_ node: YAMLNode) throws(YAMLProblem) -> GraphQLRequest {
    let fields = try node.fields(known: ["query", "variables", "operation"])
    return GraphQLRequest(
      query: try fields.required("query").text(), variables: try fields["variables"]?.text() ?? "",
      operation: try fields["operation"]?.text() ?? "")
  }

  private static func parts(_ node: YAMLNode) throws(YAMLProblem) -> [DraftPart] {
    var parts: [DraftPart] = []
    for item in try node.list() {
      let part = try item.fields(
        known: ["name", "value", "file", "file-name", "type"] + Self.marks.map(\.key))
      parts.append(
        DraftPart(
          name: try part.required("name").text(), value: try part["value"]?.text() ?? "",
          path: try part["file"]?.text(), fileName: try part["file-name"]?.text(),
          mediaType: try part["type"]?.text(), mark: try mark(part)))
    }
    return parts
  }

  static func authorization(_ node: YAMLNode) throws(YAMLProblem) -> DraftAuthorization? {
    let auth = try node.fields(known: AuthScheme.all.map(\.name))
    for scheme in AuthScheme.all {
      guard let node = auth[scheme.name] else { continue }
      if scheme.fields.count == 1 {
        return try DraftAuthorization(scheme) { (_) throws(YAMLProblem) in try node.text() }
      }
      let values = try node.fields(known: scheme.fields.map(\.name))
      return try DraftAuthorization(scheme) { field throws(YAMLProblem) in
        field.presence == .optional
          ? try values[field.name]?.text() ?? "" : try values.required(field.name).text()
      }
    }
    return nil
  }
}
