import ClientModel
import Testing

@testable import ClientCatalogs

/// Choosing a media type and credentials, and what a range of media types takes.
struct EndpointChoiceTests {
  private static let document = """
    openapi: 3.0.3
    info: {title: T, version: '1'}
    servers: [{url: https://api.example.com/v1}]
    security: [{key: []}, {basic: [], app: []}, {oauth: []}, {}]
    components:
      securitySchemes:
        key: {type: apiKey, in: header, name: X-Key}
        app: {type: apiKey, in: query, name: app}
        basic: {type: http, scheme: basic}
        oauth: {type: oauth2, flows: {}}
      schemas:
        Book: {type: object, required: [title], properties: {title: {type: string}}}
    paths:
      /books:
        post:
          operationId: add
          requestBody:
            required: true
            content:
              application/json: {schema: {$ref: "#/components/schemas/Book"}}
              application/vnd.book+json: {schema: {$ref: "#/components/schemas/Book"}}
              application/xml: {schema: {type: string}}
              application/x-www-form-urlencoded: {schema: {$ref: "#/components/schemas/Book"}}
        put:
          operationId: any
          requestBody: {required: true, content: {"*/*": {}}}
        patch:
          operationId: shaped
          requestBody: {required: true, content: {"*/*": {schema: {$ref: "#/components/schemas/Book"}}}}
        delete:
          operationId: pictures
          requestBody: {content: {image/*: {schema: {type: string, format: binary}}}}
    """

  private func form(_ id: String) throws -> EndpointForm {
    let catalog = try Catalog.read(text: Self.document, name: "shop")
    return EndpointForm(try #require(catalog.endpoint(id)), in: catalog)
  }

  private func reread(_ form: EndpointForm) -> EndpointForm {
    EndpointForm(reading: form.draft(), form.endpoint, in: form.catalog)
  }

  @Test func `the media type that is chosen is sent, and comes back from the draft`() throws {
    var form = try form("add")
    try form.chooseMediaType("application/vnd.book+json")
    try form.give(.texts(["A"]), to: "title")
    #expect(form.problems == [])
    #expect(form.draft().headers == [DraftField("Content-Type", "application/vnd.book+json")])
    #expect(form.draft().endpointChoice.mediaType == "application/vnd.book+json")
    #expect(reread(form).draft() == form.draft())
    try form.chooseMediaType("application/xml")
    try form.give(.texts(["<a/>"]), to: "body")
    #expect(form.draft().body == .text("<a/>", mediaType: "application/xml"))
    #expect(throws: EndpointForm.ChoiceRefusal.self) { try form.chooseMediaType("text/csv") }
  }

  @Test func `a choice comes back although nothing was filled in`() throws {
    var form = try form("add")
    try form.chooseMediaType("application/xml")
    try form.chooseSecurity("app+basic")
    let back = reread(form)
    #expect(back.chosenBody?.mediaType == "application/xml")
    #expect(back.chosenSchemes.map(\.name) == ["basic", "app"])
    #expect(
      back.draft().endpointChoice
        == EndpointChoice(mediaType: "application/xml", security: "basic + app"))
  }

  @Test func `a body of another shape does not take over a value for the entire body`() throws {
    var form = reread(try form("add"))
    form.set("application/xml", for: .mediaType)
    #expect(form.draft().body == .none)
    form.set("<a/>", for: .body)
    form.choose(0, for: .mediaType)
    #expect(form.draft().body == .json("{}"))
  }

  @Test func `each alternative of credentials can be chosen by its names`() throws {
    for (name, labels) in [
      ("key", ["key"]), ("basic + app", ["basic", "app"]), ("app", ["basic", "app"]),
      ("oauth", ["oauth"]), ("none", []),
    ] {
      var form = try form("add")
      try form.chooseSecurity(name)
      #expect(form.chosenSchemes.map(\.name) == labels, "\(name)")
    }
    var form = try form("add")
    #expect(throws: EndpointForm.ChoiceRefusal.self) { try form.chooseSecurity("nix") }
    // A credential of an alternative that was not chosen chooses it.
    try form.give(.texts(["env:T"]), to: "token")
    #expect(form.draft().authorization == .bearer("env:T"))
  }

  @Test func `a range without a schema takes JSON, text and files`() throws {
    var json = try form("any")
    try json.give(.json(#"{"a": 1}"#), to: "body")
    #expect(json.problems == [])
    #expect(json.draft().body == .json(#"{"a":1}"#))
    #expect(reread(json).draft() == json.draft())
    #expect(Wire(reread(json).normalDraft()) == Wire(json.draft()))
    var text = try form("any")
    try text.give(.texts(["hello"]), to: "body")
    #expect(text.draft().body == .text("hello", mediaType: "text/plain"))
    var file = try form("any")
    file.give(file: "a.png")
    #expect(file.draft().body == .file(path: "a.png", mediaType: nil))
    try file.chooseMediaType("image/png")
    file.give(file: "a.png")
    #expect(file.draft().body == .file(path: "a.png", mediaType: "image/png"))
    #expect(reread(file).draft() == file.draft())
    #expect(throws: EndpointForm.ChoiceRefusal.self) {
      var form = try form("pictures")
      try form.chooseMediaType("text/plain")
    }
  }

  @Test func `a range with a schema is JSON of that schema`() throws {
    var form = try form("shaped")
    try form.give(.texts(["A"]), to: "title")
    #expect(form.problems == [])
    #expect(form.draft().body == .json("{\n  \"title\": \"A\"\n}"))
    #expect(form.draft().headers == [])
    #expect(reread(form).normalDraft().body == form.draft().body)
  }

  @Test func `a type that no range holds is a problem at its field`() throws {
    var form = try form("pictures")
    form.set("text/plain", for: .mediaType)
    #expect(form.problems.map(\.field) == [.mediaType])
  }

  @Test func `a file stands for a body of any type`() throws {
    var form = try form("add")
    let use = form.use(ofFileFor: "body")
    #expect(use == .body)
    form.give(file: "book.txt")
    #expect(form.problems == [])
    #expect(form.draft().body == .file(path: "book.txt", mediaType: "application/json"))
    let back = reread(form)
    #expect(back.problems == [])
    #expect(back.draft() == form.draft())
    try form.give(.texts(["A"]), to: "title")
    #expect(form.problems.map(\.what) == ["The body is given twice."])
  }

  @Test func `a type given by hand stands in the place of the form's own`() throws {
    var form = try form("add")
    try form.chooseMediaType("application/vnd.book+json")
    try form.give(.texts(["A"]), to: "title")
    form.addUnmapped(
      query: [], headers: [DraftField("content-type", "application/x+json")], without: [])
    #expect(form.draft().headers == [DraftField("content-type", "application/x+json")])
  }
}

extension EndpointForm {
  fileprivate mutating func give(file path: String) {
    let isTaken = giveBody(file: path)
    #expect(isTaken)
  }
}
