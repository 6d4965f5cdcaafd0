import ClientCore
import ClientModel
import TestSupport
import TestTraits
import Testing

/// A request that must not be repeated is sent once (F1).
@Suite(.usesSystem(minutes: 5)) struct OneSendingTests {
  /// Answers the first request of each connection and dies on the second after processing it.
  private static func dyingServer(_ seen: RecorderCounts) throws -> ConnectionServer {
    try ConnectionServer { connection in
      guard let first = connection.takeRequest() else { return }
      seen.add(first.method)
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      guard let second = connection.takeRequest() else { return }
      seen.add(second.method)
    }
  }

  @Test(arguments: [0, 5, 200_000])
  func `a POST on a connection that dies is processed at most once`(size: Int) async throws {
    let seen = RecorderCounts()
    let server = try Self.dyingServer(seen)
    let traffic = try Traffic()
    let url = "http://127.0.0.1:\(server.port)/"
    _ = await traffic.send(.fixture(url))
    let finish = await traffic.send(
      .fixture(.post, url, body: .bytes(LedgerServer.pattern(size))))
    #expect(seen.count(of: "POST") == 1)
    if size > 0 {
      // Sent on the old connection, which died: whether it took effect is open.
      #expect(finish.failure?.kind == .connectionLost, "\(finish.result)")
      #expect(finish.facts.sent == .something)
    } else {
      #expect(finish.result.connection.use == .fresh)
      #expect(finish.status == 200)
    }
  }

  @Test(arguments: [HTTPMethod.get, .put, .delete])
  func `a request that may be repeated is not repeated unseen`(method: HTTPMethod) async throws {
    let seen = RecorderCounts()
    let server = try Self.dyingServer(seen)
    let traffic = try Traffic()
    let url = "http://127.0.0.1:\(server.port)/"
    let request = WireRequest.fixture(
      method, url, body: method == .put ? .bytes(LedgerServer.pattern(100_000)) : .none)
    _ = await traffic.send(.fixture(.options, url))
    let first = traffic.begin(request)
    let died = await traffic.end(of: first)
    #expect(died.failure?.kind == .connectionLost, "\(died.result)")
    #expect(died.facts.sent == .something)
    #expect(died.result.connection.use == .reused)
    #expect(seen.count(of: method.rawValue) == 1)
    #expect(server.accepted == 1, "a second connection would be a second attempt")
    let next = traffic.begin(request, as: AttemptID(job: first.job, number: 2))
    let answered = await traffic.end(of: next)
    #expect(answered.status == 200)
    #expect(answered.result.connection.use == .fresh)
    #expect(seen.count(of: method.rawValue) == 2)
  }

  @Test func `a request that dies after its challenge is not repeated unseen`() async throws {
    let seen = RecorderCounts()
    let server = try ConnectionServer { connection in
      guard let first = connection.takeRequest() else { return }
      seen.add(first.method)
      connection.send(
        "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"r\", nonce=\"n\", qop=\"auth\"\r\n"
          + "Content-Length: 0\r\n\r\n")
      if let second = connection.takeRequest() { seen.add(second.method) }
    }
    let traffic = try Traffic()
    let finish = await traffic.send(
      .fixture(
        "http://127.0.0.1:\(server.port)/", authorization: .digest(user: "u", password: "p")))
    #expect(finish.failure?.kind == .connectionLost, "\(finish.result)")
    #expect(seen.count(of: "GET") == 2)
  }

  @Test func `a GET whose stream is refused goes out once`() async throws {
    let server = try HostileHTTP2Server()
    defer { server.stop() }
    server.behave(.refusedStream)
    var options = TransportOptions()
    options.route.version = .http2
    let finish = try await Traffic().send(.fixture(server.url, options: options))
    #expect(finish.failure?.kind == .unprocessed, "\(finish.result)")
    #expect(server.received == 1)
  }

  @Test func `a refused connection and an unknown host sent nothing`() async throws {
    let gone = try RecorderServer()
    let port = gone.port
    gone.stop()
    let traffic = try Traffic()
    let refused = await traffic.send(
      .fixture(.post, "http://127.0.0.1:\(port)/", body: .bytes([1])))
    #expect(refused.failure?.kind == .refused)
    #expect(refused.facts.sent == .nothing)
    let unknown = await traffic.send(.fixture("http://nobody.invalid/"))
    #expect([.nameNotFound, .nameLookup].contains(unknown.failure?.kind))
    #expect(unknown.facts.sent == .nothing)
  }

  @Test func `a POST with digest sends its body after the challenge`() async throws {
    let server = try ConnectionServer { connection in
      while let request = connection.takeRequest() {
        let isProven = request.header("Authorization")?.hasPrefix("Digest ") == true
        connection.send(
          isProven
            ? "HTTP/1.1 200 OK\r\nContent-Length: \(request.body.count)\r\n\r\n"
              + String(decoding: request.body, as: UTF8.self)
            : "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"r\", nonce=\"n\", qop=\"auth\"\r\n"
              + "Content-Length: 5\r\n\r\nwrong")
      }
    }
    let traffic = try Traffic()
    let finish = await traffic.send(
      .fixture(
        .post, "http://127.0.0.1:\(server.port)/", body: .bytes(Array("hello".utf8)),
        authorization: .digest(user: "u", password: "p")))
    #expect(finish.status == 200)
    #expect(finish.text == "hello")
    let heads = traffic.events.compactMap { event in
      if case .headArrived(_, let head) = event { head.status } else { nil }
    }
    #expect(heads == [200])
  }
}
