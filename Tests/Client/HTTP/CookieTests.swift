import ClientCore
import ClientModel
import TestSupport
import TestTraits
import Testing

/// The jar: what is taken, what is refused (T7).
@Suite(.usesSystem(minutes: 5)) struct CookieTests {
  private let jar = CookieJarKey(workspace: "w", environment: "e")

  /// What the jar holds after an answer with these cookies.
  private func names(after cookies: [String], host: String = "api.weir.test") async throws
    -> [String]
  {
    let lines = cookies.map { "Set-Cookie: \($0)\r\n" }.joined()
    let server = try RecorderServer(
      answer: "HTTP/1.1 200 OK\r\n\(lines)Content-Length: 0\r\n\r\n")
    var options = TransportOptions()
    options.route.resolve = ["\(host):\(server.port):127.0.0.1"]
    let traffic = try Traffic()
    let request = WireRequest.fixture("http://\(host):\(server.port)/", options: options)
    _ = await traffic.send(request, jar: jar)
    _ = await traffic.send(request, jar: jar)
    let sent = server.requests.last?.header("Cookie") ?? ""
    return sent.split(separator: ";").map {
      String($0.split(separator: "=").first ?? "").trimmingPrefix(" ").description
    }.sorted()
  }

  @Test func `a cookie comes back to its host and is told`() async throws {
    let server = try RecorderServer(
      answer: "HTTP/1.1 200 OK\r\nSet-Cookie: a=1; Path=/\r\nContent-Length: 0\r\n\r\n")
    let traffic = try Traffic()
    _ = await traffic.send(.fixture(server.url), jar: jar)
    _ = await traffic.send(.fixture(server.url, headers: [("Cookie", "own=2")]), jar: jar)
    _ = await traffic.send(.fixture(server.url), jar: CookieJarKey(workspace: "other"))
    var off = TransportOptions()
    off.cookies = .off
    _ = await traffic.send(.fixture(server.url, options: off), jar: jar)
    #expect(server.requests.map { $0.header("Cookie") } == [nil, "a=1; own=2", nil, nil])
    let told = traffic.events.compactMap { event in
      if case .cookiesChanged(let key, let lines) = event { (key, lines) } else { nil }
    }
    #expect(told.map(\.0) == [jar, CookieJarKey(workspace: "other")])
    #expect(told.first?.1.first?.hasSuffix("a\t1") == true)
  }

  @Test func `set cookies replace what a jar holds`() async throws {
    let server = try RecorderServer()
    let traffic = try Traffic()
    let lines = ["127.0.0.1\tFALSE\t/\tFALSE\t0\tk\tv"]
    traffic.transport.setCookies(["127.0.0.1\tFALSE\t/\tFALSE\t0\told\tv"], in: jar)
    traffic.transport.setCookies(lines + ["ALL", "Set-Cookie: x=1", "bad\r\nline"], in: jar)
    _ = await traffic.send(.fixture(server.url), jar: jar)
    #expect(server.requests.first?.header("Cookie") == "k=v")
  }

  @Test func `a cookie for a whole public suffix is refused`() async throws {
    let names = try await names(
      after: ["good=1", "s1=1; Domain=co.uk", "s2=1; Domain=CO.UK", "s3=1; Domain=uk."],
      host: "api.co.uk")
    #expect(names == ["good"])
  }

  @Test func `cookies for an address, another host or with broken prefixes are refused`()
    async throws
  {
    let names = try await names(after: [
      "good=1", "d=1; Domain=weir.test", "ip=1; Domain=127.0.0.1", "else=1; Domain=other.test",
      "__Host-a=1; Path=/", "__Secure-b=1", "sec=1; Secure", "__Host-c=1; Secure; Path=/x",
    ])
    #expect(names == ["d", "good"])
  }

  @Test func `control bytes and oversize are refused`() async throws {
    let huge = "n" + String(repeating: "x", count: 9_000)
    let names = try await names(after: ["good=1", "ctl=a\u{1}b", "\(huge)=1", "big=\(huge)"])
    #expect(names == ["good"])
  }

  @Test func `a jar holds 3,000 cookies and the newest lose`() async throws {
    let server = try ConnectionServer { connection in
      var answer = 0
      while connection.takeRequest() != nil {
        let lines = (0..<50).map { "Set-Cookie: c\(answer)x\($0)=1\r\n" }.joined()
        answer += 1
        connection.send("HTTP/1.1 200 OK\r\n\(lines)Content-Length: 0\r\n\r\n")
      }
    }
    let traffic = try Traffic()
    for _ in 0..<200 {
      _ = await traffic.send(.fixture("http://127.0.0.1:\(server.port)/"), jar: jar)
    }
    let lines = traffic.events.compactMap { event in
      if case .cookiesChanged(_, let lines) = event { lines } else { nil }
    }
    #expect(lines.map(\.count).max() == 3000)
    let last = try #require(lines.last)
    #expect(last.contains { $0.contains("\tc0x0\t") })
    #expect(!last.contains { $0.contains("\tc199x0\t") })
  }
}
