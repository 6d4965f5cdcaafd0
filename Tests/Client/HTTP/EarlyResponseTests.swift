import ClientCore
import ClientHTTP
import ClientModel
import TestSupport
import TestTraits
import Testing

/// A response that is complete before the request is not lost (RFC 9113, section 8.1).
@Suite(.usesSystem(minutes: 5)) struct EarlyResponseTests {
  private static func options(
    _ authority: CertificateAuthority, _ version: RouteOptions.Version = .automatic
  ) -> TransportOptions {
    var options = TransportOptions()
    options.trust.authorities = authority.certificate
    options.route.version = version
    return options
  }

  @Test(arguments: [1, 1_000, 70_000, 300_000])
  func `a 413 that comes at once is seen, however long the body is`(size: Int) async throws {
    let authority = try CertificateAuthority()
    let server = try EarlyResponseServer(authority.issue("server"))
    let traffic = try Traffic()
    for _ in 0..<10 {
      let finish = await traffic.send(
        .fixture(
          .post, "https://localhost:\(server.port)/", body: .bytes(LedgerServer.pattern(size)),
          options: Self.options(authority)))
      #expect(finish.status == 413 && finish.text == "too large", "\(finish.result)")
    }
  }

  @Test func `nginx's response to a body that it does not read is seen`() async throws {
    let nginx = try await onOwnThread { try NginxServer() }
    let traffic = try Traffic()
    for size in [1_000, 300_000, 3_000_000] {
      let finish = await traffic.send(
        .fixture(
          .post, nginx.secure + "/status/404", body: .bytes(LedgerServer.pattern(size)),
          options: Self.options(nginx.authority)))
      // Above 1 MB it says 413.
      #expect(finish.status == (size > 1 << 20 ? 413 : 404), "\(finish.result)")
    }
  }

  @Test func `where HTTP2 is demanded, a libcurl that loses the response says what happened`()
    async throws
  {
    let authority = try CertificateAuthority()
    let server = try EarlyResponseServer(authority.issue("server"))
    let traffic = try Traffic()
    for _ in 0..<5 {
      let finish = await traffic.send(
        .fixture(
          .post, "https://localhost:\(server.port)/", body: .bytes(LedgerServer.pattern(300_000)),
          options: Self.options(authority, .http2)))
      if LibraryFeatures().faults.contains(.earlyResponse) {
        let sentence = "The server closed the stream early."
        #expect(finish.status == 413 || finish.failure?.why == sentence, "\(finish.result)")
        #expect(finish.status == 413 || finish.facts.sent == .something)
      } else {
        #expect(finish.status == 413, "\(finish.result)")
      }
    }
  }

  @Test func `requests without a body use HTTP2 wherever the server speaks it`() async throws {
    let nginx = try await onOwnThread { try NginxServer() }
    let traffic = try Traffic()
    for method in [HTTPMethod.get, .post, .delete] {
      let finish = await traffic.send(
        .fixture(
          method, nginx.secure + "/json", options: Self.options(nginx.authority)))
      #expect(finish.result.head?.version == .http2, "\(method)")
    }
  }

  @Test func `five requests in a row over HTTP2 without TLS are answered`() async throws {
    let server = try HostileHTTP2Server()
    defer { server.stop() }
    var options = TransportOptions()
    options.route.version = .http2
    let traffic = try Traffic()
    for method in [HTTPMethod.get, .post, .put, .get, .post] {
      let body: WireRequest.Body = method == .get ? .none : .bytes([1, 2, 3])
      let finish = await traffic.send(.fixture(method, server.url, body: body, options: options))
      #expect(finish.status == 200 && finish.text == "fine", "\(finish.result)")
    }
  }

  @Test(
    arguments: [
      (0x075801, [LibraryFault.earlyResponse, .clearReuse]), (0x080001, [.earlyResponse]),
      (0x080100, []), (0x080E01, []),
    ] as [(UInt32, Set<LibraryFault>)])
  func `each version of libcurl has the faults that were corrected after it`(
    version: UInt32, faults: Set<LibraryFault>
  ) {
    #expect(LibraryFault.faults(of: version) == faults)
  }
}
