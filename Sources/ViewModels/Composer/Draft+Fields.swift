import ClientDocuments
import ClientModel
import ClientPipeline

/// Access to a draft by its fields.
extension Draft {
  func fields(_ grid: ComposerField.Grid) -> [DraftField] {
    switch grid {
    case .pathVariables: return pathVariables
    case .query: return query
    case .headers: return headers
    case .form: if case .form(let fields) = body { return fields } else { return [] }
    case .parts:
      guard case .multipart(let parts) = body else { return [] }
      return parts.map {
        DraftField($0.name, $0.path.map { "@\($0)" } ?? $0.value, mark: $0.mark)
      }
    case .json:
      guard let rows = jsonRows else { return [] }
      return rows.rows.map { DraftField($0.label, rows.text(of: $0)) }
    }
  }

  mutating func setFields(_ grid: ComposerField.Grid, _ fields: [DraftField]) {
    switch grid {
    case .pathVariables: pathVariables = fields
    case .query: query = fields
    case .headers: headers = fields
    case .form: body = .form(fields)
    case .parts:
      guard case .multipart(let old) = body else { return }
      body = .multipart(
        fields.enumerated().map { index, field in
          var part = index < old.count ? old[index] : DraftPart(name: "")
          part.name = field.name
          part.mark = field.mark
          part.path = field.value.begins(with: "@") ? String(field.value.dropping(bytes: 1)) : nil
          part.value = part.path == nil ? field.value : ""
          return part
        })
    case .json: break
    }
  }

  /// Inserts an empty row below the given row.
  mutating func insertRow(below row: Int, in grid: ComposerField.Grid) {
    var fields = fields(grid)
    fields.insert(DraftField("", ""), at: row + 1)
    setFields(grid, fields)
  }

  /// Removes a row. Returns false if the row does not exist.
  mutating func removeRow(_ row: Int, of grid: ComposerField.Grid) -> Bool {
    if grid == .json {
      let before = body
      changeJSON { $0.removing(row) }
      return body != before
    }
    var fields = fields(grid)
    guard row < fields.count else { return false }
    fields.remove(at: row)
    setFields(grid, fields)
    return true
  }

  /// Sets the next mark of a row in the order plain, secret, off. For a header with a secret
  /// reference, `literal` replaces secret, because a reference is always secret. For a value of a
  /// JSON body, sets the next kind.
  mutating func markNext(_ row: Int, of grid: ComposerField.Grid) {
    if grid == .json { return changeJSON { $0.changingKind(row) } }
    var fields = fields(grid)
    guard row < fields.count else { return }
    let isReference = grid == .headers && SecretReference(fields[row].value) != nil
    fields[row].mark =
      switch fields[row].mark {
      case .plain: isReference ? .literal : .secret
      case .secret, .literal, .encoded: .off
      case .off: .plain
      }
    setFields(grid, fields)
  }

  /// Returns the field in which the user can correct a problem. Returns nil if there is none.
  func field(of place: DraftProblem.Location) -> ComposerField? {
    switch place {
    case .method: .method
    case .url: .url
    case .pathVariable(let name):
      .cell(
        .pathVariables,
        row: pathVariables.firstIndex { $0.name == name } ?? pathVariables.count, .value)
    case .query(let row): .cell(.query, row: row, .value)
    case .header(let row): .cell(.headers, row: row, .value)
    case .formField(let row): .cell(.form, row: row, .value)
    case .part(let row): .cell(.parts, row: row, .value)
    case .body: bodyKind == .file ? .bodyPath : .body
    case .authorization:
      authorization.map { .credential($0.scheme.fields[0].name) } ?? .authorizationKind
    case .assertion(let row): .assertion(row)
    case .option("gateway"): .gateway
    case .option("idempotency-key"): .idempotencyKey
    case .option(let name): OptionField(problem: name).map(ComposerField.option)
    }
  }

  func text(of field: ComposerField) -> String {
    switch field {
    case .form: return ""
    case .method: return method
    case .url: return url
    case .cell(let grid, let row, let column):
      let fields = fields(grid)
      guard row < fields.count else { return "" }
      return column == .name ? fields[row].name : fields[row].value
    case .part(let row, let fact):
      guard case .multipart(let parts) = body, row < parts.count else { return "" }
      return (fact == .fileName ? parts[row].fileName : parts[row].mediaType) ?? ""
    case .idempotencyKey: return idempotencyKey.map { $0.isEmpty ? Self.ownKey : $0 } ?? ""
    case .bodyKind: return bodyKind.rawValue
    case .body:
      switch body {
      case .json(let text), .text(let text, _): return text
      case .graphQL(let request): return request.query
      default: return ""
      }
    case .variables: return graphQL?.variables ?? ""
    case .operation: return graphQL?.operation ?? ""
    case .bodyPath: if case .file(let path, _) = body { return path } else { return "" }
    case .mediaType:
      switch body {
      case .text(_, let type): return type
      case .file(_, let type), .bytes(_, let type): return type ?? ""
      default: return ""
      }
    case .gateway: return gateway ?? Gateways.defaultWord
    case .authorizationKind: return authorization?.scheme.name ?? Self.noAuthorization
    case .credential(let name): return authorization?[name] ?? ""
    case .option(let option): return text(option)
    case .moreOptions: return ""
    case .assertion(let row): return assertions.indices.contains(row) ? assertions[row] : ""
    }
  }

  /// Sets the text of a field. A cell after the last row appends a row. Does nothing for options
  /// and choices.
  mutating func set(_ text: String, in field: ComposerField) {
    switch field {
    case .method: method = text
    case .url: url = text
    case .cell(.json, let row, let column):
      changeJSON { column == .name ? $0.renaming(row, to: text) : $0.setting(row, to: text) }
    case .cell(let grid, let row, let column):
      var fields = fields(grid)
      if row >= fields.count {
        guard !text.isEmpty else { return }
        fields.append(DraftField("", ""))
      }
      let index = min(row, fields.count - 1)
      if column == .name { fields[index].name = text } else { fields[index].value = text }
      setFields(grid, fields)
    case .part(let row, let fact):
      guard case .multipart(var parts) = body, row < parts.count else { return }
      let text = text.isEmpty ? nil : text
      if fact == .fileName { parts[row].fileName = text } else { parts[row].mediaType = text }
      body = .multipart(parts)
    case .idempotencyKey: idempotencyKey = text.isEmpty ? nil : text == Self.ownKey ? "" : text
    case .body:
      switch body {
      case .json: body = .json(text)
      case .text(_, let type): body = .text(text, mediaType: type)
      case .graphQL(var request):
        request.query = text
        body = .graphQL(request)
      default: break
      }
    case .variables, .operation:
      guard var request = graphQL else { return }
      if field == .variables { request.variables = text } else { request.operation = text }
      body = .graphQL(request)
    case .bodyPath: if case .file(_, let type) = body { body = .file(path: text, mediaType: type) }
    case .mediaType:
      let type = text.isEmpty ? nil : text
      switch body {
      case .text(let content, _): body = .text(content, mediaType: text)
      case .file(let path, _): body = .file(path: path, mediaType: type)
      case .bytes(let bytes, _): body = .bytes(bytes, mediaType: type)
      default: break
      }
    case .credential(let name): authorization?[name] = text
    case .assertion(let row):
      if assertions.indices.contains(row) {
        assertions[row] = text
      } else if !text.isEmpty {
        assertions.append(text)
      }
    case .form, .gateway, .bodyKind, .authorizationKind, .option, .moreOptions: break
    }
  }

  /// The word for an idempotency key that each job generates. Used in the field and in request
  /// files.
  private static let ownKey = "auto"

  enum BodyKind: String, CaseIterable {
    case none, json, text, form, multipart, file, bytes
    case graphQL = "graphql"

    /// The description in the list of kinds.
    var summary: String {
      switch self {
      case .none: "no body"
      case .json: "checked while you type"
      case .text: "any text, with its media type"
      case .form: "URL-encoded names and values"
      case .multipart: "named parts with text or files"
      case .file: "streamed from disk"
      case .bytes: "sent unchanged"
      case .graphQL: "query and variables"
      }
    }
  }

  /// The GraphQL request. Nil if the body is of another kind.
  var graphQL: GraphQLRequest? { if case .graphQL(let request) = body { request } else { nil } }

  /// The names of the operations in a GraphQL body. Empty if the query has a syntax error.
  var operationNames: [String] {
    guard let query = graphQL?.query else { return [] }
    do throws(GraphQLFault) { return try GraphQLDocument(query).operationNames } catch { return [] }
  }

  var bodyKind: BodyKind {
    switch body {
    case .none: .none
    case .json: .json
    case .text: .text
    case .form: .form
    case .multipart: .multipart
    case .file: .file
    case .bytes: .bytes
    case .graphQL: .graphQL
    }
  }

  /// Changes the kind of the body. A change between JSON, GraphQL and text keeps the text.
  mutating func setBodyKind(_ kind: BodyKind) {
    let text = text(of: .body)
    switch kind {
    case .none: body = .none
    case .json: body = .json(graphQL.map { $0 == GraphQLRequest() ? "" : $0.json } ?? text)
    case .graphQL:
      guard graphQL == nil else { return }
      body = .graphQL(GraphQLRequest(json: text) ?? GraphQLRequest(query: text))
    case .text: body = .text(text, mediaType: "text/plain; charset=utf-8")
    case .form: body = .form([])
    case .multipart: body = .multipart([])
    case .file: body = .file(path: "", mediaType: nil)
    case .bytes: break
    }
  }

  /// The choice for no credentials in the list of schemes.
  static let noAuthorization = "none"

  /// Changes the authorization scheme. Fields that both schemes have keep their texts.
  mutating func setAuthorization(_ scheme: AuthScheme?) {
    let typed = authorization
    authorization = scheme.map { DraftAuthorization($0) { typed?[$0.name] ?? "" } }
  }
}
