import ClientModel
import Testing

@testable import ClientCatalogs

@Suite struct DocumentsTests {
  /// How many endpoints each holds.
  private static let counts = [
    "all-of.yaml": 1, "anchor-refs.yaml": 1, "anchors.yaml": 3, "block-texts.yaml": 1,
    "bom-crlf.yaml": 1, "callbacks-webhooks.yaml": 1, "components-everything.yaml": 2,
    "cookies-headers.yaml": 1, "defaults-examples.yaml": 1, "dotnet-like.json": 1,
    "fastapi-like.json": 2, "flow-yaml.yaml": 1, "form.yaml": 1, "headers-empty.yaml": 0,
    "jobs-extension.yaml": 3, "minified-sorted.json": 1, "multi-file.yaml": 3,
    "multipart.yaml": 1, "no-tags-no-ids.yaml": 3, "one-of-discriminator.yaml": 2,
    "path-level.yaml": 2, "plain-30.yaml": 3, "plain-31.json": 1, "pointers.yaml": 1,
    "rails-like.yaml": 2, "recursive.yaml": 1, "same-id.yaml": 2, "server-variables.yaml": 1,
    "spring-like.json": 2, "styles.yaml": 1, "type-lists.yaml": 1, "unicode.yaml": 1,
    "vendor-extensions.yaml": 3,
  ]

  @Test func `thirty and more documents are there, and each is expected`() throws {
    #expect(try Document.names() == Self.counts.keys.sorted())
    #expect(Self.counts.count >= 30)
  }

  @Test(arguments: try Document.names())
  func `a document opens with all its endpoints and without a problem`(name: String) throws {
    let catalog = try Document.open(name)
    #expect(catalog.endpoints.count == Self.counts[name])
    if name != "same-id.yaml" { #expect(catalog.problems == []) }
    #expect(Set(catalog.endpoints.map(\.id)).count == catalog.endpoints.count)
    for endpoint in catalog.endpoints {
      for parameter in endpoint.parameters { #expect(!catalog.words(parameter.schema).isEmpty) }
    }
  }

  @Test func `endpoints without a name are called by method and path`() throws {
    let catalog = try Document.open("no-tags-no-ids.yaml")
    #expect(catalog.groups.map(\.name) == [""])
    #expect(catalog.endpoints.map(\.id) == ["GET /", "DELETE /things/{id}", "HEAD /things/{id}"])
  }

  @Test func `of two operations with one name the second is called by its path`() throws {
    let catalog = try Document.open("same-id.yaml")
    #expect(catalog.endpoints.map(\.id) == ["same", "GET /b"])
    #expect(catalog.problems.map(\.place) == ["Documents/same-id.yaml:5:27"])
    #expect(catalog.problems[0].what == "GET /b is identified only by its path.")
  }

  @Test func `what a path item says holds for its operations, unless they say otherwise`() throws {
    let catalog = try Document.open("path-level.yaml")
    let (get, patch) = (
      try #require(catalog.endpoint("getRepo")), try #require(catalog.endpoint("editRepo"))
    )
    #expect(get.parameters.map(\.name) == ["org", "repo", "page"])
    #expect(patch.parameters.map(\.name) == ["org", "repo", "page", "dry"])
    #expect(catalog.words(patch.parameters[2].schema) == "text")
    #expect(patch.parameters[2].isDeprecated)
    #expect(get.summary == "One repository")
    #expect(patch.summary == "Change it")
    #expect(patch.description == "Everything about it.")
    #expect(get.servers.map(\.url) == ["https://repos.example.com"])
    #expect(patch.servers.map(\.url) == ["https://writes.example.com"])
  }

  @Test func `groups come in the order of the document's tags, others after them`() throws {
    let catalog = try Document.open("vendor-extensions.yaml")
    #expect(catalog.groups.map(\.name) == ["b", "a", "c"])
    #expect(catalog.groups.map(\.summary) == ["Second", "First", ""])
    #expect(catalog.endpoint("a")?.responses.map(\.status) == ["200"])
  }

  @Test func `servers have their variables, an operation's own come first`() throws {
    let catalog = try Document.open("server-variables.yaml")
    #expect(
      catalog.servers.map(\.url) == [
        "https://{customer}.example.com:{port}/v2", "http://localhost:{port}", "/relative",
      ])
    #expect(catalog.servers[0].variables.map(\.defaultValue) == ["demo", "8443"])
    #expect(catalog.servers[0].variables[1].choices == ["8443", "443"])
    #expect(catalog.servers[1].variables[0].defaultValue == "8080")
    #expect(catalog.endpoint("ping")?.servers[0].variables[0].name == "region")
  }

  @Test func `references to other files lead there and back`() throws {
    let catalog = try Document.open("multi-file.yaml")
    let list = try #require(catalog.endpoint("listUsers"))
    #expect(catalog.words(list.parameters[0].schema) == "integer 1.0...")
    #expect(list.responses.map(\.text) == ["Users", "Trouble"])
    #expect(
      try catalog.body(of: "addUser", depth: 2)
        == "object(id! integer, name text, friends list(object(id! …, name …, friends …)))")
    #expect(catalog.endpoint("addUser")?.bodies[0].example == #"{"id":1,"name":"Ann"}"#)
    let get = try #require(catalog.endpoint("getUser"))
    #expect(catalog.words(get.parameters[0].schema) == "integer")
  }

  @Test func `every kind of component may be referred to`() throws {
    let catalog = try Document.open("components-everything.yaml")
    let y = try #require(catalog.endpoint("y"))
    #expect(catalog.endpoint("x")?.responses == [ResponseNote(status: "200", text: "All is well")])
    #expect(y.parameters[0].example == "shown")
    #expect(y.bodies[0].example == "hello")
    #expect(y.responses[0].text == "In other words")
    #expect(y.security == [["key", "oauth"], ["basic"], []])
    #expect(
      catalog.securitySchemes == [
        "key": .key(name: "api_key", in: .query), "real-key": .key(name: "api_key", in: .query),
        "cookie": .key(name: "sid", in: .cookie), "basic": .http(.basic), "bearer": .http(.bearer),
        "digest": .http(.digest), "hoba": .other("HTTP hoba"),
        "oauth": .other("OAuth 2.0 (clientCredentials, implicit)"),
        "oidc": .other("OpenID Connect"),
        "tls": .other("a client certificate"),
      ])
  }

  @Test func `anchors and merge keys stand for what they name`() throws {
    let catalog = try Document.open("anchors.yaml")
    #expect(catalog.endpoint("a")?.isDeprecated == false)
    #expect(catalog.endpoint("b")?.isDeprecated == true)
    #expect(catalog.endpoint("b")?.summary == "Merged")
    #expect(catalog.endpoint("c")?.responses.map(\.text) == ["ok"])
    #expect(try catalog.body(of: "b") == "object(x text, y text)")
  }

  @Test func `the texts of a careful author arrive as intended`() throws {
    let catalog = try Document.open("block-texts.yaml")
    #expect(catalog.title == "Folded title")
    #expect(catalog.summary == "# Heading\n\nText with `code`,\n  indented.\n")
    let endpoint = try #require(catalog.endpoint("quoted"))
    #expect(endpoint.description == "A question mark key")
    let schema = catalog.schema(endpoint.parameters[0].schema)
    #expect(schema.bounds.pattern == #"^\d{3}$"#)
    #expect(schema.summary == "line one\nline two ☺")
  }

  @Test func `names of all scripts are preserved`() throws {
    let catalog = try Document.open("unicode.yaml")
    let endpoint = try #require(catalog.endpoint("städteHolen"))
    #expect(endpoint.path == "/städte/{größe}")
    #expect(endpoint.parameters.map(\.name) == ["größe", "名前"])
    #expect(catalog.words(endpoint.parameters[0].schema) == #"text of "groß"/"klein"/"👩‍👩‍👧""#)
    #expect(catalog.schema(endpoint.parameters[1].schema).example == "\"東京\"")
  }

  @Test func `the extensions of a document become rules`() throws {
    let catalog = try Document.open("jobs-extension.yaml")
    #expect(catalog.outcome?.success == [OutcomeClause(statuses: [200...299])])
    let render = try #require(catalog.endpoint("render")?.rules)
    #expect(render.remote?.result == .at([.pointer("/result")]))
    #expect(render.remote?.poll.deadline == .seconds(7200))
    #expect(render.outcome == nil)
    #expect(
      render.oneOf == [
        InputChoice(inputs: ["file", "url"], count: .exactlyOne),
        InputChoice(inputs: ["a", "b"], count: .atLeastOne),
      ])
    #expect(render.bulk == ["url"])
    #expect(
      render.view
        == .parts([
          ViewPart(.table, "/pages", fields: ["number", "text"]), ViewPart(.list, "/words"),
        ]))
    #expect(catalog.endpoint("renders")?.rules.remote == nil)
    let words = try #require(catalog.endpoint("words"))
    #expect(words.parameters.map(\.name) == ["word"])
    #expect(words.rules.pathFilters?.parameter == "filters")
    #expect(words.rules.pathFilters?.filters.map(\.name) == ["regions"])
    #expect(words.rules.projections == ["definitions", "examples"])
    #expect(words.rules.allowedFilters == ["regions"])
  }
}
