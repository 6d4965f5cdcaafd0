import ClientModel
import Testing

@testable import ClientCatalogs

/// Giving fields by name: in several places, and within objects.
struct FormNamingTests {
  private static let document = """
    openapi: 3.0.3
    info: {title: T, version: '1'}
    servers: [{url: https://api.example.com/v1}]
    paths:
      /a/{id}:
        post:
          operationId: a
          parameters:
            - {name: id, in: path, required: true, schema: {type: string}}
            - {name: id, in: query, required: true, schema: {type: string}}
            - {name: id, in: header, schema: {type: string}}
            - name: filter
              in: query
              style: deepObject
              schema:
                type: object
                properties:
                  color: {type: string}
                  a.b: {type: string}
                  range: {type: object, properties: {low: {type: integer}}}
            - name: sort
              in: query
              schema: {type: object, properties: {by: {type: string}}}
          requestBody:
            content:
              application/json:
                schema:
                  type: object
                  properties:
                    id: {type: integer}
                    author: {type: object, properties: {name: {type: string}}}
                    labels: {type: object, additionalProperties: {type: string}}
                    shape:
                      oneOf:
                        - {type: object, properties: {radius: {type: number}}}
                        - {type: object, properties: {side: {type: number}}}
    """

  private func form() throws -> EndpointForm {
    let catalog = try Catalog.read(text: Self.document, name: "t")
    return EndpointForm(try #require(catalog.endpoint("a")), in: catalog)
  }

  @Test func `a name in several places is found in each by its place`() throws {
    var form = try form()
    try form.give(.texts(["p"]), to: "id")
    try form.give(.texts(["q"]), to: "query.id")
    try form.give(.texts(["h"]), to: "header.id")
    try form.give(.texts(["7"]), to: "body.id")
    #expect(form.problems == [])
    let request = try form.prepared()
    #expect(request.url == "https://api.example.com/v1/a/p?id=q")
    #expect(request.headers.contains(HeaderField("id", "h")))
    #expect(form.draft().body == .json("{\n  \"id\": 7\n}"))
    #expect(form.name(of: .parameter(.path, "id")) == "id")
    #expect(form.name(of: .parameter(.query, "id")) == "query.id")
    #expect(form.name(of: FieldID.body.property("id")) == "body.id")
    #expect(form.name(of: FieldID.body.property("author").property("name")) == "author.name")
    #expect(
      form.name(of: FieldID.parameter(.query, "filter").property("color")) == "filter.color")
  }

  @Test func `query fields and headers given by hand fill the parameters of their place`() throws {
    var form = try form()
    try form.give(.texts(["p"]), to: "id")
    let rest = form.take(
      query: [
        DraftField("id", "q"), DraftField("filter[color]", "red"), DraftField("x", "1"),
      ], headers: [DraftField("ID", "h"), DraftField("X", "2")])
    #expect(rest.query == [DraftField("x", "1")])
    #expect(rest.headers == [DraftField("X", "2")])
    #expect(form.problems == [])
    #expect(try form.target().contains("/a/p?id=q&filter%5Bcolor%5D=red"))
  }

  @Test func `members of objects are given by their names`() throws {
    var form = try form()
    for (name, text) in [
      ("id", "p"), ("query.id", "q"), ("filter.color", "red"), ("filter.a.b", "c"),
      ("filter.range.low", "3"), ("sort.by", "name"), ("author.name", "Ann"),
      ("labels.k.l", "v"), ("shape.side", "2"),
    ] {
      try form.give(.texts([text]), to: name)
    }
    #expect(form.problems == [])
    #expect(
      try form.target()
        == "/a/p?id=q&filter%5Bcolor%5D=red&filter%5Ba.b%5D=c&filter%5Brange%5D%5Blow%5D=3&by=name")
    #expect(
      FormValue(json: try form.json())
        == FormValue(
          json: #"{"author":{"name":"Ann"},"labels":{"k.l":"v"},"shape":{"side":2}}"#))
  }

  @Test(arguments: ["filter.", "filter.nix", "sort.by.x", "author.", "nix.color", ".", "id.x"])
  func `a name that leads nowhere is refused`(name: String) throws {
    var form = try form()
    #expect(throws: EndpointForm.Refusal.noField) { try form.give(.texts(["x"]), to: name) }
  }

  @Test func `a body of several shapes takes the shape that has the fields given`() throws {
    let text = """
      openapi: 3.0.3
      info: {title: T, version: '1'}
      paths:
        /a:
          post:
            operationId: a
            requestBody:
              content:
                application/json:
                  schema:
                    oneOf:
                      - {type: object, properties: {size: {type: integer}, name: {type: string}}}
                      - type: object
                        properties:
                          size: {type: integer}
                          names: {type: array, items: {type: string}}
      """
    let catalog = try Catalog.read(text: text, name: "t")
    var form = EndpointForm(try #require(catalog.endpoint("a")), in: catalog)
    form.chooseShape(having: ["size", "names"])
    try form.give(.texts(["3"]), to: "size")
    try form.give(.texts(["a", "b"]), to: "names")
    #expect(form.problems == [])
    #expect(
      FormValue(json: try form.json()) == FormValue(json: #"{"size":3,"names":["a","b"]}"#))
    #expect(throws: EndpointForm.Refusal.noField) { try form.give(.texts(["x"]), to: "name") }
  }

  @Test func `a dot before a combining mark separates a member`() throws {
    var form = try form()
    try form.give(.texts(["v"]), to: "labels.\u{301}x")
    #expect(try form.json().contains("\u{301}x"))
  }
}

extension EndpointForm {
  fileprivate func json() throws -> String {
    guard case .json(let text) = draft().body else { return "" }
    return text
  }
}
