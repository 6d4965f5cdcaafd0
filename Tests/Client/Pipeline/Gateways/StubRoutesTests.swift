import ClientModel
import ClientPipeline
import Testing

struct StubRoutesTests {
  private func response(
    _ routes: [StubRoute], _ method: String, _ url: String,
    headers: [(String, String)] = [], body: String = ""
  ) -> StubResponse? {
    StubRoutes(routes).response(
      to: StubRoutes.Question(
        method: method, url: url, headers: headers.map { (name: $0.0, value: $0.1) },
        body: Array(body.utf8)))
  }

  private func response(
    _ routes: [StubRoute], _ url: String, headers: [(String, String)] = [], body: String = ""
  ) -> StubResponse? {
    response(routes, "GET", url, headers: headers, body: body)
  }

  private func text(_ response: StubResponse?) -> String? {
    guard case .response(_, let body)? = response?.ending else { return nil }
    return String(decoding: body, as: UTF8.self)
  }

  private static let hello = StubRoute(
    method: "GET", base: "https://api.example.com/v1", path: "/hello/{name}",
    delay: .milliseconds(800),
    ending: .response(
      StubReply(
        status: 201, headers: [ResponseField("X-Seen", "{{header.x-in}}")],
        body:
          #"{"hello": "{{path.name}}", "q": {{query.q}}, "in": {{body./a/b}}, "m": "{{method}}"}"#
      )))

  @Test func `R37 a route fits by address, path and method, and waits`() {
    #expect(
      response([Self.hello], "https://api.example.com/v1/hello/ann")?.delay == .milliseconds(800))
    for (method, url) in [
      ("POST", "https://api.example.com/v1/hello/ann"),
      ("GET", "https://api.example.com/v1/hello"),
      ("GET", "https://api.example.com/v1/hello/ann/x"),
      ("GET", "https://api.example.com/v10/hello/ann"),
      ("GET", "https://other.example.com/v1/hello/ann"),
    ] { #expect(response([Self.hello], method, url) == nil) }
  }

  @Test func `R38 the response is written from the request, and its values stay values`() throws {
    let found = response(
      [Self.hello], "https://api.example.com/v1/hello/a%22b?q=x%20y", headers: [("X-In", "1\r\n2")],
      body: #"{"a": {"b": 7}}"#)
    #expect(text(found) == #"{"hello": "a\"b", "q": "x y", "in": 7, "m": "GET"}"#)
    guard case .response(let head, _)? = found?.ending else {
      Issue.record("no response")
      return
    }
    #expect(head.status == 201)
    #expect(head.fields.first("X-Seen") == "12")
    #expect(head.mediaType == "application/json")
  }

  @Test func `a value that is not there is null in JSON and nothing in a text`() {
    #expect(
      text(response([Self.hello], "https://api.example.com/v1/hello/a"))?.contains("\"q\": null")
        == true)
    let plain = StubRoute(path: "*", ending: .response(StubReply(body: "[{{query.x}}]-{{x}}")))
    #expect(text(response([plain], "https://a/")) == "[null]-{{x}}")
    let words = StubRoute(path: "*", ending: .response(StubReply(body: "x={{query.x}}.")))
    #expect(text(response([words], "https://a/b?x=1")) == "x=1.")
  }

  @Test func `predicates on query, header and body choose among routes, the first wins`() {
    func route(_ status: Int, _ change: (inout StubRoute) -> Void = { _ in }) -> StubRoute {
      var route = StubRoute(path: "/x", ending: .response(StubReply(status: status)))
      change(&route)
      return route
    }
    let routes = [
      route(1) { $0.query = [ValueTest("q", .oneOf(["1"]))] },
      route(2) { $0.headers = [ValueTest("X-A", .present)] },
      route(3) { $0.values = [ValueTest("/a/0", .oneOf(["z"]))] }, route(4),
    ]
    func status(_ response: StubResponse?) -> Int? {
      if case .response(let head, _)? = response?.ending { head.status } else { nil }
    }
    #expect(status(response(routes, "https://a/x?q=1", headers: [("x-a", "")])) == 1)
    #expect(status(response(routes, "https://a/x?q=2", headers: [("x-a", "")])) == 2)
    #expect(status(response(routes, "https://a/x", body: #"{"a": ["z"]}"#)) == 3)
    #expect(status(response(routes, "https://a/x")) == 4)
    #expect(response(routes, "https://a/y") == nil)
  }

  @Test func `a route of a gateway begins at its address, filled from the environment`() {
    let gateways = Gateways(all: [
      Gateway(
        name: "g", url: "{{base}}/v1",
        defaults: GatewayDefaults(query: [DraftField("key", "1")]),
        authorization: .bearer("env:T"), stubs: [StubRoute(path: "/x")]),
      Gateway(name: "h", url: "{{nobody}}", stubs: [StubRoute(path: "/x")]),
    ])
    let routes = StubRoutes(gateways, environment: Environment(values: ["base": "http://h:1"]))
    #expect(routes.routes.map(\.base) == ["http://h:1/v1/"])
    #expect(routes.response(to: .init(method: "GET", url: "http://h:1/v1/x?a")) != nil)
    #expect(routes.response(to: .init(method: "GET", url: "http://h:1/x")) == nil)
  }
}
