import Foundation
import TestSupport
import TestTraits
import Testing

/// Calling an endpoint from the command line: what is chosen, and what leaves.
@Suite(.serialized, .usesSystem(minutes: 5)) struct EndpointChoiceCommandTests {
  let server: RecorderServer
  let home: WeirHome

  init() throws {
    server = try RecorderServer()
    home = try .bookShop(
      at: server.url, Self.endpoints,
      files: ["book.json": "{\"title\": \"of the file\"}\n", "note.txt": "a note"])
  }

  static let endpoints = """
    security: [{key: []}, {oauth: []}]
    components:
      securitySchemes:
        key: {type: apiKey, in: header, name: X-Key}
        oauth: {type: oauth2, flows: {}}
      schemas:
        Book:
          type: object
          required: [title]
          properties:
            title: {type: string}
            author: {type: object, properties: {name: {type: string}}}
    paths:
      /books: {get: {operationId: list, responses: {"200": {description: Books.}}}}
      /books/{id}:
        post:
          operationId: putBook
          parameters:
            - {name: id, in: path, required: true, schema: {type: string}}
            - {name: id, in: query, required: true, schema: {type: string}}
          requestBody:
            required: true
            content:
              application/json: {schema: {$ref: "#/components/schemas/Book"}}
              application/vnd.book+json: {schema: {$ref: "#/components/schemas/Book"}}
              application/x-www-form-urlencoded: {schema: {$ref: "#/components/schemas/Book"}}
              application/xml: {schema: {type: string}}
              multipart/form-data:
                schema: {type: object, properties: {cover: {type: string, format: binary}}}
      /slow:
        get: {operationId: slow, x-weir-first-byte: 120 s, responses: {"200": {description: A book.}}}
      /any: {post: {operationId: any, requestBody: {required: true, content: {"*/*": {}}}}}
    """

  private func send(_ endpoint: String, _ words: [String]) throws -> WeirHome.Finished {
    try home.run(["send", "--endpoint", "shop#\(endpoint)"] + words)
  }

  private static func types(_ request: HTTPRequest) -> [String] {
    request.headers.filter { $0.name.lowercased() == "content-type" }.map(\.value)
  }

  @Test func `a service may take as long for its response as its catalog says`() throws {
    for words in [[], ["--first-byte", "3"]] {
      _ = try home.run(["queue", "add", "--hold", "--endpoint", "shop#slow"] + words)
    }
    let exported = try home.run("queue", "export").output
    #expect(exported.matches(of: /"firstByte" ?: ?120000/).count == 1)
    #expect(exported.matches(of: /"firstByte" ?: ?3000/).count == 1)
  }

  @Test(arguments: [
    (["title=x"], "application/json", "{\n  \"title\": \"x\"\n}"),
    (
      ["--media-type", "application/vnd.book+json", "title=x"], "application/vnd.book+json",
      "{\n  \"title\": \"x\"\n}"
    ),
    (["Content-Type:application/xml", "body=<a/>"], "application/xml", "<a/>"),
    (
      ["title=x", "Content-Type:application/other+json"], "application/other+json",
      "{\n  \"title\": \"x\"\n}"
    ),
    (["--form", "title=x"], "application/x-www-form-urlencoded", "title=x"),
    (["body@book.json"], "application/json", "{\"title\": \"of the file\"}\n"),
    (["--body", "book.json"], "application/json", "{\"title\": \"of the file\"}\n"),
    (["--media-type", "application/xml", "body@note.txt"], "application/xml", "a note"),
    (["title@note.txt"], "application/json", "{\n  \"title\": \"a note\"\n}"),
    (
      ["title=x", "author.name=Ann"], "application/json",
      "{\n  \"title\": \"x\",\n  \"author\": {\n    \"name\": \"Ann\"\n  }\n}"
    ),
  ])
  func `a body leaves as its media type is, once`(
    words: [String], type: String, body: String
  ) throws {
    let sent = try send("putBook", ["id=1", "id==2"] + words)
    #expect(sent.code == 0, "\(sent.errorOutput)")
    let request = try #require(server.takeAll().first)
    #expect(request.target == "/books/1?id=2")
    #expect(Self.types(request) == [type])
    #expect(String(decoding: request.body, as: UTF8.self) == body)
  }

  @Test(arguments: [
    (["body:={\"a\":1}"], ["application/json"], "{\"a\":1}"),
    (["body={\"a\":1}"], ["application/json"], "{\"a\":1}"),
    (["body=hello"], ["text/plain"], "hello"),
    (["body@book.json"], ["application/json"], "{\"title\": \"of the file\"}\n"),
    (["body@note.txt", "--media-type", "text/csv"], ["text/csv"], "a note"),
  ])
  func `a body of any type takes JSON, text and files`(
    words: [String], types: [String], body: String
  ) throws {
    let sent = try send("any", words)
    #expect(sent.code == 0, "\(sent.errorOutput)")
    let request = try #require(server.takeAll().first)
    #expect(Self.types(request) == types)
    #expect(String(decoding: request.body, as: UTF8.self) == body)
  }

  @Test func `the alternative of credentials is the one that is chosen`() throws {
    let words = ["id=1", "query.id=2", "title=x"]
    #expect(try send("putBook", words + ["X-Key:k"]).code == 0)
    #expect(try send("putBook", words + ["--security", "oauth", "token=t"]).code == 0)
    #expect(try send("putBook", words + ["token=t"]).code == 0)
    let sent = server.takeAll()
    #expect(sent.map { $0.header("X-Key") } == ["k", nil, nil])
    #expect(sent.map { $0.header("Authorization") } == [nil, "Bearer t", "Bearer t"])
    // A key is a secret, however it was given.
    #expect(!(try home.run("show", "1", "--headers").output.contains("X-Key: k")))
  }

  @Test(arguments: [
    (["putBook", "--media-type", "text/csv"], ["The endpoint offers: application/json, "]),
    (["putBook", "--security", "basic"], ["The endpoint offers: key, oauth."]),
    (["list", "--media-type", "text/csv"], ["The endpoint has no body."]),
    (
      ["putBook", "cover@note.txt"],
      ["has no file field `cover`", "--media-type multipart/form-data"]
    ),
    (["putBook", "body@none.json", "id=1", "id==1"], ["none.json"]),
    (["putBook", "--multipart", "body@book.json"], ["consists of named parts"]),
    (["putBook", "title=x", "--body", "book.json", "id=1", "id==1"], ["given twice"]),
  ])
  func `what does not fit is refused with what does`(words: [String], reported: [String]) throws {
    let refused = try send(words[0], Array(words.dropFirst()))
    #expect(refused.code == 2)
    for text in reported { #expect(refused.errorOutput.contains(text), "\(refused.errorOutput)") }
    #expect(server.takeAll().isEmpty)
  }

  @Test func `an endpoint that takes nothing needs no words`() throws {
    #expect(try send("list", []).code == 0)
    #expect(server.takeAll().map(\.target) == ["/books"])
    let alone = try home.run("send")
    #expect(alone.code == 2 && alone.errorOutput.contains("No URL was given."))
    let stray = try home.run("send", "--media-type", "a/b", server.url)
    #expect(stray.code == 2 && stray.errorOutput.contains("--media-type needs an endpoint."))
  }

  @Test func `what can be chosen is listed, and the fields of the choice`() throws {
    let listed = try home.run("catalog", "shop#putBook")
    #expect(listed.output.contains("--media-type  application/json, application/vnd.book+json, "))
    #expect(listed.output.contains("--security  key (X-Key) · oauth (token)"))
    #expect(listed.output.contains("query.id  required"))
    let chosen = try home.run(
      "catalog", "shop#putBook", "--media-type", "multipart/form-data", "--security", "oauth")
    #expect(chosen.output.contains("cover  a file: name@path"))
    #expect(chosen.output.contains("  token  "))
  }

  @Test func `a saved request stores what was chosen`() throws {
    try home.folder.write(
      "work/requests/one.yaml",
      """
      endpoint: shop#putBook
      media-type: application/xml
      security: oauth
      method: POST
      url: \(server.url)/books/{id}
      path: {id: "1"}
      query: {id: "2"}
      body: {text: <a/>, type: application/xml}
      """)
    #expect(try home.run("trust").code == 0)
    #expect(try home.run("run", "one").code == 0)
    #expect(server.takeAll().map(Self.types) == [["application/xml"]])
    try home.folder.write("work/requests/two.yaml", "url: \(server.url)\nsecurity: oauth\n")
    let refused = try home.run("run", "two")
    #expect(refused.code != 0 && refused.errorOutput.contains("valid only with an `endpoint`"))
  }

  @Test func `a GET that takes no file names the endpoint that does`() throws {
    let refused = try home.run(
      "send", "--endpoint", "haven#ocrdocument-get", "mode=sync", "file@scan.jpg")
    #expect(refused.code == 2)
    #expect(
      refused.errorOutput.contains(
        "Write `--endpoint haven#ocrdocument file@PATH`, and repeat the other fields."))
    #expect(!refused.errorOutput.contains("file==value"))
  }

  @Test func `a key among the headers is the idempotency key`() throws {
    #expect(try send("putBook", ["id=1", "id==2", "title=x", "Idempotency-Key:k1"]).code == 0)
    #expect(try home.run("send", "POST", server.url, "idempotency-key:k2").code == 0)
    #expect(
      server.takeAll().map { $0.headers.filter { $0.name.lowercased() == "idempotency-key" } }
        .map { $0.map(\.value) } == [["k1"], ["k2"]])
    for (id, key) in [("1", "k1"), ("2", "k2")] {
      let shown = try home.run("show", id, "--format", "json").output
      #expect(shown.contains("\"idempotencyKey\" : \"\(key)\""), "\(shown)")
    }
    #expect(try home.run("queue", "again", "2").code == 0)
    #expect(try home.run("queue", "run", "--until-idle").code == 0)
    let again = server.takeAll().flatMap(\.headers)
      .filter { $0.name.lowercased() == "idempotency-key" }.map(\.value)
    #expect(again.count == 1 && again != ["k2"], "\(again)")
    let both = try home.run(
      "queue", "add", "--idempotency-key", "a", "POST", server.url, "Idempotency-Key:b")
    #expect(both.code == 2 && both.errorOutput.contains("two idempotency keys"))
  }
}
