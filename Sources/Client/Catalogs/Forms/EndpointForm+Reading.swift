public import ClientModel

extension EndpointForm {
  /// A form filled from a draft; what the form has no field for is kept and comes back in `draft()`.
  ///
  /// As long as a part of it is not changed, the draft's own spelling of it comes back, too. Which
  /// endpoint it was made from, and how its answer becomes a remote job, are the endpoint's say.
  public init(reading draft: Draft, _ endpoint: Endpoint, in catalog: Catalog) {
    self.init(endpoint, in: catalog)
    kept = draft
    kept.method = draft.method == endpoint.method.rawValue ? "" : draft.method
    kept.url = ""
    kept.pathVariables = []
    kept.body = .none
    kept.authorization = .none
    var query = readAddress(draft) + draft.query
    var headers = draft.headers
    var cookies = CookieLine(taking: &headers)
    for parameter in endpoint.parameters {
      switch parameter.place {
      case .path: continue
      case .query: read(parameter, from: &query)
      case .header: readHeader(parameter, from: &headers)
      case .cookie: read(parameter, from: &cookies.fields)
      }
    }
    readBody(draft.body, &headers)
    readSecurity(draft.authorization, &query, &headers, &cookies.fields)
    kept.query = query
    kept.headers = cookies.putBack(headers)
    source = Source(draft: draft, normal: normalDraft())
  }

  // MARK: Parameters

  func shape(of schema: Schema) -> ParameterText.Shape {
    guard schema.choices.isEmpty else { return .scalar }
    switch schema.kind {
    case .list: return .list
    case .object: return .object
    case .oneOf(let alternatives):
      // Where lists are among the alternatives, one value is a list of one only if nothing else fits.
      let shapes = alternatives.map { id -> ParameterText.Shape in
        if case .oneOf = self.schema(id).kind { return .scalar }
        return shape(of: self.schema(id))
      }
      return Set(shapes).count == 1 ? shapes[0] : .scalar
    default: return .scalar
    }
  }

  private func properties(of schema: Schema) -> [(name: String, shape: ParameterText.Shape)] {
    switch schema.kind {
    case .object(let properties, _):
      return properties.map { ($0.name, shape(of: self.schema($0.schema))) }
    case .oneOf(let alternatives):
      var all: [(name: String, shape: ParameterText.Shape)] = []
      for id in alternatives {
        guard case .object = self.schema(id).kind else { continue }
        for property in properties(of: self.schema(id))
        where !all.contains(where: { $0.name == property.name }) {
          all.append(property)
        }
      }
      return all
    default: return []
    }
  }

  private mutating func read(_ parameter: Parameter, from fields: inout [DraftField]) {
    let field = field(.parameter(parameter.place, parameter.name), parameter)
    var rest = fields
    guard
      let taken = ParameterText(parameter)
        .take(shape(of: field.schema), properties(of: field.schema), from: &rest)
    else { return }
    guard holds(field, taken.value) else { return }
    fields = rest
    note(taken.mark, field)
  }

  private mutating func readHeader(_ parameter: Parameter, from headers: inout [DraftField]) {
    guard let index = headers.firstIndex(where: { Self.isHeader($0, parameter.name) }) else {
      return
    }
    let field = field(.parameter(.header, parameter.name), parameter)
    guard let value = ParameterText(parameter).header(headers[index].value, shape(of: field.schema))
    else { return }
    guard holds(field, value) else { return }
    note(headers.remove(at: index).mark, field)
  }

  /// Fills a field; what it cannot give back is taken out again and stays where it was.
  mutating func holds(_ field: FormField, _ value: FormValue) -> Bool {
    fill(field, with: value)
    let back = self.value(of: field)?.parsed
    let isSame =
      field.setting == .text ? back?.texts == value.texts : back?.sorted == value.sorted
    if !isSame { clear(field.id) }
    return isSame
  }

  static func isHeader(_ field: DraftField, _ name: String) -> Bool {
    field.mark != .off && field.name.lowercased() == name.lowercased()
  }

  /// Remembers a mark that the form would not set by itself.
  mutating func note(_ mark: DraftField.Mark, _ field: FormField) {
    let own: DraftField.Mark = field.isSecret ? .secret : .plain
    if mark != own, mark != .encoded { marks[field.id] = mark }
  }

  // MARK: Body

  private mutating func readBody(_ body: DraftBody, _ headers: inout [DraftField]) {
    guard body != .none else { return }
    let header = headers.first { Self.isHeader($0, "Content-Type") }?.value
    guard let index = bodyIndex(for: body, header) else {
      kept.body = body
      return
    }
    let form = endpoint.bodies[index]
    if index > 0 { answers[.mediaType] = .text(form.mediaType) }
    guard let field = bodyField else { return }
    let isOwnHeader =
      switch body {
      case .json: !form.isPlainJSON
      case .multipart: form.mediaType != "multipart/form-data"
      default: false
      }
    if isOwnHeader, header == form.mediaType {
      headers.removeAll { Self.isHeader($0, "Content-Type") }
    }
    switch body {
    case .json(let text):
      if let value = FormValue(json: text) {
        fill(field, with: value)
      } else {
        answers[.body] = .json(text)
      }
    case .text(let text, _): answers[.body] = .text(text)
    case .file(let path, _): answers[.body] = .text(path)
    case .form(let fields): readForm(fields, form, field)
    case .multipart(let parts): readParts(parts, form, field)
    case .none, .bytes: kept.body = body
    }
  }

  private func bodyIndex(for body: DraftBody, _ header: String?) -> Int? {
    let type: String?
    let kind: BodyKind
    switch body {
    case .json: (type, kind) = (header ?? "application/json", .json)
    case .text(_, let mediaType): (type, kind) = (mediaType, .text)
    case .file(_, let mediaType): (type, kind) = (mediaType, .file)
    case .form: (type, kind) = (nil, .form)
    case .multipart: (type, kind) = (header, .multipart)
    case .none, .bytes: return nil
    }
    let fitting = endpoint.bodies.indices.filter {
      BodyKind(endpoint.bodies[$0], catalog) == kind
    }
    let named = fitting.first { index in
      type.map { MediaType.essence($0) == MediaType.essence(endpoint.bodies[index].mediaType) }
        ?? false
    }
    if let named { return named }
    // A text or a file of another type is another body.
    let isOther = type != nil && (kind == .text || kind == .file)
    return isOther
      ? fitting.first { endpoint.bodies[$0].mediaType.contains("*") } : fitting.first
  }

  private mutating func readForm(
    _ fields: [DraftField], _ form: BodyForm, _ field: FormField
  ) {
    var rest = fields
    guard case .object(let properties, _) = field.schema.kind else {
      kept.body = .form(fields)
      return
    }
    answers[.body] = .object([])
    for property in properties {
      guard let child = children(of: field).first(where: { $0.name == property.name }) else {
        continue
      }
      let encoding = form.encodings[property.name]
      var text = ParameterText(
        name: property.name, style: encoding?.hasStyle == true ? encoding?.style ?? .form : .form,
        explode: encoding?.hasStyle == true ? encoding?.explode ?? true : true)
      let shape = shape(of: child.schema)
      // Source: OpenAPI 3.1.1, section 4.8.15: objects without a style go as JSON.
      text.isJSON = shape == .object && encoding?.hasStyle != true
      var trial = rest
      if let taken = text.take(shape, self.properties(of: child.schema), from: &trial),
        holds(child, taken.value)
      {
        rest = trial
        note(taken.mark, child)
      }
    }
    if !rest.isEmpty { kept.body = .form(rest) }
  }

  private mutating func readParts(_ parts: [DraftPart], _ form: BodyForm, _ field: FormField) {
    guard case .object(let properties, _) = field.schema.kind else {
      kept.body = .multipart(parts)
      return
    }
    answers[.body] = .object([])
    var rest = parts
    for property in properties {
      guard let child = children(of: field).first(where: { $0.name == property.name }) else {
        continue
      }
      let type = form.encodings[property.name]?.partType
      var values: [FormValue] = []
      var trial = rest
      let isList = shape(of: child.schema) == .list
      for part in rest where part.name == property.name && (isList || values.isEmpty) {
        guard let value = value(of: part, type, child) else { continue }
        values.append(value)
        if let index = trial.firstIndex(of: part) { trial.remove(at: index) }
      }
      guard !values.isEmpty, holds(child, isList ? .list(values) : values[0]) else { continue }
      rest = trial
    }
    if !rest.isEmpty { kept.body = .multipart(rest) }
  }

  private func takesFiles(_ field: FormField) -> Bool {
    if case .list(let item) = field.schema.kind { return schema(item).kind == .binary }
    return field.schema.kind == .binary
  }

  /// What a part says, when the form would write the same part.
  private func value(of part: DraftPart, _ type: String?, _ field: FormField) -> FormValue? {
    guard part.fileName == nil, (part.path != nil) == takesFiles(field) else { return nil }
    if let path = part.path { return part.mediaType == type ? .file(path) : nil }
    if part.mediaType == type { return .text(part.value) }
    guard part.mediaType == (type ?? "application/json") else { return nil }
    switch FormValue(json: part.value) {
    case .object(let members): return .object(members)
    case .list(let values): return .list(values)
    default: return nil
    }
  }
}

/// The cookies of a draft's one plain Cookie header.
struct CookieLine {
  var fields: [DraftField] = []

  /// Takes the header out of a list, where each of its cookies can be told from the others.
  init(taking headers: inout [DraftField]) {
    guard
      let index = headers.firstIndex(where: { EndpointForm.isHeader($0, "Cookie") }),
      [.plain, .secret].contains(headers[index].mark), SecretReference(headers[index].value) == nil
    else { return }
    var found: [DraftField] = []
    for pair in headers[index].value.split(separator: ";") {
      let pair = pair.drop { $0 == " " }
      guard let mark = pair.firstIndex(of: "=") else { return }
      found.append(
        DraftField(String(pair[..<mark]), String(pair[pair.index(after: mark)...]), mark: .encoded))
    }
    fields = found
    headers.remove(at: index)
  }

  /// The headers with a Cookie header of what was not taken.
  func putBack(_ headers: [DraftField]) -> [DraftField] {
    guard !fields.isEmpty else { return headers }
    let text = fields.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    return headers + [DraftField("Cookie", text)]
  }
}
