import LoopbackHTTP
import TestSupport
import TestTraits
import Testing

@Suite(.usesSystem) struct LoopbackServerTests {
  private static let request = "GET /a?b HTTP/1.1\r\nHost: a\r\n\r\n"

  /// A server whose responses are the requests in one line.
  private static func server(port: Int = 0) throws -> LoopbackServer {
    try LoopbackServer(port: port) { request, send in
      let body = String(decoding: request.body, as: UTF8.self)
      let text = "\(request.method) \(request.target) \(body)"
      send(LoopbackResponse.text(text).steps(to: request.method))
    }
  }

  private static func exchange(_ request: String) throws -> (status: Int, body: String) {
    let server = try server()
    defer { server.stop() }
    let response = try RawClient(port: server.port).exchange(request)
    return (response.status, String(decoding: response.body, as: UTF8.self))
  }

  @Test func `one connection carries many requests, also chunked ones`() async throws {
    try await onOwnThread {
      let server = try Self.server()
      defer { server.stop() }
      let client = try RawClient(port: server.port)
      for _ in 0..<3 {
        let response = try client.exchange(Self.request)
        #expect(response.status == 200)
        #expect(String(decoding: response.body, as: UTF8.self) == "GET /a?b ")
      }
      let chunked = try client.exchange(
        "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "5;x=y\r\ntext=\r\n4\r\nweig\r\n0\r\nTrailer: 1\r\n\r\n")
      #expect(String(decoding: chunked.body, as: UTF8.self) == "POST /a text=weig")
      #expect(try client.exchange(Self.request).status == 200)
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
    #expect(!response.body.isEmpty)
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

  @Test func `steps are taken in their order until one ends the connection`() async throws {
    try await onOwnThread {
      let server = try LoopbackServer { _, send in
        send([.send(Array("one ".utf8)), .wait(.milliseconds(1)), .send(Array("two".utf8))])
        send([.close, .send(Array("three".utf8))])
        send([.send(Array("four".utf8))])
      }
      defer { server.stop() }
      let client = try RawClient(port: server.port)
      client.send(Self.request)
      #expect(client.rest() == Array("one two".utf8))
    }
  }

  @Test func `a connection beyond the most takes the place of the one that is idle longest`()
    async throws
  {
    try await onOwnThread {
      let server = try Self.server()
      defer { server.stop() }
      var first: [RawClient] = []
      for _ in 0..<256 { first.append(try RawClient(port: server.port)) }
      for client in first { #expect(try client.exchange(Self.request).status == 200) }
      let late = try RawClient(port: server.port)
      #expect(try late.exchange(Self.request).status == 200)
      #expect(try first[255].exchange(Self.request).status == 200)
    }
  }

  @Test func `connections on which nothing is asked do not block the server`() async throws {
    try await onOwnThread {
      let server = try Self.server()
      defer { server.stop() }
      var silent: [RawClient] = []
      for _ in 0..<300 { silent.append(try RawClient(port: server.port)) }
      #expect(try RawClient(port: server.port).exchange(Self.request).status == 200)
      #expect(silent.count == 300)
    }
  }

  @Test func `a port that is taken is reported, with what to do`() throws {
    let server = try Self.server()
    defer { server.stop() }
    let problem = #expect(throws: LoopbackProblem.self) { try Self.server(port: server.port) }
    #expect(problem?.what == "The server was not started.")
    #expect(problem?.why == "Another program listens on port \(server.port).")
    #expect(problem?.whatToDo.contains("another port") == true)
    #expect(throws: LoopbackProblem.self) { try Self.server(port: 70_000) }
  }
}
