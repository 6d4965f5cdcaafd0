import MockServices
import TestSupport
import TestTraits
import Testing

@Suite(.usesSystem) struct LoopbackServerTests {
  private static let key = "apikey=\(HavenService.key)"

  private static func exchange(_ request: String) throws -> (status: Int, body: String) {
    let server = try LoopbackServer(HavenService())
    defer { server.stop() }
    let response = try RawClient(port: server.port).exchange(request)
    return (response.status, String(decoding: response.body, as: UTF8.self))
  }

  @Test func `one connection carries many requests, also chunked ones`() async throws {
    try await onOwnThread {
      let server = try LoopbackServer(HavenService())
      defer { server.stop() }
      let client = try RawClient(port: server.port)
      let path = "/1/api/sync/autocomplete/v1"
      for _ in 0..<3 {
        let response = try client.exchange(
          "GET \(path)?text=weir&\(Self.key) HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(response.status == 200)
        #expect(String(decoding: response.body, as: UTF8.self) == #"{"words":["weir","weird"]}"#)
      }
      let chunked = try client.exchange(
        "POST \(path)?\(Self.key) HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n"
          + "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
          + "5;x=y\r\ntext=\r\n4\r\nweig\r\n0\r\nTrailer: 1\r\n\r\n")
      #expect(String(decoding: chunked.body, as: UTF8.self) == #"{"words":["weight"]}"#)
      let journal = try client.exchange("GET /__mock/journal HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(String(decoding: journal.body, as: UTF8.self).contains(#""count":4"#))
    }
  }

  @Test(arguments: [
    ("GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET a HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("GET /a?q=\"x\" HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("GET /a?q=[x] HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("GET /a?q=x%2 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("GET /ü HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET / HTTP/1.1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\n folded: b\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nNo Header: b\r\n\r\n", 400), ("GET / HTTP/2\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n1", 400),
    (
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400
    ),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc\r\n0\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n", 413),
  ])
  func `what is not a request is refused`(request: String, status: Int) async throws {
    let response = try await onOwnThread { try Self.exchange(request) }
    #expect(response.status == status, "\(response.body)")
    #expect(response.body.contains("error"))
  }

  @Test func `a head without end and an address without end are refused`() async throws {
    try await onOwnThread {
      let long = String(repeating: "a", count: 70_000)
      let head = try Self.exchange("GET / HTTP/1.1\r\nHost: a\r\nX: \(long)")
      #expect(head.status == 431)
      let address = try Self.exchange(
        "GET /\(long.prefix(9000)) HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(address.status == 414)
    }
  }

  @Test func `a dropped response ends the connection`() async throws {
    try await onOwnThread {
      let server = try LoopbackServer(HavenService())
      defer { server.stop() }
      let body = #"{"route":"*","fault":"drop"}"#
      let reported = try RawClient(port: server.port).exchange(
        "POST /__mock/faults HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
          + body)
      #expect(reported.status == 200)
      let client = try RawClient(port: server.port)
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(client.rest() == [])
    }
  }

  @Test func `a connection beyond the most takes the place of the one that is idle longest`()
    async throws
  {
    try await onOwnThread {
      let server = try LoopbackServer(HavenService())
      defer { server.stop() }
      var first: [RawClient] = []
      for _ in 0..<256 { first.append(try RawClient(port: server.port)) }
      let request =
        "GET /1/api/sync/autocomplete/v1?text=weir&\(Self.key) HTTP/1.1\r\nHost: a\r\n\r\n"
      for client in first { #expect(try client.exchange(request).status == 200) }
      let late = try RawClient(port: server.port)
      #expect(try late.exchange(request).status == 200)
      #expect(try first[255].exchange(request).status == 200)
    }
  }

  @Test func `connections on which nothing is asked do not block the server`() async throws {
    try await onOwnThread {
      let server = try LoopbackServer(HavenService())
      defer { server.stop() }
      var silent: [RawClient] = []
      for _ in 0..<300 { silent.append(try RawClient(port: server.port)) }
      let request =
        "GET /1/api/sync/autocomplete/v1?text=weir&\(Self.key) HTTP/1.1\r\nHost: a\r\n\r\n"
      #expect(try RawClient(port: server.port).exchange(request).status == 200)
      #expect(silent.count == 300)
    }
  }

  @Test func `a port that is taken is reported, with what to do`() throws {
    let server = try LoopbackServer(PushService())
    defer { server.stop() }
    let problem = #expect(throws: MockServerProblem.self) {
      try LoopbackServer(PushService(), port: server.port)
    }
    #expect(problem?.why == "Another program listens on port \(server.port).")
    #expect(problem?.whatToDo.contains("--port") == true)
    #expect(throws: MockServerProblem.self) { try LoopbackServer(PushService(), port: 70_000) }
  }
}
