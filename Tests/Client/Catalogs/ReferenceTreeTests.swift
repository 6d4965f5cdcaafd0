import ClientModel
import Glibc
import TestSupport
import Testing

@testable import ClientCatalogs

/// Documents whose parts stand in many files, and in places where OpenAPI names no `$ref`.
@Suite struct ReferenceTreeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(_ name: String = "api.yaml") throws -> Catalog {
    try CatalogImport.read(folder.path(name)).catalog
  }

  /// The document, opened from the workspace it was imported into.
  private func opened(_ name: String = "api.yaml") throws -> Catalog {
    try CatalogFolder(workspace: folder.path).open(CatalogFile(name: name, path: name))
  }

  private func writeTree() throws {
    try folder.write(
      "api.yaml",
      """
      openapi: 3.0.3
      info: {$ref: info.yaml}
      tags: {$ref: info.yaml#/tags}
      paths:
        $ref: paths/index.yaml
        /own:
          get: {$ref: ./paths/users.yaml#/get, operationId: own}
      components:
        schemas: {$ref: schemas/_index.yaml}
        securitySchemes:
          key: {$ref: shared/security.yaml#/components/securitySchemes/key}
      """)
    try folder.write(
      "info.yaml",
      """
      title: Tree
      version: "1"
      description: {$ref: texts/about.md}
      tags: [{name: users, description: People}]
      """)
    try folder.write("texts/about.md", "All: about it.")
    try folder.write(
      "paths/index.yaml",
      """
      /users:
        get: {$ref: users.yaml#/get}
        post: {$ref: "./deep/er/post-user.yaml"}
        parameters: {$ref: ../shared/parameters.yaml}
      /users/{id}: {$ref: user.yaml}
      """)
    try folder.write(
      "paths/users.yaml",
      """
      get:
        operationId: listUsers
        tags: [users]
        summary: All users
        security: [{key: []}]
        parameters: [{$ref: "../shared/parameters.yaml#/1"}]
        responses: {$ref: ../shared/responses.yaml}
      """)
    try folder.write(
      "paths/deep/er/post-user.yaml",
      """
      operationId: addUser
      requestBody:
        content:
          application/json: {$ref: ../../../shared/bodies.yaml#/components/user}
      responses: {}
      """)
    try folder.write(
      "paths/user.yaml",
      """
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      get: {$ref: ./users.yaml#/get, operationId: oneUser}
      """)
    try folder.write(
      "shared/parameters.yaml",
      """
      - {name: page, in: query, schema: {type: integer}}
      - {name: size, in: query, schema: {$ref: ../schemas/_index.yaml#/Size}}
      """)
    try folder.write("shared/responses.yaml", "'200': {description: Fine.}")
    try folder.write(
      "shared/bodies.yaml", "components: {user: {schema: {$ref: ../schemas/user.yaml}}}")
    try folder.write(
      "shared/security.yaml",
      "components: {securitySchemes: {key: {type: apiKey, in: header, name: K}}}")
    try folder.write("schemas/_index.yaml", "Size: {type: integer, maximum: 9}")
    try folder.write(
      "schemas/user.yaml",
      """
      type: object
      properties: {$ref: properties.yaml}
      """)
    try folder.write(
      "schemas/properties.yaml",
      """
      name: {type: string}
      friend: {$ref: ./user.yaml}
      """)
  }

  @Test(arguments: [true, false])
  func `an operation and all around it may stand in other files`(isImport: Bool) throws {
    try writeTree()
    let catalog = isImport ? try read() : try opened()
    #expect(catalog.problems == [])
    #expect(catalog.missingEndpoints == 0)
    #expect(catalog.title == "Tree")
    #expect(catalog.summary == "All: about it.")
    #expect(Set(catalog.endpoints.map(\.id)) == ["listUsers", "addUser", "oneUser", "own"])
    let list = try #require(catalog.endpoints.first { $0.path == "/users" && $0.method == .get })
    #expect(list.summary == "All users")
    #expect(list.parameters.map(\.name) == ["page", "size"])
    #expect(catalog.schema(list.parameters[1].schema).bounds.maximum == 9)
    #expect(list.security == [["key"]])
    #expect(list.responses.map(\.text) == ["Fine."])
    #expect(catalog.securitySchemes["key"] == .key(name: "K", in: .header))
    #expect(catalog.groups.first { $0.name == "users" }?.summary == "People")
    let body = try #require(catalog.endpoint("addUser")?.bodies.first?.schema)
    #expect(catalog.words(body, depth: 1).contains("object(name text, friend "))
  }

  @Test func `what stands beside the reference of an operation counts first`() throws {
    try writeTree()
    let own = try #require(try read().endpoints.first { $0.path == "/own" })
    #expect(own.id == "own")
    #expect(own.summary == "All users")
  }

  @Test func `there may be any number of files`() throws {
    var paths = ""
    for number in 0..<700 {
      paths += "  /p\(number): {get: {$ref: ops/o\(number).yaml}}\n"
      try folder.write(
        "ops/o\(number).yaml", "operationId: o\(number)\nresponses: {'200': {description: D}}\n")
    }
    try folder.write("api.yaml", "openapi: 3.0.3\ninfo: {title: T, version: '1'}\npaths:\n\(paths)")
    let new = try CatalogImport.read(folder.path("api.yaml"))
    #expect(new.catalog.problems == [])
    #expect(new.catalog.endpoints.map(\.id) == (0..<700).map { "o\($0)" })
    #expect(new.files.count == 701)
  }

  @Test func `files that come to too much together are refused by name`() throws {
    try folder.write(
      "api.yaml",
      """
      openapi: 3.0.3
      info: {title: T, version: '1'}
      paths:
        /a: {get: {$ref: a.yaml}}
        /b: {get: {$ref: b.yaml}}
        /c: {get: {responses: {}, summary: C}}
      """)
    try folder.write("a.yaml", "operationId: a")
    try folder.write("b.yaml", "")
    // As large as one file may be, and so too large beside another one.
    #expect(truncate(folder.path("b.yaml"), 64_000_000) == 0)
    let catalog = try read()
    #expect(catalog.endpoints.map(\.id) == ["a", "GET /c"])
    #expect(catalog.missingEndpoints == 1)
    #expect(
      catalog.problems.contains {
        $0.why.contains(
          "With this file, the document and the files it refers to have more than 64 MB. (b.yaml:1:1)"
        )
      }, "\(catalog.problems)")
  }

  @Test func `references that lead back to themselves end`() throws {
    try folder.write(
      "api.yaml",
      """
      openapi: 3.0.3
      info: {title: T, version: '1'}
      paths:
        /a: {get: {$ref: a.yaml}}
        /b: {$ref: "#/paths/~1b"}
        /c: {get: {responses: {}}}
      """)
    try folder.write("a.yaml", "$ref: b.yaml")
    try folder.write("b.yaml", "$ref: ./a.yaml")
    let catalog = try read()
    #expect(catalog.endpoints.map(\.path) == ["/c"])
    #expect(catalog.missingEndpoints == 2)
    #expect(catalog.problems.contains { $0.why.contains("leads back to itself") })
  }

  @Test func `an operation whose file is not there is missing, and said to be`() throws {
    try folder.write(
      "api.yaml",
      """
      openapi: 3.0.3
      info: {title: T, version: '1'}
      paths:
        /a: {get: {$ref: none.yaml}, put: {summary: Put}}
      """)
    let catalog = try read()
    #expect(catalog.endpoints.map(\.id) == ["PUT /a"])
    #expect(catalog.missingEndpoints == 1)
    #expect(
      catalog.problems.map(\.what) == ["GET /a is left out.", "`none.yaml` is left out."],
      "\(catalog.problems)")
  }

  @Test func `separators are found before combining marks`() throws {
    let mark = "\u{301}"
    try folder.write(
      "api.yaml",
      """
      openapi: 3.0.3
      info: {title: T, version: '1'}
      servers: [{url: "https://{host}\(mark).example/", variables: {host: {default: h}}}]
      paths:
        "/a/{id}\(mark)": {get: {$ref: "./\(mark)x.yaml#/\(mark)get"}}
        "/up": {get: {$ref: "../\(mark)secret.yaml"}}
      """)
    try folder.write("\(mark)x.yaml", "\"\(mark)get\": {operationId: \"x#\(mark)y\"}")
    let catalog = try read()
    let endpoint = try #require(catalog.endpoints.first)
    #expect(endpoint.id == "x#\(mark)y")
    #expect(endpoint.parameters.map(\.name) == ["id"])
    #expect(catalog.problems.contains { $0.why == "It leads outside the document's folder." })
    var form = EndpointForm(endpoint, in: catalog)
    form.set("7", for: .parameter(.path, "id"))
    #expect(form.draft().url == "https://h\(mark).example/a/{id}\(mark)")
    #expect(EndpointName("shop#\(mark)x") == EndpointName(catalog: "shop", endpoint: "\(mark)x"))
  }
}
