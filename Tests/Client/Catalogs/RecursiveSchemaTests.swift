import ClientModel
import TestSupport
import Testing

@testable import ClientCatalogs

/// Schemas that lead back to themselves in every way the specification offers. A form, a check, an example and
/// a name walk through them and end.
struct RecursiveSchemaTests {
  private static func document(_ schemas: String) -> String {
    """
    openapi: 3.1.0
    info: {title: T, version: '1'}
    servers: [{url: 'https://api.example.com/v1'}]
    paths:
      /p:
        post:
          operationId: p
          requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}
          responses: {}
      /q:
        get:
          operationId: q
          parameters:
            - {name: f, in: query, schema: {$ref: '#/components/schemas/A'}}
            - {name: h, in: header, schema: {$ref: '#/components/schemas/A'}}
            - {name: d, in: query, style: deepObject, schema: {$ref: '#/components/schemas/A'}}
          responses: {}
      /f:
        post:
          operationId: f
          requestBody: {content: {multipart/form-data: {schema: {type: object, properties: {part: {$ref: '#/components/schemas/A'}}}}}}
          responses: {}
    components:
      schemas:
    """ + schemas.split(separator: "\n").map { "\n    \($0)" }.joined()
  }

  /// Everything that walks through a schema.
  private func walk(_ catalog: Catalog, _ value: String) throws {
    for id in ["p", "q", "f"] {
      let endpoint = try #require(catalog.endpoint(id))
      var form = EndpointForm(endpoint, in: catalog)
      #expect(!form.names.contains(""))
      for extent in [EndpointForm.Extent.required, .everything] {
        var example = form
        example.fillExample(extent)
        _ = (example.rows, example.draft(), example.problems)
      }
      for name in ["body", "f", "h", "d", "part"] {
        for path in [name, name + ".x.y.z", name + ".child.child.kind"] {
          var given = form
          do throws(EndpointForm.Refusal) {
            try given.give(.json(value), to: path)
            try given.give(.texts(["some text"]), to: path)
          } catch {
            #expect(error != .noJSON)
          }
          _ = (given.rows, given.problems, given.draft())
        }
      }
      for _ in 0..<4 {
        for row in form.rows {
          if row.fold == .closed { form.unfold(row.id) }
          if case .alternatives = row.kind, !row.isGiven { form.choose(0, for: row.id) }
          if row.kind == .list, !row.isGiven { form.addItem(to: row.id) }
        }
      }
      #expect(form.rows.count < 10_000)
      _ = EndpointForm(reading: form.draft(), endpoint, in: catalog).rows
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: RecursiveSchema.all)
  func `a schema that leads back to itself is walked to an end, and its value is sent`(
    one: RecursiveSchema
  ) throws {
    let catalog = try Catalog.read(text: Self.document(one.schemas), name: "loop")
    try walk(catalog, one.value)
    if let words = one.words { #expect(try catalog.body(of: "p") == words) }
    var form = EndpointForm(try #require(catalog.endpoint("p")), in: catalog)
    try form.give(.json(one.value), to: "body")
    guard case .json(let sent) = form.draft().body else {
      Issue.record("There is no JSON body.")
      return
    }
    #expect(FormValue(json: sent)?.sorted == FormValue(json: one.value)?.sorted)
    #expect(form.problems == [])
  }

  @Test func `a choice that leads back to itself is named with its place`() throws {
    let catalog = try Catalog.read(
      text: Self.document("A: {oneOf: [{$ref: '#/components/schemas/A'}, {type: string}]}"),
      name: "loop")
    #expect(
      catalog.problems.map(\.why) == ["Its `oneOf` or `anyOf` leads back to itself."])
    #expect(catalog.problems.map(\.place) == ["loop:25:8"])
  }

  // The limit only ends a test that hangs: beside all other tests, it takes minutes.
  @Test(.timeLimit(.minutes(10)))
  func `five thousand choices, references, parts and properties in a row end with a message`()
    throws
  {
    func chain(_ link: (Int) -> String) -> String {
      "A: \(RecursiveSchema.reference("S0"))\n"
        + (0..<5000).map { "S\($0): \(link($0 + 1))\n" }.joined() + "S5000: {type: object}"
    }
    let chains = [
      ("choices", chain { "{oneOf: [\(RecursiveSchema.reference("S\($0)")), {type: string}]}" }),
      ("parts", chain { "{allOf: [\(RecursiveSchema.reference("S\($0)"))]}" }),
      ("references", chain { RecursiveSchema.reference("S\($0)") }),
    ]
    for (name, schemas) in chains {
      let catalog = try Catalog.read(text: Self.document(schemas), name: name)
      #expect(!catalog.problems.isEmpty, "\(name)")
      try walk(catalog, #"{"x":1}"#)
    }
    // Nothing is wrong with properties, however deep they are: a form opens them one by one.
    let properties = chain {
      "{type: object, required: [p], properties: {p: \(RecursiveSchema.reference("S\($0)"))}}"
    }
    let catalog = try Catalog.read(text: Self.document(properties), name: "properties")
    #expect(catalog.problems == [])
    try walk(catalog, #"{"p":{"p":{"p":{}}}}"#)
  }

  @Test(.timeLimit(.minutes(1)))
  func `choices that double at each level are not walked twice`() throws {
    let schemas = (0..<45).map { level in
      let next = [1, 2].map { RecursiveSchema.reference("S\(level + 1)x\($0)") }.joined(
        separator: ", ")
      return [1, 2].map { "S\(level)x\($0): {oneOf: [\(next)]}\n" }.joined()
    }
    let text =
      "A: \(RecursiveSchema.reference("S0x1"))\n" + schemas.joined()
      + "S45x1: {type: object, properties: {x: {type: integer}}}\nS45x2: {type: integer}"
    try walk(try Catalog.read(text: Self.document(text), name: "dag"), #"{"x":1}"#)
  }

  @Test(.timeLimit(.minutes(1))) func `a required tree of ten branches ends`() throws {
    let schemas = (0..<20).map { level in
      let next = RecursiveSchema.reference("S\(level + 1)")
      let properties = (0..<10).map { "p\($0): \(next)" }.joined(separator: ", ")
      let names = (0..<10).map { "p\($0)" }.joined(separator: ", ")
      return "S\(level): {type: object, required: [\(names)], properties: {\(properties)}}\n"
    }
    let text = "A: \(RecursiveSchema.reference("S0"))\n" + schemas.joined() + "S20: {type: string}"
    let catalog = try Catalog.read(text: Self.document(text), name: "tree")
    var form = EndpointForm(try #require(catalog.endpoint("p")), in: catalog)
    form.fillExample(.everything)
    _ = form.problems
  }

  @Test func `a pattern of a hundred thousand groups is not measured`() throws {
    let pattern =
      String(repeating: "(", count: 100_000) + "a" + String(repeating: ")", count: 100_000)
    let catalog = try Catalog.read(
      text: Self.document("A: {type: string, pattern: '\(pattern)'}"), name: "pattern")
    try walk(catalog, #""a""#)
  }

  @Test(.timeLimit(.minutes(1))) func `a value as deep as a form reads is checked`() throws {
    let catalog = try Catalog.read(
      text: Self.document(
        "A: {oneOf: [{type: object, properties: {p: \(RecursiveSchema.reference("A"))}}, {type: string}]}"
      ),
      name: "deep")
    let levels = 190
    try walk(
      catalog,
      String(repeating: #"{"p":"#, count: levels) + "\"end\""
        + String(repeating: "}", count: levels))
    var form = EndpointForm(try #require(catalog.endpoint("p")), in: catalog)
    let deeper = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
    #expect(throws: EndpointForm.Refusal.noJSON) { try form.give(.json(deeper), to: "body") }
  }

  @Test(arguments: RecursiveFiles.all)
  func `files that lead back to one another are walked to an end`(files: RecursiveFiles) throws {
    let folder = try TemporaryFolder()
    try folder.write("work/catalogs/loop.yaml", Self.document(files.schema))
    for (name, text) in files.parts { try folder.write("work/catalogs/parts/\(name)", text) }
    let catalog = try CatalogFolder(workspace: folder.path("work"))
      .open(CatalogFile(name: "loop", path: "catalogs/loop.yaml"))
    try walk(catalog, files.value)
    if let words = files.words { #expect(try catalog.body(of: "p") == words) }
    var form = EndpointForm(try #require(catalog.endpoint("p")), in: catalog)
    try form.give(.json(files.value), to: "body")
    #expect(form.problems == [])
  }
}
