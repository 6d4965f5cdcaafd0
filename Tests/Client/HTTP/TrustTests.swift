import ClientCore
import ClientModel
import TestSupport
import TestTraits
import Testing

/// Which servers are believed: nginx with certificates of every kind.
@Suite(.serialized, .usesSystem(minutes: 5)) struct TrustTests {
  private static func options(_ change: (inout TransportOptions) -> Void) -> TransportOptions {
    var options = TransportOptions()
    change(&options)
    return options
  }

  @Test func `certificates, pins, versions and client certificates`() async throws {
    let nginx = try await onOwnThread { try NginxServer() }
    let traffic = try Traffic()
    let roots = nginx.authority.certificate
    let trusted = Self.options { $0.trust.authorities = roots }
    let insecure = Self.options { $0.trust.verification = .insecure }

    let good = await traffic.send(.fixture(nginx.secure + "/protocol", options: trusted))
    #expect(good.status == 200)
    #expect(good.result.head?.version == .http2)
    #expect(good.text.hasPrefix("HTTP/2.0 TLSv1.3"))
    #expect(good.result.connection.security?.hasPrefix("TLSv1.3 ") == true)
    #expect(good.result.timings.secured != nil)

    let plain = Self.options {
      $0.trust.authorities = roots
      $0.route.version = .http1
    }
    let old = await traffic.send(.fixture(nginx.onlyTLS12 + "/protocol", options: plain))
    #expect(old.text.hasPrefix("HTTP/1.1 TLSv1.2"))

    for url in [nginx.expired, nginx.selfSigned, nginx.wrongHost] {
      let finish = await traffic.send(.fixture(url + "/json", options: trusted))
      #expect(finish.failure?.kind == .certificate, "\(url)")
      #expect(finish.facts.sent == .nothing)
      #expect(await traffic.send(.fixture(url + "/json", options: insecure)).status == 200)
    }
    #expect(
      await traffic.send(.fixture(nginx.secure + "/json")).failure?.kind == .certificate,
      "an earlier connection with other roots must not be used")

    let right = try #require(PublicKeyPin(nginx.authority.pin(of: nginx.identity)))
    let wrong = try #require(PublicKeyPin("sha256//" + String(repeating: "A", count: 43) + "="))
    for base in [trusted, insecure] {
      var options = base
      options.trust.pins = [wrong, right]
      #expect(await traffic.send(.fixture(nginx.secure + "/json", options: options)).status == 200)
      options.trust.pins = [wrong]
      let refused = await traffic.send(.fixture(nginx.secure + "/json", options: options))
      #expect(refused.failure?.kind == .pinMismatch)
      #expect(refused.facts.sent == .nothing)
    }

    let bare = await traffic.send(
      .fixture(nginx.wantsClientCertificate + "/json", options: trusted))
    #expect(bare.status == 400)
    let client = try nginx.authority.issue("client")
    let shown = Self.options {
      $0.trust.authorities = roots
      $0.trust.clientCertificate = client.certificate
      $0.trust.clientKey = client.key
    }
    #expect(
      await traffic.send(.fixture(nginx.wantsClientCertificate + "/json", options: shown)).status
        == 200)
    let missing = Self.options {
      $0.trust.authorities = roots
      $0.trust.clientCertificate = "/nowhere.pem"
    }
    #expect(
      await traffic.send(.fixture(nginx.wantsClientCertificate + "/json", options: missing))
        .failure?.kind == .clientCertificate)
  }

  @Test func `a plain server on a TLS URL is a failed handshake`() async throws {
    let server = try ConnectionServer { $0.send("HTTP/1.1 400 Plain\r\n\r\n") }
    let finish = try await Traffic().send(.fixture("https://127.0.0.1:\(server.port)/"))
    #expect(finish.failure?.kind == .tlsHandshake)
    #expect(finish.failure?.cause != nil)
  }

  @Test(arguments: [true, false])
  func `a handshake that is cut by a close counts as a lost connection`(resets: Bool) async throws {
    let server = try ConnectionServer { connection in
      _ = connection.takeSome()
      if resets { connection.resetOnClose() }
    }
    let finish = try await Traffic().send(.fixture("https://127.0.0.1:\(server.port)/"))
    #expect(finish.failure?.kind == .connectionLost, "\(finish.result)")
    #expect(finish.facts.sent == .nothing)
  }

  @Test func `two hundred at once over HTTP2 and HTTP1 are all answered`() async throws {
    let nginx = try await onOwnThread { try NginxServer() }
    let traffic = try Traffic()
    let trusted = Self.options { $0.trust.authorities = nginx.authority.certificate }
    for (url, options) in [(nginx.plain, TransportOptions()), (nginx.secure, trusted)] {
      let ids = (0..<200).map { _ in traffic.begin(.fixture(url + "/json", options: options)) }
      for id in ids { #expect(await traffic.end(of: id).status == 200) }
    }
  }
}
