import ClientModel
import Testing

@testable import ClientCatalogs

/// Texts where the schema asks for a list, an object or one of several shapes.
struct ShapeFaultTests {
  private func catalog(_ schema: String, in place: String = "body") throws -> EndpointForm {
    let schema = "{type: object, required: [o], properties: {o: \(schema)}}"
    let input =
      place == "body"
      ? "requestBody: {required: true, content: {application/json: {schema: \(schema)}}}"
      : "parameters: [{name: f, in: \(place), schema: \(schema)}]"
    let catalog = try Catalog.read(
      text: """
        openapi: 3.1.0
        info: {title: T, version: '1'}
        servers: [{url: 'https://api.example.com/v1'}]
        paths:
          /p: {post: {operationId: p, responses: {}, \(input)}}
        """, name: "shapes")
    return EndpointForm(try #require(catalog.endpoint("p")), in: catalog)
  }

  private static let object = "{type: object, properties: {a: {type: integer}}}"

  @Test(arguments: [
    object, "{type: object}", "{type: object, additionalProperties: {type: string}}",
    "{type: array, items: \(object)}", "{type: array, items: {type: array, items: \(object)}}",
    "{oneOf: [\(object), {type: array, items: {type: integer}}]}",
    "{anyOf: [{type: integer}, {type: boolean}]}", "{allOf: [\(object), {required: [a]}]}",
  ])
  func `a text is refused where a list, an object or a shape is asked for`(schema: String) throws {
    var form = try catalog(schema)
    try form.give(.texts(["hello"]), to: "o")
    #expect(form.problems.count == 1, "\(form.problems)")
    form = try catalog(schema)
    try form.give(.json("\"hello\""), to: "o")
    #expect(form.problems.count == 1, "\(form.problems)")
    form = try catalog(schema)
    try form.give(.json("{\"o\": [\"hello\"]}"), to: "body")
    #expect(!form.problems.isEmpty)
  }

  @Test(arguments: ["query", "header"])
  func `a text is refused where a parameter is an object`(place: String) throws {
    var form = try catalog(Self.object, in: place)
    try form.give(.texts(["hello"]), to: "f")
    #expect(form.problems.map(\.why) == ["It is not a JSON object."])
  }

  @Test(arguments: [
    (object, #"{"a": 1}"#, #"{"o":{"a":1}}"#),
    ("{type: object}", #"{"b": [2]}"#, #"{"o":{"b": [2]}}"#),
    ("{anyOf: [{type: integer}, {type: string}]}", "7", #"{"o":7}"#),
    ("{anyOf: [{type: integer}, {type: string}]}", "x", #"{"o":"x"}"#),
    ("{oneOf: [{type: string, enum: [on, off]}, {type: boolean}]}", "true", #"{"o":true}"#),
    ("{oneOf: [{type: string, enum: [on, off]}, {type: boolean}]}", "off", #"{"o":"off"}"#),
    ("{oneOf: [\(object), {type: string}]}", "words", #"{"o":"words"}"#),
    ("{oneOf: [{oneOf: [{type: boolean}, {type: number}]}, \(object)]}", "2.5", #"{"o":2.5}"#),
  ])
  func `a text that fits takes the shape it fits`(
    schema: String, text: String, body: String
  ) throws {
    var form = try catalog(schema)
    try form.give(.texts([text]), to: "o")
    #expect(form.problems == [])
    guard case .json(let sent) = form.draft().body else { return }
    #expect(FormValue(json: sent) == FormValue(json: body))
  }

  @Test func `a required field of one value has it, at the top and inside`() throws {
    let form = try catalog(
      "{type: object, required: [kind], properties: {kind: {type: string, enum: [card]}, v: {const: 3}}}"
    )
    guard case .json(let sent) = form.draft().body else { return }
    #expect(!sent.contains("card"))
    var given = form
    given.set("1", for: .body.property("o").property("v"))
    given.clear(.body.property("o").property("v"))
    given.giveEmpty(.body.property("o"))
    #expect(given.problems == [])
    guard case .json(let body) = given.draft().body else { return }
    #expect(FormValue(json: body) == FormValue(json: #"{"o":{"kind":"card"}}"#))
    #expect(given.rows.first { $0.label == "kind" }?.defaultValue == "card")
  }
}
