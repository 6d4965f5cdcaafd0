import ClientModel
import Testing

@testable import ClientCatalogs

@Suite struct CatalogReadingTests {
  static let pets = """
    openapi: 3.0.3
    info: {title: Pets, version: 1.0.0, description: All about pets}
    servers: [{url: "https://{where}.example.com/v1", variables: {where: {default: eu, enum: [eu, us]}}}]
    tags:
      - {name: dogs, description: Those that bark}
    security: [{key: []}]
    paths:
      /pets/{id}:
        parameters:
          - {name: id, in: path, required: true, schema: {type: integer, format: int64}}
        get:
          operationId: getPet
          tags: [pets]
          parameters:
            - $ref: '#/components/parameters/Fields'
            - {name: X-Trace, in: header, schema: {type: string, format: uuid}}
          responses:
            200: {description: The pet}
            default: {$ref: '#/components/responses/Bad'}
        put:
          tags: [dogs]
          requestBody:
            required: true
            content:
              application/json:
                schema: {$ref: '#/components/schemas/Pet'}
                example: {name: Rex}
    components:
      parameters:
        Fields:
          name: fields
          in: query
          description: What to show
          explode: false
          schema: {type: array, items: {type: string, enum: [name, age]}}
      responses:
        Bad: {description: Something went wrong}
      securitySchemes:
        key: {type: apiKey, in: header, name: X-Key}
      schemas:
        Pet:
          type: object
          required: [name]
          properties:
            name: {type: string, minLength: 1}
            mother: {$ref: '#/components/schemas/Pet'}
            born: {type: string, format: date, nullable: true}
    """

  @Test func `a document becomes endpoints in the groups of their tags`() throws {
    let catalog = try Catalog.read(text: Self.pets, name: "pets")
    #expect(catalog.problems == [])
    #expect(catalog.title == "Pets")
    #expect(catalog.version == "1.0.0")
    #expect(catalog.groups.map(\.name) == ["dogs", "pets"])
    #expect(catalog.groups[0].summary == "Those that bark")
    let get = try #require(catalog.endpoint("getPet"))
    #expect(get.method == .get)
    #expect(get.path == "/pets/{id}")
    #expect(get.parameters.map(\.name) == ["id", "fields", "X-Trace"])
    #expect(get.parameters.map(\.place) == [.path, .query, .header])
    #expect(get.parameters.map(\.isRequired) == [true, false, false])
    #expect(get.security == [["key"]])
    #expect(
      get.responses == [
        ResponseNote(status: "200", text: "The pet"),
        ResponseNote(status: "default", text: "Something went wrong"),
      ])
    #expect(catalog.securitySchemes == ["key": .key(name: "X-Key", in: .header)])
    #expect(catalog.servers[0].variables[0].choices == ["eu", "us"])
  }

  @Test func `a parameter in components has its style, its list and its choices`() throws {
    let catalog = try Catalog.read(text: Self.pets, name: "pets")
    let fields = try #require(catalog.endpoint("getPet")?.parameters[1])
    #expect(fields.style == .form)
    #expect(!fields.explode)
    #expect(fields.summary == "What to show")
    guard case .list(let item) = catalog.schema(fields.schema).kind else {
      Issue.record("no list")
      return
    }
    #expect(catalog.schema(item).kind == .text)
    #expect(catalog.schema(item).choices == ["\"name\"", "\"age\""])
  }

  @Test func `a schema may hold itself`() throws {
    let catalog = try Catalog.read(text: Self.pets, name: "pets")
    let body = try #require(catalog.endpoint("PUT /pets/{id}")?.bodies.first)
    #expect(body.example == #"{"name":"Rex"}"#)
    let pet = try #require(body.schema)
    guard case .object(let properties, others: nil) = catalog.schema(pet).kind else {
      Issue.record("no object")
      return
    }
    #expect(properties.map(\.name) == ["name", "mother", "born"])
    #expect(properties.map(\.isRequired) == [true, false, false])
    #expect(properties[1].schema == pet)
    #expect(catalog.schema(properties[0].schema).bounds.minimumLength == 1)
    #expect(catalog.schema(properties[2].schema).isNullable)
    #expect(catalog.schema(properties[2].schema).format == "date")
  }

  @Test func `JSON and YAML of the same document are the same catalog`() throws {
    let yaml = """
      openapi: 3.1.0
      info: {title: "T\\u00e9", version: '1'}
      paths:
        /a: {get: {operationId: a, responses: {'200': {description: ok}}}}
      """
    let json = #"""
      {"openapi": "3.1.0", "info": {"title": "T\u00e9", "version": "1"},
       "paths": {"/a": {"get": {"operationId": "a", "responses": {"200": {"description": "ok"}}}}}}
      """#
    let (left, right) = (
      try Catalog.read(text: yaml, name: "one"), try Catalog.read(text: json, name: "one")
    )
    #expect(left.title == "Té")
    #expect(left.groups == right.groups)
    #expect(left.title == right.title)
    #expect(right.problems == [])
  }
}
