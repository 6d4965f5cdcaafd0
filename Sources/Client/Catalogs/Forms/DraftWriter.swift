import ClientModel

/// A writer that converts a form to a draft.
struct DraftWriter {
  private let form: EndpointForm
  private let values: FormValues

  init(_ form: EndpointForm) {
    self.form = form
    values = FormValues(form: form)
  }

  /// Returns the current request, which may still have problems.
  ///
  /// If the form was read from a draft, unchanged parts keep their original text.
  func draft() -> Draft {
    var draft = normalDraft()
    guard let source = form.source else { return draft }
    let (read, normal) = (source.draft, source.normal)
    if draft.method == normal.method { draft.method = read.method }
    let isAddressSame = draft.url == normal.url && draft.pathVariables == normal.pathVariables
    if read.url.contains(byte: "?") {
      // The query in the URL was read into fields, so the URL is restored only if the fields are
      // unchanged.
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

  /// Returns the request in the form's own order and notation.
  func normalDraft() -> Draft {
    var draft = form.unmapped
    draft.method =
      form.unmapped.method.isEmpty ? form.endpoint.method.rawValue : form.unmapped.method
    draft.query = []
    draft.headers = []
    draft.authorization = .none
    draft.url = form.unmapped.url.isEmpty ? form.address + form.pathText : form.unmapped.url
    draft.pathVariables = pathVariables + form.unmapped.pathVariables
    addParameters(to: &draft)
    DraftBodyWriter(form: form, values: values).add(to: &draft)
    CredentialWriter(form: form).add(to: &draft)
    draft.query += form.unmapped.query
    for header in form.unmapped.headers {
      if [.plain, .secret].contains(header.mark), header.name.lowercased() == "cookie" {
        draft.addCookies([header.value])
      } else {
        draft.headers.append(header)
      }
    }
    draft.headers.removeAll { field in
      form.unmapped.removedHeaders.contains { field.isHeader($0) }
    }
    if draft.authorization == .none { draft.authorization = form.unmapped.authorization }
    draft.endpoint = EndpointName(catalog: form.catalog.name, endpoint: form.endpoint.id)
    draft.endpointChoice = EndpointChoice(
      mediaType: chosenText(.mediaType), security: chosenText(.security))
    draft.remote = form.endpoint.rules.remote
    draft.outcome = form.endpoint.rules.outcome ?? form.catalog.outcome
    if let span = form.endpoint.rules.firstByte,
      draft.options.deadlines.firstByte == Deadlines().firstByte
    {
      draft.options.deadlines.firstByte = span
    }
    addAccept(to: &draft)
    return draft
  }

  /// Adds an Accept header with the operation's media types, unless JSON is one of them. Without
  /// it, some servers return JSON.
  private func addAccept(to draft: inout Draft) {
    guard let types = form.endpoint.accepts,
      !draft.headers.contains(where: { $0.isHeader("Accept") }),
      !draft.removedHeaders.contains(where: { $0.caseInsensitiveEquals("Accept") })
    else { return }
    draft.headers.append(DraftField("Accept", types))
  }

  private func chosenText(_ id: FieldID) -> String? {
    if case .text(let text) = form.inputs[id] { text } else { nil }
  }

  // MARK: Address

  private var pathVariables: [DraftField] {
    let template = DraftPath(form.endpoint.path)
    return form.pathParameters.compactMap { parameter in
      guard
        form.unmapped.url.isEmpty
          || form.unmapped.url.firstRange(ofBytes: "{\(template.draftName(parameter.name))") != nil
      else {
        return nil
      }
      let name = template.draftName(parameter.name)
      if parameter.name == form.endpoint.rules.pathFilters?.parameter {
        return pathFilterText.map { DraftField(name, $0, mark: .encoded) }
      }
      let field = form.field(.parameter(.path, parameter.name), parameter)
      guard let value = values.value(of: field), let piece = ParameterText(parameter).segment(value)
      else {
        // An empty value prevents a query field of the same name from filling the variable.
        return form.unmapped.pathVariables.contains { $0.name == name } ? nil : DraftField(name, "")
      }
      var draftField = piece.field(form.marks[field.id])
      draftField.name = name
      return draftField
    }
  }

  /// The path filters as text, such as `definitions;lexicalCategory=noun,verb`, or nil if no filter
  /// is set.
  ///
  /// - Source: The path grammar of the Oxford Dictionaries API v1.
  private var pathFilterText: String? {
    guard let filters = form.endpoint.rules.pathFilters else { return nil }
    var conditions: [String] = []
    if case .picked(let names) = form.inputs[.projections] {
      conditions += names.map { FormText.encode($0) }
    }
    for filter in filters.filters {
      let field = form.field(.filter(filter.name), filter)
      guard let value = values.value(of: field) else { continue }
      let values: [FormValue] = if case .list(let values) = value { values } else { [value] }
      guard !values.isEmpty else { continue }
      let texts = values.map { FormText.encode(ParameterText.text($0)) }
      conditions.append("\(FormText.encode(filter.name))=\(texts.joined(separator: ","))")
    }
    conditions += form.unmappedFilters
    return conditions.isEmpty ? nil : conditions.joined(separator: ";")
  }

  // MARK: Parameters

  private func addParameters(to draft: inout Draft) {
    var cookies: [String] = []
    for parameter in form.endpoint.parameters where parameter.place != .path {
      let field = form.field(.parameter(parameter.place, parameter.name), parameter)
      guard let value = values.value(of: field) else { continue }
      let text = ParameterText(parameter)
      let mark = form.marks[field.id]
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

/// The encoding of cookie values.
enum CookieText {
  /// Percent-encodes characters that are not allowed in the value of a cookie. Source: RFC 6265,
  /// section 4.1.1.
  static func encode(_ text: String) -> String {
    var result = ""
    for piece in Template.pieces(of: text) {
      switch piece {
      case .name(let name): result += "{{\(name)}}"
      case .text(let text):
        result += PercentEncoding.escape(text) { byte in
          0x21..<0x7F ~= byte && !"\",;\\%".utf8.contains(byte)
        }
      }
    }
    return result
  }
}
