import ClientModel
import Testing

@testable import ClientCatalogs

/// Documents that are wrong in part: the part is named with its place, the rest opens.
@Suite struct BadCatalogTests {
  /// A document with one endpoint that is well and what is given of components.
  private func catalog(_ components: String, schema: String = "{$ref: '#/components/schemas/A'}")
    throws -> Catalog
  {
    try Catalog.read(
      text: """
        openapi: 3.1.0
        info: {title: T, version: '1'}
        paths:
          /well: {get: {operationId: well, responses: {}}}
          /a:
            post:
              operationId: a
              requestBody: {content: {application/json: {schema: \(schema)}}}
              responses: {}
        components:
        \(components)
        """, name: "bad")
  }

  private func expect(
    _ catalog: Catalog, _ place: String, why: String,
    location: SourceLocation = #_sourceLocation
  ) {
    #expect(catalog.endpoint("well") != nil, sourceLocation: location)
    #expect(catalog.endpoint("a") != nil, sourceLocation: location)
    let found = catalog.problems.contains { $0.place == place && $0.why.contains(why) }
    #expect(found, "\(catalog.problems)", sourceLocation: location)
    for problem in catalog.problems {
      #expect(!problem.what.isEmpty && !problem.why.isEmpty, sourceLocation: location)
      #expect(!problem.whatToDo.isEmpty, sourceLocation: location)
    }
  }

  @Test func `references that only lead to one another are a problem`() throws {
    let catalog = try catalog(
      """
        schemas:
          A: {$ref: '#/components/schemas/B'}
          B: {$ref: '#/components/schemas/A'}
      """)
    expect(catalog, "bad:12:15", why: "`#/components/schemas/B` leads back to itself.")
    #expect(try catalog.body(of: "a") == "any")
  }

  @Test func `a reference to itself is a problem`() throws {
    expect(
      try catalog("  schemas: {A: {$ref: '#/components/schemas/A'}}"), "bad:11:23",
      why: "leads back to itself")
  }

  @Test func `a parameter, body and response whose references go in a ring are left out`() throws {
    let catalog = try Catalog.read(
      text: """
        openapi: 3.0.3
        info: {title: T, version: '1'}
        paths:
          /a:
            get:
              operationId: a
              parameters: [{$ref: '#/components/parameters/P'}]
              requestBody: {$ref: '#/components/requestBodies/B'}
              responses: {'200': {$ref: '#/components/responses/R'}}
          /b: {$ref: '#/paths/~1b'}
        components:
          parameters: {P: {$ref: '#/components/parameters/P'}}
          requestBodies: {B: {$ref: '#/components/requestBodies/C'}, C: {$ref: '#/components/requestBodies/B'}}
          responses: {R: {$ref: '#/components/responses/R'}}
        """, name: "bad")
    #expect(catalog.endpoints.map(\.id) == ["a"])
    #expect(catalog.endpoints[0].parameters == [])
    #expect(
      catalog.problems.map(\.place) == ["bad:10:14", "bad:12:26", "bad:13:29", "bad:14:25"])
  }

  @Test(arguments: [
    "#/components/schemas/None", "#/components", "#/nowhere/at/all", "#none", "#/paths/0/x",
  ])
  func `a missing target is a problem at the reference`(reference: String) throws {
    let catalog = try catalog(
      "  schemas: {A: {type: object, properties: {x: {$ref: '\(reference)'}, y: {type: string}}}}")
    if reference != "#/components" {
      expect(catalog, "bad:11:54", why: "Its target does not exist.")
    }
    #expect(try catalog.body(of: "a").hasSuffix(", y text)"))
  }

  @Test func `an allOf that holds itself is a problem`() throws {
    let catalog = try catalog(
      """
        schemas:
          A: {allOf: [{$ref: '#/components/schemas/B'}, {properties: {x: {type: string}}}]}
          B: {allOf: [{$ref: '#/components/schemas/A'}]}
      """)
    expect(catalog, "bad:12:8", why: "leads back to itself")
    #expect(try catalog.body(of: "a") == "object(x text)")
  }

  @Test func `a hundred levels of allOf are read to the fiftieth`() throws {
    let deep =
      String(repeating: "{allOf: [", count: 100) + "{properties: {deep: {type: string}}}"
      + String(repeating: "]}", count: 100)
    let catalog = try catalog("  schemas: {A: \(deep)}")
    expect(catalog, "bad:11:475", why: "more than 50 levels of `allOf`")
  }

  @Test func `a chain of a hundred schemas joined by reference is not a hang`() throws {
    let schemas = (0..<100).map {
      "    S\($0): {allOf: [{$ref: '#/components/schemas/S\($0 + 1)'}], properties: {p\($0): {type: string}}}\n"
    }
    let catalog = try catalog(
      "  schemas:\n" + schemas.joined() + "    S100: {}\n    A: {$ref: '#/components/schemas/S0'}")
    #expect(catalog.problems.allSatisfy { $0.why.contains("more than 50 levels") })
    #expect(!catalog.problems.isEmpty)
  }

  @Test func `joining that would double at each level ends`() throws {
    // Each schema joins the next one twice, and each property does so again.
    let schemas = (0..<40).map {
      "    S\($0): {allOf: [{$ref: '#/components/schemas/S\($0 + 1)'}, {properties: {p: {$ref: '#/components/schemas/S\($0 + 1)'}, q: {allOf: [{$ref: '#/components/schemas/S\($0 + 1)'}]}}}]}\n"
    }
    let catalog = try catalog(
      "  schemas:\n" + schemas.joined()
        + "    S40: {oneOf: [{properties: {p: {}}}, {properties: {q: {}}}]}\n"
        + "    A: {$ref: '#/components/schemas/S0'}")
    #expect(catalog.endpoint("a") != nil)
  }

  @Test func `a bomb of aliases costs nothing`() throws {
    var text = "  x-0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n"
    for level in 1..<30 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      text += "  x-\(level): &a\(level) [\(aliases)]\n"
    }
    text += "  schemas: {A: {type: string, example: *a29, default: *a3, enum: *a29}}"
    let catalog = try catalog(text)
    let schema = catalog.schema(try #require(catalog.endpoint("a")?.bodies[0].schema))
    #expect(schema.example == nil)
    #expect(schema.defaultValue?.hasPrefix("[[[[\"lol\"") == true)
  }

  @Test(arguments: [
    ("a: b\n", "bad:1:1", "the key `openapi` is missing"),
    ("[]", "bad:1:1", "it is not a mapping"),
    ("", "bad:1:1", "it is not a mapping"),
    ("swagger: '2.0'\ninfo: {}", "bad:1:10", "It is a Swagger 2.0 document."),
    (#"{"swagger": "2.0"}"#, "bad:1:13", "It is a Swagger 2.0 document."),
    ("openapi: 2.0.0", "bad:1:10", "It is written in OpenAPI 2.0.0."),
    ("openapi: 4.0.0", "bad:1:10", "It is written in OpenAPI 4.0.0."),
    ("openapi: 3.0.0\n  x: y: z", "bad:2:", "It is not valid YAML"),
    ("openapi: *nothing", "bad:1:10", "The alias `*nothing` has no complete anchor"),
    ("openapi: &a [*a]", "bad:1:14", "The alias `*a` has no complete anchor"),
    ("openapi: 3.0.0\n---\nb: c", "bad:2:1", "A second document begins here."),
    ("? [a]\n: b", "bad:1:3", "A key is a list or a mapping."),
    ("openapi: \u{1}", "bad:1:", "It is not"),
  ])
  func `a text that is no such document is refused with its place`(
    text: String, place: String, why: String
  ) throws {
    let problem = #expect(throws: CatalogProblem.self) {
      try Catalog.read(text: text, name: "bad")
    }
    #expect(problem?.place.hasPrefix(place) == true, "\(String(describing: problem))")
    #expect(problem?.why.contains(why) == true, "\(String(describing: problem))")
    #expect(problem?.what == "The catalog bad cannot be opened.")
    #expect(problem?.whatToDo.isEmpty == false)
  }

  @Test(arguments: [
    ("[{name: q, in: query}]", "accepts any value"),
    ("[{name: q, in: query, type: string}]", ""),
    ("[{in: query, schema: {}}]", "A parameter of GET /a/{id} is left out."),
    ("[{name: q, in: body, schema: {}}]", "A parameter of GET /a/{id} is left out."),
    ("[{name: q, in: query, style: matrix, schema: {}}]", "is written in style form"),
    ("[{name: q, in: query, schema: {}}, {name: q, in: query, schema: {}}]", "is left out"),
    ("[{name: other, in: path, schema: {}}]", "is left out"),
    ("[hello]", "is left out"),
    ("[{name: q, in: query, schema: {type: strin}}]", "treated as having any type"),
    ("[{name: q, in: query, schema: hello}]", "treated as unconstrained"),
    ("[{name: q, in: query, schema: {allOf: {}}}]", "`allOf` is left out."),
    ("[{name: q, in: query, schema: {oneOf: []}}]", "list of alternatives in a schema was ignored"),
  ])
  func `a parameter that is wrong is named, and the others are read`(
    parameters: String, what: String
  ) throws {
    let catalog = try Catalog.read(
      text: """
        openapi: 3.0.3
        info: {title: T, version: '1'}
        paths:
          /a/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: string}}]
            get:
              operationId: a
              parameters: \(parameters)
              responses: {}
        """, name: "bad")
    #expect(catalog.endpoint("a")?.parameters.first?.name == "id")
    #expect(catalog.problems.map { $0.what.contains(what) } == (what.isEmpty ? [] : [true]))
    #expect(catalog.problems.allSatisfy { $0.place.hasPrefix("bad:") })
  }

  @Test(arguments: [
    ("openapi: 3.2.0\ninfo: {title: a}\npaths: {}", "bad:1:10", "read as OpenAPI 3.1"),
    ("openapi: 3.0.0\npaths: {}", "bad:1:1", "has no title"),
    ("openapi: 3.0.0\ninfo: {}\nservers: [{x: y}]", "bad:3:11", "A server is left out."),
    ("openapi: 3.0.0\ninfo: {}\nservers: [{url: 'a{b}'}]", "bad:3:11", "initially empty"),
    ("openapi: 3.0.0\ninfo: {}\npaths: {a: {}}", "bad:3:9", "The path `a` is left out."),
    ("openapi: 3.0.0\ninfo: {}\npaths: {/a: []}", "bad:3:13", "The path `/a` is left out."),
    ("openapi: 3.0.0\ninfo: {}\npaths: {/a: {get: 1}}", "bad:3:14", "GET /a is left out."),
    ("openapi: 3.0.0\ninfo: {}\npaths: {/a/{b: {get: {}}}", "bad:", "cannot be opened"),
    ("openapi: 3.0.0\ninfo: {}\npaths: {'/{b}': {get: {}}}", "bad:3:23", "treated as text"),
    ("openapi: 3.0.0\ninfo: {}\nsecurity: [{k: []}]\npaths: {}", "bad:3:13", "cannot be met"),
    (
      "openapi: 3.0.0\ninfo: {}\ncomponents: {securitySchemes: {k: {type: apiKey}}}", "bad:3:35",
      "The security scheme `k` is left out."
    ),
    ("openapi: 3.0.0\ninfo: {}\ninfo: {}", "bad:3:1", "A value is left out."),
    ("openapi: 3.0.0\ninfo: {}\nx-weir-jbo: {}", "bad:3:1", "`x-weir-jbo` is left out."),
    ("openapi: 3.0.0\ninfo: {}\nx-weir-job: {status: L, pol: {}}", "bad:3:25", "is left out"),
    ("openapi: 3.0.0\ninfo: {}\nx-weir-outcome: {sucess: 200}", "bad:3:18", "is left out"),
    ("openapi: 3.0.0\ninfo: {}\nx-weir-bulk: [a, a]", "bad:3:18", "is left out"),
    ("openapi: 3.0.0\ninfo: {}\nx-weir-one-of: [{inputs: [a]}]", "bad:3:17", "is left out"),
    ("openapi: 3.0.0\ninfo: {}\nx-weir-path-filters: {a: b}", "bad:3:23", "is left out"),
  ])
  func `what is wrong elsewhere is named with its place`(
    text: String, place: String, what: String
  ) throws {
    var problems: [CatalogProblem] = []
    do throws(CatalogProblem) {
      problems = try Catalog.read(text: text, name: "bad").problems
    } catch { problems = [error] }
    #expect(problems.count == 1)
    #expect(problems.first?.place.hasPrefix(place) == true, "\(problems)")
    #expect(problems.first?.what.contains(what) == true, "\(problems)")
  }

  @Test(arguments: [
    ("x-weir-bulk: [ulr]", "Did you mean `url`?"), ("x-weir-bulk: [url, q, id]", ""),
    ("x-weir-one-of: [[url, none]]", "Name a parameter, a filter or a field of the body."),
    ("x-weir-allowed-filters: [region]", "Name a parameter"),
    ("x-weir-path-filters: {parameter: none, filters: []}", "Write it into the path"),
  ])
  func `an extension that names an input that is not there is a problem`(
    rule: String, toDo: String
  ) throws {
    let catalog = try Catalog.read(
      text: """
        openapi: 3.0.3
        info: {title: T, version: '1'}
        paths:
          /a/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: string}}]
            post:
              \(rule)
              operationId: a
              parameters: [{name: q, in: query, schema: {}}]
              requestBody: {content: {application/json: {schema: {oneOf: [{properties: {url: {}}}, {properties: {file: {}}}]}}}}
              responses: {}
        """, name: "bad")
    #expect(catalog.problems.map { $0.whatToDo.hasPrefix(toDo) } == (toDo.isEmpty ? [] : [true]))
    #expect(catalog.problems.allSatisfy { $0.place.hasPrefix("bad:7:") })
  }

  @Test func `problems come in the order of the document, and no more than a thousand`() throws {
    let paths = (0..<1500).map { "  p\($0): {}\n" }
    let catalog = try Catalog.read(
      text: "openapi: 3.0.0\ninfo: {}\npaths:\n" + paths.joined(), name: "bad")
    #expect(catalog.problems.count == 1000)
    #expect(catalog.problems.map(\.place) == (4..<1004).map { "bad:\($0):3" })
  }
}
