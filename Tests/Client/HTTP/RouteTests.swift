import ClientCore
import ClientModel
import TestSupport
import TestTraits
import Testing

/// The ways to a server.
@Suite(.usesSystem(minutes: 5)) struct RouteTests {
  @Test func `an HTTP proxy carries plain requests`() async throws {
    let (proxy, server) = (try ProxyServer(), try RecorderServer())
    let finish = try await Traffic().send(
      .fixture(server.url + "/x", proxy: "http://me:pw@127.0.0.1:\(proxy.port)"))
    #expect(finish.status == 200)
    #expect(proxy.uses.map(\.kind) == [.forward])
    #expect(server.requests.first?.header("Proxy-Authorization") == nil)
  }

  @Test(arguments: ["socks5", "socks5h"])
  func `a SOCKS5 proxy carries requests`(scheme: String) async throws {
    let (proxy, server) = (try ProxyServer(), try RecorderServer())
    let finish = try await Traffic().send(
      .fixture(server.url, proxy: "\(scheme)://127.0.0.1:\(proxy.port)"))
    #expect(finish.status == 200)
    #expect(proxy.uses.map(\.kind) == [.socks5])
  }

  @Test(arguments: [("http", ProxyServer.Use.Kind.connect), ("socks5h", .socks5)])
  func `TLS goes through a proxy's tunnel, and its credentials stay with the proxy`(
    scheme: String, kind: ProxyServer.Use.Kind
  ) async throws {
    let (proxy, nginx) = (try ProxyServer(), try await onOwnThread { try NginxServer() })
    var options = TransportOptions()
    options.trust.authorities = nginx.authority.certificate
    let finish = try await Traffic().send(
      .fixture(
        nginx.secure + "/protocol", headers: [("Proxy-Authorization", "Basic bWU6cHc=")],
        proxy: "\(scheme)://127.0.0.1:\(proxy.port)", options: options))
    #expect(finish.status == 200, "\(finish.result)")
    #expect(finish.text.hasPrefix("HTTP/2.0 TLSv1.3"))
    #expect(proxy.uses.map(\.kind) == [kind])
    #expect(finish.result.connection.security != nil)
  }

  @Test func `a proxy that wants credentials sends nothing on`() async throws {
    let proxy = try ProxyServer(.withCredentials)
    let finish = try await Traffic().send(
      .fixture("https://nobody.invalid/", proxy: "http://127.0.0.1:\(proxy.port)"))
    #expect(finish.failure?.kind == .proxy, "\(finish.result)")
    #expect(finish.facts.sent == .nothing)
  }

  @Test func `a unix socket is a way to a server`() async throws {
    let server = try UnixSocketServer()
    var options = TransportOptions()
    options.route.unixSocket = server.path
    let finish = try await Traffic().send(.fixture("http://docker/info", options: options))
    #expect(finish.status == 200)
    #expect(finish.result.connection.address == server.path)
    #expect(server.requests.map { $0.header("Host") } == ["docker"])
  }

  @Test func `a resolve entry holds for its request alone`() async throws {
    let server = try RecorderServer()
    let traffic = try Traffic()
    var options = TransportOptions()
    options.route.resolve = ["api.invalid:\(server.port):127.0.0.1"]
    let url = "http://api.invalid:\(server.port)/"
    let found = await traffic.send(.fixture(url, options: options))
    #expect(found.status == 200)
    #expect(server.requests.first?.header("Host") == "api.invalid:\(server.port)")
    let lost = await traffic.send(.fixture(url))
    #expect([.nameNotFound, .nameLookup].contains(lost.failure?.kind))
  }
}
