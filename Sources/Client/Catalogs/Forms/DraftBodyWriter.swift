import ClientModel

/// A writer that adds a form's body to a draft.
struct DraftBodyWriter {
  let form: EndpointForm
  let values: FormValues

  /// Writes the body, and its media type if the draft would otherwise infer another one.
  func add(to draft: inout Draft) {
    guard let type = form.chosenBody, let field = form.bodyField,
      let value = values.value(of: field)
    else { return }
    if case .object(let members) = value, members.isEmpty, form.inputs[field.id] == nil,
      !field.isRequired
    {
      return
    }
    let kind = FormBodyKind(type, form.catalog)
    switch (form.unmapped.body, kind) {
    case (.none, _), (.form, .form), (.multipart, .multipart): break
    // An unmapped body of another kind is not replaced. Only the user can remove it.
    default: return
    }
    switch kind {
    case .json:
      draft.body = .json(value.json(.indented))
      if !type.isPlainJSON { addMediaType(type.mediaType, &draft) }
    case .text: draft.body = .text(ParameterText.text(value), mediaType: type.mediaType)
    case .file:
      let isRange = CatalogMediaType.isRange(type.mediaType)
      draft.body = .file(
        path: ParameterText.text(value), mediaType: isRange ? nil : type.mediaType)
    case .form:
      var fields = members(value.parsed).flatMap { member in self.fields(of: member, type) }
      if case .form(let rest) = form.unmapped.body { fields += rest }
      draft.body = .form(fields)
    case .multipart:
      var parts = members(value.parsed).flatMap { member in self.parts(of: member, type) }
      if case .multipart(let rest) = form.unmapped.body { parts += rest }
      draft.body = .multipart(parts)
      if type.mediaType != "multipart/form-data" { addMediaType(type.mediaType, &draft) }
    }
  }

  /// Adds a `Content-Type` header if the draft has none.
  private func addMediaType(_ mediaType: String, _ draft: inout Draft) {
    guard !form.unmapped.headers.contains(where: { $0.isHeader("Content-Type") }) else { return }
    draft.headers.append(DraftField("Content-Type", mediaType))
  }

  private func members(_ value: FormValue) -> [FormValue.Member] {
    if case .object(let members) = value { members } else { [FormValue.Member("value", value)] }
  }

  /// Returns the form fields for a member of the body.
  ///
  /// - Source: OpenAPI 3.1.1, section 4.8.15. Without a style, an object is sent as JSON, and a
  ///   list as repeated fields.
  private func fields(of member: FormValue.Member, _ type: BodyForm) -> [DraftField] {
    let id = FieldID.body.property(member.name)
    let isSecret = form.find(id)?.isSecret ?? false
    let text: ParameterText
    if let encoding = type.encodings[member.name], encoding.hasStyle {
      text = ParameterText(name: member.name, style: encoding.style, explode: encoding.explode)
    } else if case .object = member.value {
      let encoding = type.encodings[member.name]
      return [DraftField(member.name, encoding?.text(of: member.value) ?? member.value.json())]
    } else {
      text = ParameterText(name: member.name, style: .form, explode: true)
    }
    let mark = form.marks[id] ?? (isSecret ? .secret : .plain)
    return text.fields(member.value).map { $0.field(mark) }
  }

  private func parts(of member: FormValue.Member, _ type: BodyForm) -> [DraftPart] {
    let values: [FormValue] =
      if case .list(let values) = member.value { values } else { [member.value] }
    let encoding = type.encodings[member.name]
    return values.map { value in
      switch value {
      case .file(let path):
        return DraftPart(name: member.name, path: path, mediaType: encoding?.partType)
      case .object, .list:
        return DraftPart(
          name: member.name, value: encoding?.text(of: value) ?? value.json(),
          mediaType: encoding?.partType ?? "application/json")
      case .null, .text, .bare:
        return DraftPart(
          name: member.name, value: ParameterText.text(value), mediaType: encoding?.partType)
      }
    }
  }
}

extension BodyForm {
  /// Whether the media type is `application/json` or a range such as `application/*+json`.
  var isPlainJSON: Bool { mediaType == "application/json" || CatalogMediaType.isRange(mediaType) }
}

extension FieldEncoding {
  /// Whether the style applies, which it does only without a content type.
  var hasStyle: Bool { contentType?.isEmpty != false }

  /// The media type of a part, or nil if the encoding does not name exactly one type. The file name
  /// then determines the type.
  var partType: String? {
    guard let contentType, !contentType.contains(byte: ","), !contentType.contains(byte: "*") else {
      return nil
    }
    return contentType
  }

  /// Whether the content of a part is a form.
  var isForm: Bool {
    partType.map(CatalogMediaType.essence) == "application/x-www-form-urlencoded"
  }

  /// Whether Weir can write an object as the content of a part. For other media types, the user
  /// types the text.
  var takesObjects: Bool { partType.map(CatalogMediaType.isJSON) ?? true || isForm }

  /// Returns a value as the content of a part: `min=1&max=2` or JSON.
  ///
  /// - Source: OpenAPI 3.1.1, section 4.8.14.4; RFC 1866, section 8.2.1.
  func text(of value: FormValue) -> String {
    guard isForm, case .object = value else { return value.json() }
    return ParameterText(name: "", style: .form, explode: true).fields(value)
      .map { "\(FormText.encode($0.name))=\(FormText.encode($0.text))" }.joined(separator: "&")
  }

  /// Parses the output of `text`. Returns nil for any other text.
  func object(
    in text: String, _ properties: [(name: String, shape: ParameterText.Shape)]
  ) -> FormValue? {
    guard isForm else { return nil }
    var fields: [DraftField] = []
    for pair in text.pieces(at: "&") where !pair.isEmpty {
      guard let (name, value) = pair.cut(at: "="), let name = FormText.decode(name),
        let value = FormText.decode(value)
      else { return nil }
      fields.append(DraftField(name, value))
    }
    let taken = ParameterText(name: "", style: .form, explode: true)
      .take(.object, properties, from: &fields)
    return fields.isEmpty ? taken?.value : nil
  }
}
