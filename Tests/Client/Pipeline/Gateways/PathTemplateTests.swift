import ClientModel
import ClientPipeline
import Testing

struct PathTemplateTests {
  private func url(_ draft: Draft) throws -> String {
    try Preparation(files: .assumed).prepare(draft).url
  }

  @Test func `R18 a variable left open takes its default or drops its segment`() throws {
    #expect(try url(Draft(url: "https://a/{x?}/b/{y=two}")) == "https://a/b/two")
    #expect(
      try url(
        Draft(
          url: "https://a/{x?}/b/{y=two}",
          pathVariables: [DraftField("x", "1"), DraftField("y", "2")])) == "https://a/1/b/2")
    #expect(try url(Draft(url: "https://a/{x?}")) == "https://a/")
    #expect(try url(Draft(url: "https://a/v{x?}.json?q={x?}")) == "https://a/v.json?q={x?}")
  }

  @Test func `R19 B12 a query or body field of the name fills the path and leaves its place`()
    throws
  {
    #expect(
      try url(
        Draft(url: "https://a/:id/x", query: [DraftField("id", "123"), DraftField("q", "1")]))
        == "https://a/123/x?q=1")
    let preparation = Preparation(files: .assumed)
    let json = try preparation.prepare(
      Draft(method: "POST", url: "https://a/{id}", body: .json(#"{"id": 7, "name": "lamp"}"#)))
    #expect(json.url == "https://a/7")
    #expect(json.body == .text(#"{ "name": "lamp"}"#))
    let form = try preparation.prepare(
      Draft(
        method: "POST", url: "https://a/:id",
        body: .form([DraftField("id", "a/b"), DraftField("n", "1")])))
    #expect(form.url == "https://a/a%2Fb")
    #expect(form.body == .text("n=1"))
    let empty = try preparation.prepare(
      Draft(method: "POST", url: "https://a/{id}", body: .json(#"{"id": "7"}"#)))
    #expect(empty.body == .none)
    #expect(!empty.headers.contains { $0.name == "Content-Type" })
  }

  @Test func `a body field stays when the query filled the path`() throws {
    let request = try Preparation(files: .assumed).prepare(
      Draft(
        method: "POST", url: "https://a/{id}", query: [DraftField("id", "1")],
        body: .json(#"{"id": 2}"#)))
    #expect(request.url == "https://a/1")
    #expect(request.body == .text(#"{"id": 2}"#))
  }

  @Test(arguments: [
    (#"{"id": [1]}"#), (#"{"id": null}"#), (#"{"a": {"id": 1}}"#), ("[1]"), (#"{"id" 1}"#),
  ])
  func `what is not a plain value of the body fills nothing`(body: String) {
    let found = Preparation(files: .assumed).examine(
      Draft(method: "POST", url: "https://a/{id}", body: .json(body))
    ).problems
    #expect(found.contains { $0.place == .pathVariable("id") })
  }

  @Test func `a template in a body fills the path with its value`() throws {
    let preparation = Preparation(
      environment: Environment(values: ["n": "x y"]), files: .assumed)
    let request = try preparation.prepare(
      Draft(
        method: "POST", url: "https://a/{id}/{other}",
        body: .json(#"{"id": "{{n}}", "other": {{n}}, "keep": "{\"}"}"#)))
    #expect(request.url == "https://a/x%20y/x%20y")
    #expect(request.body == .text(#"{ "keep": "{\"}"}"#))
  }

  @Test func `an open variable is a problem at its field`() {
    let found = Preparation(files: .assumed).examine(Draft(url: "https://a/{id}/:b")).problems
    #expect(found.map(\.place) == [.pathVariable("id"), .pathVariable("b")])
  }

  @Test func `R17 T-R7 tokens become variables, the longest first and complete segments only`()
    throws
  {
    let read = PathTokens.imported(
      "/api/$1/$10/x-$1", tokens: [("$1", ""), ("$10", "bye"), ("<user>", "")])
    #expect(read.path == "/api/{1}/{10}/x-{1}")
    #expect(
      read.variables == [
        PathVariableRule("1", alias: "$1", absence: .dropped),
        PathVariableRule("10", alias: "$10", absence: .filled("bye")),
        PathVariableRule("user", alias: "<user>", absence: .dropped),
      ])
    var preparation = Preparation(files: .assumed)
    preparation.gateways = Gateways(
      servers: ["s": "https://a"],
      endpoints: [
        "e": NamedEndpoint(start: .server("s"), path: read.path, variables: read.variables)
      ])
    // The source filled `A0` for `$10`. A dropped segment leaves no slash behind.
    #expect(
      try preparation.prepare(Draft(url: "@e", query: [DraftField("$1", "A")])).url
        == "https://a/api/A/bye/x-A")
    #expect(try preparation.prepare(Draft(url: "@e")).url == "https://a/api/bye/x-")
  }

  @Test func `R18 one of two tokens leaves the other's segment out`() throws {
    let read = PathTokens.imported("/api/hello/$0/$1", tokens: [("$0", ""), ("$1", "")])
    var preparation = Preparation(files: .assumed)
    preparation.gateways = Gateways(
      servers: ["s": "https://a"],
      endpoints: [
        "e": NamedEndpoint(start: .server("s"), path: read.path, variables: read.variables)
      ])
    #expect(
      try preparation.prepare(Draft(url: "@e", query: [DraftField("$0", "gandalf")])).url
        == "https://a/api/hello/gandalf")
  }
}
