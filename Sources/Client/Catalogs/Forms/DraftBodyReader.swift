import ClientModel

/// A reader that fills a form from the body of a draft.
struct DraftBodyReader {
  private(set) var reader: FieldReader

  init(_ reader: FieldReader) { self.reader = reader }

  mutating func read(_ draft: Draft, _ headers: inout [DraftField]) {
    let choice = draft.endpointChoice.mediaType.flatMap {
      reader.form.body(of: $0) == nil ? nil : $0
    }
    if let choice { reader.form.inputs[.mediaType] = .text(choice) }
    guard draft.body != .none else { return }
    let header = headers.first { $0.isHeader("Content-Type") }?.value
    guard let read = readable(draft.body, header, choice) else {
      reader.form.unmapped.body = draft.body
      return
    }
    if read.label != reader.form.endpoint.bodies.first?.mediaType {
      reader.form.inputs[.mediaType] = .text(read.label)
    }
    let type = read.form
    guard let field = reader.form.bodyField else { return }
    let isOwnHeader =
      switch draft.body {
      case .json: !type.isPlainJSON
      case .multipart: type.mediaType != "multipart/form-data"
      default: false
      }
    if isOwnHeader, header == type.mediaType {
      headers.removeAll { $0.isHeader("Content-Type") }
    }
    switch draft.body {
    case .json(let text):
      if let value = FormValue(json: text) {
        reader.form.fill(field, with: value)
      } else {
        reader.form.inputs[.body] = .json(text)
      }
    case .text(let text, _): reader.form.inputs[.body] = .text(text)
    case .file(let path, _): reader.form.inputs[.body] = .text(path)
    case .form(let fields):
      let rest = takeMembers(fields, into: field) { $0.readForm(fields, type, $1, of: $2) }
      if !rest.isEmpty { reader.form.unmapped.body = .form(rest) }
    case .multipart(let parts):
      let rest = takeMembers(parts, into: field) { $0.readParts(parts, type, $1, of: $2) }
      if !rest.isEmpty { reader.form.unmapped.body = .multipart(rest) }
    case .none, .bytes, .graphQL: reader.form.unmapped.body = draft.body
    }
  }

  /// Returns the media type to select and its body form, or nil if the form cannot produce the
  /// draft's body.
  private func readable(
    _ body: DraftBody, _ header: String?, _ choice: String?
  ) -> (label: String, form: BodyForm)? {
    let type: String?
    let kind: FormBodyKind
    switch body {
    case .json: (type, kind) = (header ?? "application/json", .json)
    case .text(_, let mediaType): (type, kind) = (mediaType, .text)
    case .file(_, let mediaType): (type, kind) = (mediaType, .file)
    case .form: (type, kind) = (nil, .form)
    case .multipart: (type, kind) = (header, .multipart)
    case .none, .bytes, .graphQL: return nil
    }
    let labels =
      (choice.map { [$0] } ?? []) + reader.form.endpoint.bodies.map(\.mediaType)
      + (type.map { [$0] } ?? [])
    let fitting = labels.compactMap { label in
      reader.form.body(of: label).map { (label: label, form: $0) }
    }
    .filter { FormBodyKind($0.form, reader.form.catalog) == kind }
    let named = fitting.first { one in
      guard let type else { return CatalogMediaType.isRange(one.form.mediaType) }
      return CatalogMediaType.essence(type) == CatalogMediaType.essence(one.form.mediaType)
    }
    if let named { return named }
    // A text or file with another media type is a different body.
    let isOther = type != nil && (kind == .text || kind == .file)
    return isOther ? nil : fitting.first
  }

  /// Reads the members of a body, and returns those without a field. If the body can have several
  /// shapes, selects the shape that leaves the fewest members without a field.
  private mutating func takeMembers<Member>(
    _ members: [Member], into field: FormField, depth: Int = 0,
    _ work: (inout Self, [Schema.Property], FormField) -> [Member]
  ) -> [Member] {
    switch field.schema.kind {
    case .object(let properties, _):
      reader.form.inputs[field.id] = .object([])
      return work(&self, properties, field)
    case .oneOf(let alternatives) where depth < 3:
      var best: (trial: Self, rest: [Member], lacking: Int)?
      for index in alternatives.indices {
        var trial = self
        trial.reader.form.inputs[field.id] = .alternative(index)
        guard let child = trial.reader.form.children(of: field).first else { continue }
        let rest = trial.takeMembers(members, into: child, depth: depth + 1, work)
        let lacking = trial.reader.form.children(of: child).count {
          $0.isRequired && !trial.reader.form.holdsAnswer($0.id)
        }
        let isBetter = best.map { (rest.count, lacking) < ($0.rest.count, $0.lacking) } ?? true
        // An empty body would match every object shape.
        let isRead =
          members.isEmpty
          ? trial.reader.form.holdsAnswer(child.id) : rest.count < members.count
        if isBetter, isRead { best = (trial, rest, lacking) }
      }
      guard let best else { return members }
      self = best.trial
      return best.rest
    default: return members
    }
  }

  private mutating func readForm(
    _ fields: [DraftField], _ type: BodyForm, _ properties: [Schema.Property], of field: FormField
  ) -> [DraftField] {
    var rest = fields
    for property in properties {
      let child = reader.form.child(property, of: field)
      let encoding = type.encodings[property.name]
      var text = ParameterText(
        name: property.name, style: encoding?.hasStyle == true ? encoding?.style ?? .form : .form,
        explode: encoding?.hasStyle == true ? encoding?.explode ?? true : true)
      let shape = reader.shape(of: child.schema)
      // An object without a style is sent as JSON. Source: OpenAPI 3.1.1, section 4.8.15.
      text.isJSON = shape == .object && encoding?.hasStyle != true
      let properties = reader.properties(of: child.schema)
      if shape == .object, let index = rest.firstIndex(where: { $0.name == property.name }),
        let value = encoding?.object(in: rest[index].value, properties),
        reader.holds(child, value)
      {
        rest.remove(at: index)
        continue
      }
      var trial = rest
      if let taken = text.take(shape, properties, from: &trial),
        reader.holds(child, taken.value)
      {
        rest = trial
        reader.note(taken.mark, child)
      }
    }
    return rest
  }

  private mutating func readParts(
    _ parts: [DraftPart], _ type: BodyForm, _ properties: [Schema.Property], of field: FormField
  ) -> [DraftPart] {
    var rest = parts
    for property in properties {
      let child = reader.form.child(property, of: field)
      let encoding = type.encodings[property.name]
      var values: [FormValue] = []
      var trial = rest
      let isList = reader.shape(of: child.schema) == .list
      for part in rest where part.name == property.name && (isList || values.isEmpty) {
        guard let value = value(of: part, encoding, child) else { continue }
        values.append(value)
        if let index = trial.firstIndex(of: part) { trial.remove(at: index) }
      }
      guard !values.isEmpty, reader.holds(child, isList ? .list(values) : values[0]) else {
        continue
      }
      rest = trial
    }
    return rest
  }

  /// Returns the value of a part, or nil if the form would write a different part.
  private func value(
    of part: DraftPart, _ encoding: FieldEncoding?, _ field: FormField
  ) -> FormValue? {
    let type = encoding?.partType
    guard part.fileName == nil else { return nil }
    if let path = part.path {
      return mayHoldFile(field) && part.mediaType == type ? .file(path) : nil
    }
    guard !field.holdsFiles(in: reader.form) else { return nil }
    if reader.shape(of: field.schema) == .object, part.mediaType == type,
      let value = encoding?.object(in: part.value, reader.properties(of: field.schema))
    {
      return value
    }
    if part.mediaType == type { return .text(part.value) }
    guard part.mediaType == (type ?? "application/json") else { return nil }
    switch FormValue(json: part.value) {
    case .object(let members): return .object(members)
    case .list(let values): return .list(values)
    default: return nil
    }
  }

  private func mayHoldFile(_ field: FormField) -> Bool {
    guard case .oneOf(let alternatives) = field.schema.kind else {
      return field.holdsFiles(in: reader.form)
    }
    return alternatives.contains { reader.form.schema($0).kind == .binary }
  }
}
