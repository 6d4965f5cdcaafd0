package import ClientModel

extension EndpointForm {
  /// The current request, even when it still has problems.
  ///
  /// An unchanged part of the draft that the form was read from has its original text.
  package func draft() -> Draft {
    var draft = normalDraft()
    guard let source else { return draft }
    let (read, normal) = (source.draft, source.normal)
    if draft.method == normal.method { draft.method = read.method }
    let isAddressSame = draft.url == normal.url && draft.pathVariables == normal.pathVariables
    if read.url.contains(byte: "?") {
      // The query of the URL was read into fields, so URL and query are restored together or not at all.
      if isAddressSame, draft.query == normal.query {
        draft.url = read.url
        draft.pathVariables = read.pathVariables
        draft.query = read.query
      }
    } else {
      if isAddressSame {
        draft.url = read.url
        draft.pathVariables = read.pathVariables
      }
      if draft.query == normal.query { draft.query = read.query }
    }
    if draft.headers == normal.headers { draft.headers = read.headers }
    if draft.body == normal.body { draft.body = read.body }
    if draft.authorization == normal.authorization { draft.authorization = read.authorization }
    if draft.endpointChoice == normal.endpointChoice { draft.endpointChoice = read.endpointChoice }
    return draft
  }

  /// The request in the form's own field order and notation.
  func normalDraft() -> Draft {
    var draft = unmapped
    draft.method = unmapped.method.isEmpty ? endpoint.method.rawValue : unmapped.method
    draft.query = []
    draft.headers = []
    draft.authorization = .none
    draft.url = unmapped.url.isEmpty ? address + pathText : unmapped.url
    draft.pathVariables = pathVariables + unmapped.pathVariables
    addParameters(to: &draft)
    addBody(to: &draft)
    addCredentials(to: &draft)
    draft.query += unmapped.query
    for header in unmapped.headers {
      if [.plain, .secret].contains(header.mark), header.name.lowercased() == "cookie" {
        draft.addCookies([header.value])
      } else {
        draft.headers.append(header)
      }
    }
    draft.headers.removeAll { field in
      unmapped.removedHeaders.contains { Self.isHeader(field, $0) }
    }
    if draft.authorization == .none { draft.authorization = unmapped.authorization }
    draft.endpoint = EndpointName(catalog: catalog.name, endpoint: endpoint.id)
    draft.endpointChoice = EndpointChoice(
      mediaType: chosenText(.mediaType), security: chosenText(.security))
    draft.remote = endpoint.rules.remote
    draft.outcome = endpoint.rules.outcome ?? catalog.outcome
    return draft
  }

  private func chosenText(_ id: FieldID) -> String? {
    if case .text(let text) = answers[id] { text } else { nil }
  }

  // MARK: Address

  /// The server's address with its variables filled, without a slash at the end.
  private var address: String {
    var text = ""
    if case .text(let typed) = answers[.server] { text = typed }
    if let server = chosenServer {
      text = server.url
      for variable in server.variables {
        var value = variable.standard
        if case .text(let typed) = answers[.serverVariable(variable.name)] { value = typed }
        text = text.replacing(bytes: "{\(variable.name)}", with: value)
      }
    }
    while let short = text.before(suffix: "/") { text = String(short) }
    return text
  }

  var pathText: String {
    DraftPath(endpoint.path).draftText(optional: endpoint.rules.pathFilters?.parameter)
  }

  private var pathVariables: [DraftField] {
    let template = DraftPath(endpoint.path)
    return pathParameters.compactMap { parameter in
      guard
        unmapped.url.isEmpty
          || unmapped.url.firstRange(ofBytes: "{\(template.draftName(parameter.name))") != nil
      else {
        return nil
      }
      let name = template.draftName(parameter.name)
      if parameter.name == endpoint.rules.pathFilters?.parameter {
        return pathFilterText.map { DraftField(name, $0, mark: .encoded) }
      }
      let field = field(.parameter(.path, parameter.name), parameter)
      guard let value = value(of: field), let piece = ParameterText(parameter).segment(value)
      else {
        // Without this empty value, a query field of the same name would fill the variable.
        return unmapped.pathVariables.contains { $0.name == name } ? nil : DraftField(name, "")
      }
      var draftField = piece.field(marks[field.id])
      draftField.name = name
      return draftField
    }
  }

  /// `definitions;lexicalCategory=noun,verb`; nil when no condition is set.
  ///
  /// - Source: the path grammar of Oxford Dictionaries v1.
  var pathFilterText: String? {
    guard let filters = endpoint.rules.pathFilters else { return nil }
    var conditions: [String] = []
    if case .picked(let names) = answers[.projections] {
      conditions += names.map { FormText.encode($0) }
    }
    for filter in filters.filters {
      let field = field(.filter(filter.name), filter)
      guard let value = value(of: field) else { continue }
      let values: [FormValue] = if case .list(let values) = value { values } else { [value] }
      guard !values.isEmpty else { continue }
      let texts = values.map { FormText.encode(ParameterText.text($0)) }
      conditions.append("\(FormText.encode(filter.name))=\(texts.joined(separator: ","))")
    }
    conditions += unmappedFilters
    return conditions.isEmpty ? nil : conditions.joined(separator: ";")
  }

  // MARK: Parameters

  private func addParameters(to draft: inout Draft) {
    var cookies: [String] = []
    for parameter in endpoint.parameters where parameter.place != .path {
      let field = field(.parameter(parameter.place, parameter.name), parameter)
      guard let value = value(of: field) else { continue }
      let text = ParameterText(parameter)
      let mark = marks[field.id]
      switch parameter.place {
      case .query, .path:
        let own: DraftField.Mark = field.isSecret ? .secret : .plain
        draft.query += text.fields(value).map { $0.field(mark ?? own) }
      case .header:
        if let piece = text.header(value) {
          draft.headers.append(
            DraftField(piece.name, piece.text, mark: mark ?? (field.isSecret ? .secret : .plain)))
        }
      case .cookie:
        cookies += text.fields(value).map { piece in
          let value = piece.isEncoded ? piece.text : CookieText.encode(piece.text)
          return "\(piece.name)=\(value)"
        }
      }
    }
    if !cookies.isEmpty { draft.addCookies(cookies) }
  }
}

/// What may stand in a cookie.
enum CookieText {
  /// What a cookie's value cannot hold is percent-encoded. Source: RFC 6265, section 4.1.1.
  static func encode(_ text: String) -> String {
    var result = ""
    for piece in Template.pieces(of: text) {
      switch piece {
      case .name(let name): result += "{{\(name)}}"
      case .text(let text):
        for scalar in text.unicodeScalars {
          let isAllowed =
            scalar.isASCII && scalar.value > 0x20 && scalar.value != 0x7F
            && !"\",;\\%".unicodeScalars.contains(scalar)
          result += isAllowed ? String(scalar) : PercentEncoding.encode(String(scalar))
        }
      }
    }
    return result
  }
}
