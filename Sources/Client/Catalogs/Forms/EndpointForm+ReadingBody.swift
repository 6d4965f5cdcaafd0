import ClientModel

/// From a draft's body back to answers.
extension EndpointForm {
  mutating func readBody(_ draft: Draft, _ headers: inout [DraftField]) {
    let choice = draft.endpointChoice.mediaType.flatMap { body(of: $0) == nil ? nil : $0 }
    if let choice { answers[.mediaType] = .text(choice) }
    guard draft.body != .none else { return }
    let header = headers.first { Self.isHeader($0, "Content-Type") }?.value
    guard let read = readable(draft.body, header, choice) else {
      unmapped.body = draft.body
      return
    }
    if read.label != endpoint.bodies.first?.mediaType { answers[.mediaType] = .text(read.label) }
    let form = read.form
    guard let field = bodyField else { return }
    let isOwnHeader =
      switch draft.body {
      case .json: !form.isPlainJSON
      case .multipart: form.mediaType != "multipart/form-data"
      default: false
      }
    if isOwnHeader, header == form.mediaType {
      headers.removeAll { Self.isHeader($0, "Content-Type") }
    }
    switch draft.body {
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
    case .none, .bytes: unmapped.body = draft.body
    }
  }

  /// The media type, as it is chosen, and the body of that type that the form would make a draft's body of;
  /// nil when it makes none such.
  private func readable(
    _ body: DraftBody, _ header: String?, _ choice: String?
  ) -> (label: String, form: BodyForm)? {
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
    let labels =
      (choice.map { [$0] } ?? []) + endpoint.bodies.map(\.mediaType) + (type.map { [$0] } ?? [])
    let fitting = labels.compactMap { label in
      self.body(of: label).map { (label: label, form: $0) }
    }
    .filter { BodyKind($0.form, catalog) == kind }
    let named = fitting.first { one in
      guard let type else { return MediaType.isRange(one.form.mediaType) }
      return MediaType.essence(type) == MediaType.essence(one.form.mediaType)
    }
    if let named { return named }
    // A text or a file of another type is another body.
    let isOther = type != nil && (kind == .text || kind == .file)
    return isOther ? nil : fitting.first
  }

  private mutating func readForm(
    _ fields: [DraftField], _ form: BodyForm, _ field: FormField
  ) {
    var rest = fields
    guard case .object(let properties, _) = field.schema.kind else {
      unmapped.body = .form(fields)
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
    if !rest.isEmpty { unmapped.body = .form(rest) }
  }

  private mutating func readParts(_ parts: [DraftPart], _ form: BodyForm, _ field: FormField) {
    guard case .object(let properties, _) = field.schema.kind else {
      unmapped.body = .multipart(parts)
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
    if !rest.isEmpty { unmapped.body = .multipart(rest) }
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
