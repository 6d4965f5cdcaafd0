import TestSupport
import TestTraits
import Testing

@Suite(.usesSystem) struct OriginTests {
  @Test func `a proxy records who was asked for and does not pass its credentials on`() async throws
  {
    let proxy = try ProxyServer()
    let server = try RecorderServer()
    let url = "http://far.weir.test:\(server.port)/x"
    let place = "far.weir.test:\(server.port)"
    #expect(
      try await curl("-x", "http://u:p@127.0.0.1:\(proxy.port)", url).status == "200")
    #expect(try await curl("-p", "-x", "http://127.0.0.1:\(proxy.port)", url).status == "200")
    #expect(
      try await curl("-x", "socks5h://u:p@127.0.0.1:\(proxy.port)", url).status == "200")
    #expect(
      proxy.uses == [
        .init(kind: .forward, target: place, credentials: "Basic dTpw"),
        .init(kind: .connect, target: place, credentials: nil),
        .init(kind: .socks5, target: place, credentials: "u:p"),
      ])
    #expect(server.requests.allSatisfy { $0.header("proxy-authorization") == nil })
    #expect(server.requests.count == 3)
  }

  @Test func `a unix socket answers`() async throws {
    let server = try UnixSocketServer()
    #expect(try await curl("--unix-socket", server.path, "http://x/y").output == "local")
    #expect(server.requests.map(\.target) == ["/y"])
  }

  @Test func `chains lead over hosts, ports and schemes, and a leak is seen`() async throws {
    let authority = try CertificateAuthority()
    let server = try RedirectServer(ports: 2, authority.issue("all", names: RedirectServer.hosts))
    var random = SeededGenerator(seed: 7)
    var resolve: [String] = []
    for origin in server.origins where origin.host != "127.0.0.1" {
      resolve += ["--resolve", "\(origin.host):\(origin.port):127.0.0.1"]
    }
    for _ in 0..<5 {
      let (chain, url) = server.addChain(using: &random)
      // `--location-trusted` and a header of the user's own are leaks on purpose.
      let child = try ChildProcess(
        [
          "curl", "-sSL", "--noproxy", "*", "--cacert", authority.certificate, "-H",
          "X-Api-Key: " + RedirectServer.secret(of: chain),
        ] + resolve + [url], environment: ["PATH": "/usr/bin:/bin"])
      try await onOwnThread { _ = try child.wait() }
      #expect(child.output == Array("end".utf8))
      let seen = server.arrivals.filter { $0.chain == chain }
      #expect(seen.map(\.origin) == server.hops(of: chain).map(\.origin))
    }
    #expect(!server.leaks.isEmpty)
    #expect(server.leaks.allSatisfy { $0.secretsIn == ["X-Api-Key"] })
  }

  @Test(arguments: HostileHTTP2Server.Case.allCases)
  func `every HTTP2 case ends as the standard says`(hostile: HostileHTTP2Server.Case) async throws {
    let server = try HostileHTTP2Server()
    server.behave(hostile)
    let response = try await curl(
      "--http2-prior-knowledge", "--max-time", "2", "-d", "body", server.url)
    switch hostile {
    case .fine: #expect(response.output == "fine")
    case .pingFlood, .settingsFlood, .silence: #expect(response.code == "28")
    default: #expect(response.code != "0")
    }
    #expect(server.received >= 1)
  }

  @Test func `TLS can be put before raw frames`() async throws {
    let authority = try CertificateAuthority()
    let server = try HostileHTTP2Server()
    let front = try TLSFront(
      before: [server.port], try authority.issue("front"), speaking: .http2)
    let response = try await curl(
      "--cacert", authority.certificate, "https://localhost:\(front.ports[0])/")
    #expect(response.output == "fine")
  }
}
