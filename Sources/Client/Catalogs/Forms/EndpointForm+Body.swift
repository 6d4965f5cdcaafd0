import ClientModel

extension EndpointForm {
  /// Writes the body that results from the form's values, and the media type where the draft would infer a
  /// different one.
  func addBody(to draft: inout Draft) {
    guard let form = chosenBody, let field = bodyField, let value = value(of: field) else { return }
    if case .object(let members) = value, members.isEmpty, answers[field.id] == nil,
      !field.isRequired
    {
      return
    }
    let kind = BodyKind(form, catalog)
    switch (unmapped.body, kind) {
    case (.none, _), (.form, .form), (.multipart, .multipart): break
    // An unmapped body of another kind is not replaced: the user must drop it first.
    default: return
    }
    switch kind {
    case .json:
      draft.body = .json(value.json(.indented))
      if !form.isPlainJSON { addMediaType(form.mediaType, &draft) }
    case .text: draft.body = .text(ParameterText.text(value), mediaType: form.mediaType)
    case .file:
      let isRange = MediaType.isRange(form.mediaType)
      draft.body = .file(
        path: ParameterText.text(value), mediaType: isRange ? nil : form.mediaType)
    case .form:
      var fields = members(value.parsed).flatMap { member in self.fields(of: member, form) }
      if case .form(let rest) = unmapped.body { fields += rest }
      draft.body = .form(fields)
    case .multipart:
      var parts = members(value.parsed).flatMap { member in self.parts(of: member, form) }
      if case .multipart(let rest) = unmapped.body { parts += rest }
      draft.body = .multipart(parts)
      if form.mediaType != "multipart/form-data" { addMediaType(form.mediaType, &draft) }
    }
  }

  /// Adds a `Content-Type` header, unless the draft already has one.
  private func addMediaType(_ type: String, _ draft: inout Draft) {
    guard !unmapped.headers.contains(where: { Self.isHeader($0, "Content-Type") }) else { return }
    draft.headers.append(DraftField("Content-Type", type))
  }

  private func members(_ value: FormValue) -> [FormValue.Member] {
    if case .object(let members) = value { members } else { [FormValue.Member("value", value)] }
  }

  /// - Source: OpenAPI 3.1.1, section 4.8.15: without a style, objects are encoded as JSON and
  ///   list elements as repeated fields.
  private func fields(of member: FormValue.Member, _ form: BodyForm) -> [DraftField] {
    let id = FieldID.body.property(member.name)
    let isSecret = find(id)?.isSecret ?? false
    let text: ParameterText
    if let encoding = form.encodings[member.name], encoding.hasStyle {
      text = ParameterText(name: member.name, style: encoding.style, explode: encoding.explode)
    } else if case .object = member.value {
      return [DraftField(member.name, member.value.json())]
    } else {
      text = ParameterText(name: member.name, style: .form, explode: true)
    }
    let mark = marks[id] ?? (isSecret ? .secret : .plain)
    return text.fields(member.value).map { $0.field(mark) }
  }

  private func parts(of member: FormValue.Member, _ form: BodyForm) -> [DraftPart] {
    let values: [FormValue] =
      if case .list(let values) = member.value { values } else { [member.value] }
    let encoding = form.encodings[member.name]
    return values.map { value in
      switch value {
      case .file(let path):
        return DraftPart(name: member.name, path: path, mediaType: encoding?.partType)
      case .object, .list:
        return DraftPart(
          name: member.name, value: value.json(),
          mediaType: encoding?.partType ?? "application/json")
      case .null, .text, .bare:
        return DraftPart(
          name: member.name, value: ParameterText.text(value), mediaType: encoding?.partType)
      }
    }
  }
}

extension BodyForm {
  /// True for the default media type of JSON, and for a range such as `application/*+json`, which is not a
  /// concrete type.
  var isPlainJSON: Bool { mediaType == "application/json" || MediaType.isRange(mediaType) }
}

extension FieldEncoding {
  /// Whether the style applies: a content type takes precedence over it.
  var hasStyle: Bool { contentType?.isEmpty != false }

  /// The media type of a part; nil when the encoding names none, several or a range. The name of a file then
  /// determines its type.
  var partType: String? {
    guard let contentType, !contentType.contains(byte: ","), !contentType.contains(byte: "*") else {
      return nil
    }
    return contentType
  }
}
