import ClientModel

extension Catalog: CompiledValue {
  static let blank = Catalog(
    name: "", title: "", version: "", summary: "", servers: [], groups: [], problems: [],
    securitySchemes: [:], outcome: nil, schemas: SchemaTable())

  func coded(by coder: inout some CompiledCoder) -> Catalog {
    // The schemas are coded first, because endpoints refer to them by number.
    let schemas = coder.code(schemas)
    return Catalog(
      name: coder.code(name), title: coder.code(title), version: coder.code(version),
      summary: coder.code(summary), servers: coder.code(servers), groups: coder.code(groups),
      problems: coder.code(problems), securitySchemes: coder.code(securitySchemes),
      outcome: coder.code(outcome), schemas: schemas,
      missingEndpoints: coder.code(missingEndpoints))
  }
}

extension EndpointGroup: CompiledValue {
  static let blank = EndpointGroup(name: "", summary: "", endpoints: [])

  func coded(by coder: inout some CompiledCoder) -> EndpointGroup {
    EndpointGroup(
      name: coder.code(name), summary: coder.code(summary), endpoints: coder.code(endpoints))
  }
}

extension CatalogServer: CompiledValue {
  static let blank = CatalogServer(url: "", summary: "", variables: [])

  func coded(by coder: inout some CompiledCoder) -> CatalogServer {
    CatalogServer(
      url: coder.code(url), summary: coder.code(summary), variables: coder.code(variables))
  }
}

extension CatalogServer.Variable: CompiledValue {
  static let blank = Self(name: "", defaultValue: "", choices: [], summary: "")

  func coded(by coder: inout some CompiledCoder) -> Self {
    Self(
      name: coder.code(name), defaultValue: coder.code(defaultValue), choices: coder.code(choices),
      summary: coder.code(summary))
  }
}

extension CatalogProblem: CompiledValue {
  static let blank = CatalogProblem(place: "", what: "", why: "", whatToDo: "")

  func coded(by coder: inout some CompiledCoder) -> CatalogProblem {
    CatalogProblem(
      place: coder.code(place), what: coder.code(what), why: coder.code(why),
      whatToDo: coder.code(whatToDo))
  }
}

extension SecurityScheme: CompiledValue {
  static let blank = SecurityScheme.other("")

  func coded(by coder: inout some CompiledCoder) -> SecurityScheme {
    var (number, text, place, code): (UInt8, String, Parameter.Location, UInt8) = (0, "", .query, 0)
    switch self {
    case .key(let name, let own): (number, text, place) = (0, name, own)
    case .formKey(let name, let own): (number, text, place) = (1, name, own)
    case .http(let scheme): (number, code) = (2, scheme.code)
    case .other(let words): (number, text) = (3, words)
    }
    switch coder.byte(number) {
    case 0: return .key(name: coder.code(text), in: coder.code(place))
    case 1: return .formKey(name: coder.code(text), otherwise: coder.code(place))
    case 2: return AuthScheme(code: coder.byte(code)).map { .http($0) } ?? coder.damaged(self)
    case 3: return .other(coder.code(text))
    default: return coder.damaged(self)
    }
  }
}
