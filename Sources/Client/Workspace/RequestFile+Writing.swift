import ClientCatalogs
import ClientModel
import ClientYAML

extension RequestFile {
  /// Returns the text of a new file for a draft.
  static func text(_ draft: Draft) throws(WorkspaceProblem) -> String {
    try value(draft).document
  }

  /// Replaces the request in a file's text. Comments and unchanged entries stay the same.
  static func text(
    _ draft: Draft, over old: String, _ name: RequestName, in folder: WorkspaceFolder
  ) throws(WorkspaceProblem) -> String {
    var draft = draft
    do {
      let root = try YAMLDocument.parse(old, file: name.file)
      let before = try RequestFile.draft(root, in: folder)
      // A draft without a title does not remove the title in the file.
      if draft.name == nil { draft.name = before.name }
      let new = try value(draft)
      var edit = try YAMLEdit(old, file: name.file)
      try edit.change(from: listed(value(before), as: root), to: listed(new, as: root))
      let after = try YAMLDocument.parse(edit.text, file: name.file)
      if try value(RequestFile.draft(after, in: folder)) == new { return edit.text }
    } catch {
      // The old text is not a valid request.
    }
    return try text(draft)
  }

  /// Converts mappings of fields to lists where the file has lists.
  private static func listed(_ value: YAMLValue, as old: YAMLNode) -> YAMLValue {
    guard case .mapping(let fields) = value else { return value }
    switch old.kind {
    case .list:
      return .list(
        fields.map { .mapping([.init("name", .text($0.key)), .init("value", $0.value)]) })
    case .mapping(let entries):
      return .mapping(
        fields.map { field in
          let entry = entries.first { $0.key.isSame(as: field.key) }
          return .init(field.key, entry.map { listed(field.value, as: $0.value) } ?? field.value)
        })
    case .null, .plain, .text: return value
    }
  }

  /// Converts a draft to a value with a fixed key order.
  private static func value(_ draft: Draft) throws(WorkspaceProblem) -> YAMLValue {
    var file: [YAMLValue.Field] = []
    if let name = draft.name { file.append(.init("name", .text(name))) }
    if let endpoint = draft.endpoint { add(endpoint, draft.endpointChoice, to: &file) }
    if let gateway = draft.gateway { file.append(.init("gateway", .text(gateway))) }
    file.append(.init("method", .text(draft.method)))
    file.append(.init("url", .text(draft.url)))
    add(draft.pathVariables, "path", to: &file)
    add(draft.query, "query", to: &file)
    add(draft.headers, "headers", to: &file)
    if !draft.removedHeaders.isEmpty {
      file.append(.init("without-headers", .list(draft.removedHeaders.map(YAMLValue.text))))
    }
    if let body = try body(draft.body) { file.append(.init("body", .mapping(body))) }
    if let auth = draft.authorization.map(authorization) {
      file.append(.init("auth", .mapping([auth])))
    }
    let options = RequestOptionsFile.fields(draft.options)
    if !options.isEmpty { file.append(.init("options", .mapping(options))) }
    if let key = draft.idempotencyKey {
      file.append(.init("idempotency-key", .text(key.isEmpty ? "auto" : key)))
    }
    // The rule of an endpoint is in the catalog, so it is not written to the file.
    if let job = draft.remote, draft.endpoint == nil {
      file.append(.init("job", job == .standard ? .text("auto") : job.yaml))
    }
    if let filter = draft.filter { file.append(.init("filter", .text(filter))) }
    if !draft.assertions.isEmpty {
      file.append(.init("assert", .list(draft.assertions.map { .text($0) })))
    }
    let job = JobOptionsFile.fields(draft.job)
    if !job.isEmpty { file.append(.init("queue", .mapping(job))) }
    return .mapping(file)
  }

  private static func add(
    _ endpoint: EndpointName, _ choice: EndpointChoice, to file: inout [YAMLValue.Field]
  ) {
    file.append(.init("endpoint", .text(endpoint.text)))
    if let type = choice.mediaType { file.append(.init("media-type", .text(type))) }
    if let schemes = choice.security { file.append(.init("security", .text(schemes))) }
  }

  private static func add(
    _ fields: [DraftField], _ key: String, to file: inout [YAMLValue.Field]
  ) {
    if !fields.isEmpty { file.append(.init(key, value(fields))) }
  }

  /// Returns the fields as a mapping, or as a list if names are repeated or a field has a mark.
  private static func value(_ fields: [DraftField]) -> YAMLValue {
    let isSimple =
      Set(fields.map(\.name)).count == fields.count && fields.allSatisfy { $0.mark == .plain }
    if isSimple { return .mapping(fields.map { .init($0.name, .text($0.value)) }) }
    return .list(
      fields.map { field in
        var entry: [YAMLValue.Field] = [
          .init("name", .text(field.name)), .init("value", .text(field.value)),
        ]
        add(field.mark, to: &entry)
        return .mapping(entry)
      })
  }

  private static func add(_ mark: DraftField.Mark, to entry: inout [YAMLValue.Field]) {
    for (key, _) in marks.filter({ $0.mark == mark }) { entry.append(.init(key, .boolean(true))) }
  }

  private static func body(_ body: DraftBody) throws(WorkspaceProblem) -> [YAMLValue.Field]? {
    switch body {
    case .none: return nil
    case .json(let text): return [.init("json", .text(text))]
    case .text(let text, let mediaType):
      return [.init("text", .text(text)), .init("type", .text(mediaType))]
    case .form(let fields): return [.init("form", value(fields))]
    case .multipart(let parts): return [.init("multipart", .list(parts.map(part)))]
    case .file(let path, let mediaType):
      return [.init("file", .text(path))] + (mediaType.map { [.init("type", .text($0))] } ?? [])
    case .bytes(let bytes, let mediaType):
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw WorkspaceProblem(
          .file, what: "The request was not saved.",
          why: "Its body is not text, but a request file is text.",
          whatToDo: "Store the body in a file beside it and choose that file as the body.")
      }
      return [
        .init("text", .text(text)),
        .init("type", .text(mediaType ?? "application/octet-stream")),
      ]
    case .graphQL(let request):
      let texts = [("variables", request.variables), ("operation", request.operation)]
      let fields: [YAMLValue.Field] = texts.filter { !$0.1.isEmpty }
        .map { .init($0.0, .text($0.1)) }
      return [.init("graphql", .mapping([.init("query", .text(request.query))] + fields))]
    }
  }

  private static func part(_ part: DraftPart) -> YAMLValue {
    var entry: [YAMLValue.Field] = [.init("name", .text(part.name))]
    if let path = part.path {
      entry.append(.init("file", .text(path)))
    } else {
      entry.append(.init("value", .text(part.value)))
    }
    if let name = part.fileName { entry.append(.init("file-name", .text(name))) }
    if let type = part.mediaType { entry.append(.init("type", .text(type))) }
    add(part.mark, to: &entry)
    return .mapping(entry)
  }

  private static func authorization(_ authorization: DraftAuthorization) -> YAMLValue.Field {
    let fields = authorization.fields.map { YAMLValue.Field($0.name, .text($1)) }
    return .init(
      authorization.scheme.name, fields.count == 1 ? fields[0].value : .mapping(fields))
  }
}
