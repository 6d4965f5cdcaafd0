import ClientModel

extension Endpoint: CompiledValue {
  static let blank = Endpoint(
    id: "", method: .get, path: "", summary: "", description: "", isDeprecated: false,
    parameters: [], bodies: [], isBodyRequired: false, security: [], responses: [], servers: [],
    rules: EndpointRules())

  func coded(by coder: inout some CompiledCoder) -> Endpoint {
    if !coder.flag(security == coder.shared.security) {
      coder.shared.security = coder.code(security)
    }
    if !coder.flag(rules == coder.shared.rules) { coder.shared.rules = coder.code(rules) }
    return Endpoint(
      id: coder.code(id), method: coder.code(method), path: coder.code(path),
      summary: coder.code(summary), description: coder.code(description),
      isDeprecated: coder.code(isDeprecated), parameters: coder.code(parameters),
      bodies: coder.code(bodies), isBodyRequired: coder.code(isBodyRequired),
      security: coder.shared.security, responses: coder.code(responses),
      servers: coder.code(servers), rules: coder.shared.rules)
  }
}

extension HTTPMethod: CompiledValue {
  static let blank = HTTPMethod.get

  func coded(by coder: inout some CompiledCoder) -> HTTPMethod {
    HTTPMethod(coder.text(rawValue)) ?? coder.damaged(self)
  }
}

extension Parameter: CompiledValue {
  static let blank = Parameter.undescribed("", schema: .blank)

  func coded(by coder: inout some CompiledCoder) -> Parameter {
    Parameter(
      name: coder.code(name), place: coder.code(place), isRequired: coder.code(isRequired),
      isDeprecated: coder.code(isDeprecated), summary: coder.code(summary),
      schema: coder.code(schema), style: coder.code(style), explode: coder.code(explode),
      allowsReserved: coder.code(allowsReserved), example: coder.code(example),
      isJSON: coder.code(isJSON))
  }
}

extension Parameter.Location: CompiledValue { static let blank = Self.query }
extension Parameter.Style: CompiledValue { static let blank = Self.form }

extension BodyForm: CompiledValue {
  static let blank = BodyForm(mediaType: "", schema: nil, example: nil, encodings: [:])

  func coded(by coder: inout some CompiledCoder) -> BodyForm {
    BodyForm(
      mediaType: coder.code(mediaType), schema: coder.code(schema), example: coder.code(example),
      encodings: coder.code(encodings))
  }
}

extension FieldEncoding: CompiledValue {
  static let blank = FieldEncoding(contentType: nil, style: .form, explode: false)

  func coded(by coder: inout some CompiledCoder) -> FieldEncoding {
    FieldEncoding(
      contentType: coder.code(contentType), style: coder.code(style), explode: coder.code(explode))
  }
}

extension ResponseNote: CompiledValue {
  static let blank = ResponseNote(status: "", text: "")

  func coded(by coder: inout some CompiledCoder) -> ResponseNote {
    ResponseNote(
      status: coder.code(status), text: coder.code(text), mediaTypes: coder.code(mediaTypes))
  }
}
