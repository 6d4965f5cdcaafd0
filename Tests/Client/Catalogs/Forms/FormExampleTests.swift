import ClientModel
import Testing

@testable import ClientCatalogs

struct FormExampleTests {
  @Test(arguments: BundledCatalogs.names, [EndpointForm.Extent.required, .everything])
  func `each endpoint of a bundled catalog has an example without a problem`(
    name: String, extent: EndpointForm.Extent
  ) throws {
    let text = try #require(BundledCatalogs.text(of: name))
    let catalog = try Catalog.read(text: text, name: name)
    for endpoint in catalog.groups.flatMap(\.endpoints) {
      var form = EndpointForm(endpoint, in: catalog)
      form.fillExample(extent)
      #expect(form.problems == [], "\(endpoint.id)")
      #expect(Wire(form.draft()) != nil, "\(endpoint.id)")
      let again = EndpointForm(reading: form.draft(), endpoint, in: catalog)
      #expect(again.normalDraft() == form.draft(), "\(endpoint.id)")
      #expect(again.problems == [], "\(endpoint.id)")
    }
  }

  /// A document with one operation, whose body has this media type object.
  private static func document(_ media: String) -> String {
    """
    openapi: 3.1.0
    info: {title: Shop, version: '1'}
    paths:
      /books:
        post:
          operationId: add
          requestBody: {$ref: '#/components/requestBodies/book'}
          responses: {'201': {description: ok}}
    components:
      requestBodies: {book: {required: true, content: {application/json: \(media)}}}
      examples:
        weir: {value: {title: The Weir, year: 1997}}
        link: {$ref: '#/components/examples/weir'}
      schemas:
        plain: {type: object, required: [title], properties: {title: {type: string}, year: {type: integer}}}
        own: {allOf: [{$ref: '#/components/schemas/plain'}], example: {title: The Weir, year: 1997}}
        list: {allOf: [{$ref: '#/components/schemas/plain'}], examples: [{title: The Weir, year: 1997}, {title: Other}]}
        title: {type: string, example: The Weir}
        parts: {type: object, required: [title], properties: {title: {$ref: '#/components/schemas/title'}, year: {type: integer, examples: [1997]}, author: {type: string}}}
        part: {type: object, properties: {year: {type: integer}}, example: {year: 1997}}
        joined: {allOf: [{type: object, required: [title], properties: {title: {$ref: '#/components/schemas/title'}}}, {$ref: '#/components/schemas/part'}]}
    """
  }

  @Test(arguments: [
    "{schema: {$ref: '#/components/schemas/plain'}, example: {title: The Weir, year: 1997}}",
    "{schema: {$ref: '#/components/schemas/plain'}, example: '{\"title\": \"The Weir\", \"year\": 1997}'}",
    "{schema: {$ref: '#/components/schemas/plain'}, examples: {a: {value: {title: The Weir, year: 1997}}}}",
    "{schema: {$ref: '#/components/schemas/plain'}, examples: {a: {$ref: '#/components/examples/link'}}}",
    "{schema: {$ref: '#/components/schemas/own'}}",
    "{schema: {$ref: '#/components/schemas/list'}}",
    "{schema: {$ref: '#/components/schemas/parts'}}",
    "{schema: {$ref: '#/components/schemas/joined'}}",
    "{schema: {oneOf: [{$ref: '#/components/schemas/own'}]}}",
  ]) func `a new request gets the example of the document, wherever it is`(media: String) throws {
    let catalog = try Catalog.read(text: Self.document(media), name: "shop")
    let endpoint = try #require(catalog.endpoint("add"))
    // The interface reads the form from the request that it opened.
    let draft = EndpointForm(endpoint, in: catalog).draft()
    for var form in [
      EndpointForm(endpoint, in: catalog), EndpointForm(reading: draft, endpoint, in: catalog),
    ] {
      form.fillExample()
      guard case .json(let text) = form.draft().body else {
        Issue.record("\(form.draft().body)")
        continue
      }
      let value = try #require(FormValue(json: text))
      guard case .object(let members) = value else {
        Issue.record("\(text)")
        continue
      }
      #expect(Set(members.map(\.name)) == ["title", "year"], "\(text)")
      #expect(members.contains { $0.name == "title" && $0.value == .text("The Weir") })
      #expect(members.contains { $0.name == "year" && $0.value == .bare("1997") })
    }
  }

  @Test func `an example replaces nothing that the user typed`() throws {
    let media = "{schema: {$ref: '#/components/schemas/own'}}"
    let catalog = try Catalog.read(text: Self.document(media), name: "shop")
    var form = EndpointForm(try #require(catalog.endpoint("add")), in: catalog)
    form.set("Mine", for: FieldID.body.property("title"))
    form.fillExample()
    #expect(form.draft().body == .json("{\n  \"title\": \"Mine\"\n}"))
  }

  @Test(arguments: 0..<300)
  func `what an example fills in is without a problem`(seed: Int) {
    var random = RandomForms(seed: seed)
    for extent in [EndpointForm.Extent.required, .everything] {
      var form = random.empty()
      form.fillExample(extent)
      // An object that must contain itself has no example.
      let holds = form.problems.filter { form.holdsAnswer($0.field) }
      #expect(holds == [], "seed \(seed)")
    }
  }

  @Test(arguments: [
    "^[A-Z]{2}-\\d{4}$", "^(foo|bar)+$", "[^a-z]", "^\\w+@\\w+\\.com$",
    "^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$",
    "^\\+?[1-9]\\d{1,14}$", "^[^\\s@]+$", "^$|^x", ".*", "^#[0-9A-Fa-f]{6}$", "a\\/b",
    "^[\\w.-]{3,5}$",
  ]) func `a pattern has a text that fits it`(pattern: String) throws {
    var sketch = CatalogSketch()
    let schema = sketch.add(.text) { $0.bounds.pattern = pattern }
    var form = sketch.form(.get, "/x", [.sketch("q", schema, isRequired: true)])
    form.fillExample()
    #expect(form.problems == [])
    let value = try #require(form.draft().query.first?.value)
    #expect(try #require(TextPattern(pattern)).fits(value) == true)
  }

  /// A repetition within a repetition takes a time that doubles with each letter.
  @Test(arguments: ["^(a+)+$", "^(a+\u{301}?)+$", "^(?:[a-z]*b?)*\u{301}?$", "^((a+)\u{301}?)+$"])
  func `a pattern that repeats a repetition measures no long text`(pattern: String) {
    let text = String(repeating: "a", count: 40) + "!"
    #expect(TextPattern(pattern)?.fits(text) == nil)
  }

  @Test func `examples are within the bounds`() {
    var sketch = CatalogSketch()
    func check(_ kind: Schema.Kind, _ expected: String, _ change: (inout Schema) -> Void) {
      let schema = sketch.add(kind, change)
      var form = sketch.form(.get, "/x", [.sketch("q", schema, isRequired: true)])
      form.fillExample()
      #expect(form.draft().query.map(\.value) == [expected])
      #expect(form.problems == [])
    }
    check(.integer, "6") {
      $0.bounds.minimum = 5
      $0.bounds.multipleOf = 3
    }
    check(.number, "0.5") {
      $0.bounds.minimum = 0
      $0.bounds.maximum = 1
      $0.bounds.isMinimumExclusive = true
      $0.bounds.isMaximumExclusive = true
    }
    check(.integer, "-7") { $0.bounds.maximum = -7 }
    check(.text, "exa") { $0.bounds.maximumLength = 3 }
    check(.text, "examplexxx") { $0.bounds.minimumLength = 10 }
    check(.text, "2026-01-31") { $0.format = "date" }
    check(.text, "from the catalog") { $0.example = "\"from the catalog\"" }
    check(.text, "b") {
      $0.choices = ["\"b\"", "\"c\""]
      $0.example = "\"d\""
    }
  }

  @Test func `an object has as many members as its bounds say`() {
    var sketch = CatalogSketch()
    let text = sketch.add(.text)
    let body = sketch.object([("a", text), ("b", text)])
    sketch.schemas[body].bounds.minimumProperties = 1
    sketch.schemas[body].bounds.maximumProperties = 1
    var form = sketch.form(
      .post, "/x", bodies: [.sketch("application/json", body)], isBodyRequired: true)
    #expect(form.problems.map(\.whatToDo) == ["Give it at least 1."])
    for extent in [EndpointForm.Extent.required, .everything] {
      var filled = form
      filled.fillExample(extent)
      #expect(filled.problems == [])
      #expect(filled.draft().body == .json("{\n  \"a\": \"example\"\n}"))
    }
    form.set("x", for: FieldID.body.property("a"))
    #expect(form.problems == [])
    form.set("x", for: FieldID.body.property("b"))
    #expect(form.problems.map(\.whatToDo) == ["Keep at most 1."])
  }

  @Test func `a tree ends, and what must contain itself has no example`() {
    var sketch = CatalogSketch()
    let text = sketch.add(.text)
    let node = sketch.schemas.reserve()
    let nodes = sketch.add(.list(of: node))
    sketch.schemas[node] = Schema(
      .object(
        [
          .init(name: "name", schema: text, isRequired: true),
          .init(name: "children", schema: nodes, isRequired: false),
        ], others: nil))
    var form = sketch.form(
      .post, "/x", bodies: [.sketch("application/json", node)], isBodyRequired: true)
    form.fillExample(.everything)
    #expect(form.problems == [])
    #expect(form.draft().body == .json("{\n  \"name\": \"example\"\n}"))
    sketch.schemas[node] = Schema(
      .object([.init(name: "self", schema: node, isRequired: true)], others: nil))
    form = sketch.form(
      .post, "/x", bodies: [.sketch("application/json", node)], isBodyRequired: true)
    form.fillExample(.everything)
    #expect(!form.problems.isEmpty)
  }
}
