import ClientCore
import ClientModel
import TestSupport
import TestTraits
import Testing

/// What libcurl's cookie engine takes, refuses and deletes for a transfer, as single changes (T7).
@Suite(.usesSystem(minutes: 5)) struct CookieTests {
  private let jar = CookieJarKey(workspace: "w", environment: "e")

  /// A request that takes the jar along; what its response changes is applied to the jar.
  private func send(
    _ request: WireRequest, _ traffic: Traffic, _ cookies: inout [CookieIdentity: String]
  ) async -> [CookieChange] {
    let before = traffic.cookieChanges.count
    let lines = Array(cookies.values)
    _ = await traffic.send(request, cookies: OutgoingCookies(jar: jar, clearing: 3, lines: lines))
    let changes = Array(traffic.cookieChanges.dropFirst(before))
    for change in changes {
      guard let identity = change.identity else { continue }
      switch change.kind {
      case .set(let line): cookies[identity] = line
      case .delete: cookies[identity] = nil
      case .clear: cookies = [:]
      }
    }
    return changes
  }

  /// What the jar holds after a response with these cookies.
  private func names(after cookies: [String], host: String = "api.weir.test") async throws
    -> [String]
  {
    let lines = cookies.map { "Set-Cookie: \($0)\r\n" }.joined()
    let server = try RecorderServer(
      response: "HTTP/1.1 200 OK\r\n\(lines)Content-Length: 0\r\n\r\n")
    var options = TransportOptions()
    options.route.resolve = ["\(host):\(server.port):127.0.0.1"]
    let traffic = try Traffic()
    let request = WireRequest.fixture("http://\(host):\(server.port)/", options: options)
    var stored: [CookieIdentity: String] = [:]
    _ = await send(request, traffic, &stored)
    _ = await send(request, traffic, &stored)
    let sent = server.requests.last?.header("Cookie") ?? ""
    return sent.split(separator: ";").map {
      String($0.split(separator: "=").first ?? "").trimmingPrefix(" ").description
    }.sorted()
  }

  @Test func `a cookie that is set is reported with its jar and clearing`() async throws {
    let server = try RecorderServer(
      response: "HTTP/1.1 200 OK\r\nSet-Cookie: a=1; Path=/\r\nContent-Length: 0\r\n\r\n")
    let traffic = try Traffic()
    var stored: [CookieIdentity: String] = [:]
    let changes = await send(.fixture(server.url), traffic, &stored)
    #expect(changes.map(\.jar) == [jar] && changes.map(\.clearing) == [3])
    #expect(stored.values.first?.hasSuffix("a\t1") == true)
    _ = await send(.fixture(server.url, headers: [("Cookie", "own=2")]), traffic, &stored)
    var none: [CookieIdentity: String] = [:]
    _ = await send(.fixture(server.url), traffic, &none)
    var off = TransportOptions()
    off.cookies = .off
    let silent = await send(.fixture(server.url, options: off), traffic, &stored)
    #expect(silent == [])
    #expect(server.requests.map { $0.header("Cookie") } == [nil, "a=1; own=2", nil, nil])
  }

  @Test(arguments: [
    "Fri, 15-Apr-37 21:01:22 GMT-0400 (EDT)", "Fri, 15-Apr-37 ::00 21:01:22",
    "15 Apr 21:01:22 2037",
    "2037 April 15 21:01:22",
  ]) func `a cookie lives until its date, in whatever form that is`(date: String) async throws {
    let server = try RecorderServer(
      response: "HTTP/1.1 200 OK\r\nSet-Cookie: a=1; Expires=\(date)\r\nContent-Length: 0\r\n\r\n")
    var stored: [CookieIdentity: String] = [:]
    _ = await send(.fixture(server.url), try Traffic(), &stored)
    #expect(stored.values.first.flatMap(CookieIdentity.expiry) == 2_123_442_082)
  }

  @Test func `a cookie that is set again unchanged is reported again`() async throws {
    let server = try RecorderServer(
      response: "HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nContent-Length: 0\r\n\r\n")
    let traffic = try Traffic()
    var stored: [CookieIdentity: String] = [:]
    let first = await send(.fixture(server.url), traffic, &stored)
    #expect(await send(.fixture(server.url), traffic, &stored) == first && first.count == 1)
  }

  @Test(arguments: ["Max-Age=0", "Expires=Thu, 01 Jan 1970 00:00:00 GMT"])
  func `a cookie that is deleted is reported, also one that this process does not have`(
    _ end: String
  ) async throws {
    let server = try RecorderServer(
      response:
        "HTTP/1.1 200 OK\r\nSet-Cookie: a=; Path=/; \(end)\r\nContent-Length: 0\r\n\r\n")
    let traffic = try Traffic()
    let line = "127.0.0.1\tFALSE\t/\tFALSE\t0\ta\t1"
    let identity = try #require(CookieIdentity(line: line))
    for start in [[identity: line], [:]] {
      var stored = start
      let changes = await send(.fixture(server.url), traffic, &stored)
      #expect(changes.map(\.kind) == [.delete(identity)] && stored.isEmpty)
    }
  }

  @Test func `what has expired meanwhile is not reported as deleted`() async throws {
    let server = try RecorderServer(
      response: "HTTP/1.1 200 OK\r\nSet-Cookie: b=1\r\nContent-Length: 0\r\n\r\n")
    let old = "127.0.0.1\tFALSE\t/\tFALSE\t1000\told\t1"
    var stored = [try #require(CookieIdentity(line: old)): old]
    let changes = await send(.fixture(server.url), try Traffic(), &stored)
    #expect(changes.compactMap(\.identity?.name) == ["b"])
  }

  @Test func `nothing but cookies passes into the engine`() async throws {
    let server = try RecorderServer()
    let traffic = try Traffic()
    let lines = ["127.0.0.1\tFALSE\t/\tFALSE\t0\tk\tv", "ALL", "Set-Cookie: x=1", "bad\r\nline"]
    _ = await traffic.send(
      .fixture(server.url), cookies: OutgoingCookies(jar: jar, lines: lines))
    _ = await traffic.send(.fixture(server.url), cookies: OutgoingCookies(jar: jar))
    _ = await traffic.send(.fixture(server.url))
    #expect(server.requests.map { $0.header("Cookie") } == ["k=v", nil, nil])
  }

  @Test func `a cookie for a public suffix is refused`() async throws {
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
}

extension Traffic {
  /// Every reported change to a cookie, in order.
  fileprivate var cookieChanges: [CookieChange] {
    events.flatMap { event in
      if case .cookiesChanged(let changes) = event { changes } else { [CookieChange]() }
    }
  }
}
