import ClientCore
import ClientModel
import TestSupport
import TestTraits
import Testing

/// Complete heads after which no response can be read, through the real transport.
@Suite(.usesSystem(minutes: 5)) struct FramingTests {
  private func finish(
    _ fields: String, status: String = "200 OK", body: String = "hello..",
    headers: [(name: String, value: String)] = []
  ) async throws -> Traffic.Finish {
    let server = try RecorderServer(response: "HTTP/1.1 \(status)\r\n\(fields)\r\n\(body)")
    let traffic = try Traffic()
    var options = TransportOptions()
    options.deadlines = Deadlines(
      connect: .seconds(10), firstByte: .seconds(10), idle: .milliseconds(300))
    let request = WireRequest.fixture(server.url, headers: headers, options: options)
    let finish = await traffic.send(request)
    if finish.failure?.kind == .invalidFraming {
      let next = await traffic.send(request)
      #expect(next.result.connection.use == .fresh, "The connection must not be used again.")
    }
    return finish
  }

  @Test(arguments: [
    "Content-Length: 5\r\nContent-Length: 7\r\n", "Content-Length: 5, 7\r\n",
    "Content-Length: 7\r\nContent-Length: 5\r\n", "Content-Length: 5x\r\n",
    "Content-Length: 5,\r\n", "Content-Length: 99999999999999999999999\r\n",
    "Transfer-Encoding: chunked\r\nContent-Length: 5\r\nContent-Length: 7\r\n",
  ])
  func `lengths that differ or are no numbers make a response fail`(fields: String) async throws {
    let finish = try await finish(fields)
    #expect(finish.failure?.kind == .invalidFraming, "\(finish.result)")
    #expect(finish.status == 200)
    #expect(!finish.result.framing.isEmpty)
  }

  @Test func `bytes that came with a refused head are stored`() async throws {
    let finish = try await finish("Content-Length: 5\r\nContent-Length: 7\r\n")
    #expect(finish.text == "hello..")
    #expect(finish.result.head?.fields.all("Content-Length") == ["5", "7"])
  }

  @Test(arguments: [
    "Content-Length: 7\r\nContent-Length: 7\r\n", "Content-Length: 7, 7\r\n",
    "Content-Length: 7\r\nContent-Length: 07\r\n",
  ])
  func `equal lengths are one length`(fields: String) async throws {
    let finish = try await finish(fields)
    #expect(finish.result.end == .responded && finish.text == "hello..", "\(finish.result)")
  }

  @Test func `a switch of protocols that nobody requested is not a response`() async throws {
    let fields = "Upgrade: other\r\nConnection: Upgrade\r\n"
    let finish = try await finish(fields, status: "101 Switching Protocols", body: "abc")
    #expect(finish.failure?.kind == .invalidFraming, "\(finish.result)")
    #expect(finish.failure?.why.contains("101") == true)
    #expect(finish.text == "abc")
    let other = try await self.finish(
      fields, status: "101 Switching Protocols", headers: [("Upgrade", "websocket")])
    #expect(other.failure?.kind == .invalidFraming, "\(other.result)")
  }

  @Test func `a requested switch of protocols is a response`() async throws {
    let finish = try await finish(
      "Upgrade: Other\r\nConnection: Upgrade\r\n", status: "101 Switching Protocols", body: "",
      headers: [("Connection", "Upgrade"), ("Upgrade", "first, other")])
    #expect(finish.status == 101)
    #expect(finish.failure?.kind != .invalidFraming, "\(finish.result)")
  }

  @Test func `a body with an unknown coding is stored as received, with a note`() async throws {
    for coding in ["sauce", "gzip, sauce", "sauce, gzip"] {
      let finish = try await finish("Content-Encoding: \(coding)\r\nContent-Length: 7\r\n")
      #expect(finish.result.end == .responded, "\(finish.result)")
      #expect(finish.text == "hello..")
      #expect(finish.result.framing == [.unknownCoding])
    }
  }

  @Test func `a cut head after a digest challenge leaves no head of the challenge`() async throws {
    let server = try ConnectionServer { connection in
      guard connection.takeRequest() != nil else { return }
      connection.send(
        "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"r\", nonce=\"n\", qop=\"auth\"\r\n"
          + "Content-Length: 4\r\n\r\nwhat")
      guard connection.takeRequest() != nil else { return }
      connection.send("HTTP/1.1 200 OK\r\nX: 1\r\nConte")
    }
    let traffic = try Traffic()
    let finish = await traffic.send(
      .fixture(
        "http://127.0.0.1:\(server.port)/",
        authorization: .digest(user: "u", password: "p")))
    #expect(finish.failure?.kind == .headIncomplete, "\(finish.result)")
    #expect(finish.status == nil)
    #expect(finish.text == "HTTP/1.1 200 OK\r\nX: 1\r\n")
  }

  @Test func `several cookies of a request go in one field, with and without a jar`() async throws {
    let server = try RecorderServer()
    let traffic = try Traffic()
    let headers = [("Cookie", "a=1"), ("X-A", "1"), ("Cookie", "b=2")]
      .map { (name: $0.0, value: $0.1) }
    _ = await traffic.send(
      .fixture(server.url, headers: headers), cookies: OutgoingCookies(jar: CookieJarKey()))
    _ = await traffic.send(.fixture(server.url, headers: headers))
    for request in server.requests {
      let cookies = request.headers.filter { $0.name == "Cookie" }.map(\.value)
      #expect(cookies == ["a=1; b=2"])
    }
    #expect(server.requests.count == 2)
  }
}
