import ClientModel
import ClientPipeline

@testable import ClientCatalogs

/// A catalog written by hand, for tests of forms.
struct CatalogSketch {
  var schemas = SchemaTable()
  var servers = [CatalogServer(url: "https://api.example.com/v1", summary: "", variables: [])]
  var security: [String: SecurityScheme] = [:]

  mutating func add(_ schema: Schema) -> SchemaID {
    let id = schemas.reserve()
    schemas[id] = schema
    return id
  }

  mutating func add(_ kind: Schema.Kind, _ change: (inout Schema) -> Void = { _ in }) -> SchemaID {
    var schema = Schema(kind)
    change(&schema)
    return add(schema)
  }

  mutating func list(_ kind: Schema.Kind = .text, choices: [String] = []) -> SchemaID {
    let item = add(kind) { $0.choices = choices.map { "\"\($0)\"" } }
    return add(.list(of: item))
  }

  mutating func object(
    _ properties: [(String, SchemaID)], required: Set<String> = [], others: SchemaID? = nil
  ) -> SchemaID {
    add(
      .object(
        properties.map {
          Schema.Property(name: $0.0, schema: $0.1, isRequired: required.contains($0.0))
        }, others: others))
  }

  func catalog(_ endpoints: [Endpoint] = []) -> Catalog {
    Catalog(
      name: "sketch", title: "Sketch", version: "1", summary: "", servers: servers,
      groups: [EndpointGroup(name: "", summary: "", endpoints: endpoints)], problems: [],
      securitySchemes: security, outcome: nil, schemas: schemas)
  }

  func form(
    _ method: HTTPMethod = .get, _ path: String, _ parameters: [Parameter] = [],
    bodies: [BodyForm] = [], isBodyRequired: Bool = false, security: [[String]] = [],
    responses: [ResponseNote] = [], rules: EndpointRules = EndpointRules()
  ) -> EndpointForm {
    let endpoint = Endpoint(
      id: "\(method) \(path)", method: method, path: path, summary: "", description: "",
      isDeprecated: false, parameters: parameters, bodies: bodies, isBodyRequired: isBodyRequired,
      security: security, responses: responses, servers: [], rules: rules)
    return EndpointForm(endpoint, in: catalog([endpoint]))
  }
}

extension Parameter {
  static func sketch(
    _ name: String, _ schema: SchemaID, isRequired: Bool = false, style: Style? = nil,
    explode: Bool? = nil, allowsReserved: Bool = false
  ) -> Parameter {
    sketch(
      name, .query, schema, isRequired: isRequired, style: style, explode: explode,
      allowsReserved: allowsReserved)
  }

  static func sketch(
    _ name: String, _ place: Location, _ schema: SchemaID, isRequired: Bool = false,
    isDeprecated: Bool = false, style: Style? = nil, explode: Bool? = nil,
    allowsReserved: Bool = false, isJSON: Bool = false
  ) -> Parameter {
    let style = style ?? (place == .query || place == .cookie ? .form : .simple)
    return Parameter(
      name: name, place: place, isRequired: isRequired || place == .path,
      isDeprecated: isDeprecated, summary: "", schema: schema, style: style,
      explode: explode ?? (style == .form), allowsReserved: allowsReserved, example: nil,
      isJSON: isJSON)
  }
}

extension BodyForm {
  static func sketch(
    _ mediaType: String = "application/json", _ schema: SchemaID?,
    encodings: [String: FieldEncoding] = [:]
  ) -> BodyForm {
    BodyForm(mediaType: mediaType, schema: schema, example: nil, encodings: encodings)
  }
}

extension EndpointForm {
  /// The request as it would go on the wire.
  func prepared(
    _ values: [String: SensitiveText] = [:]
  ) throws(DraftProblems) -> PreparedRequest {
    let preparation = Preparation(
      environment: Environment(name: "test", values: values), files: .assumed,
      random: RandomSource { Array(repeating: 0xAB, count: $0) })
    return try preparation.prepare(draft())
  }

  /// Path and query as they leave.
  func target(_ values: [String: SensitiveText] = [:]) throws -> String {
    let url = try prepared(values).url
    return String(url.dropFirst("https://api.example.com/v1".count))
  }
}
