import Foundation
import TestSupport
import TestTraits
import Testing

/// Which brokers are believed: Debian's broker with certificates of every kind.
///
/// Its log is the judge: it names the user of each connection, and acknowledges none that sent nothing.
@Suite(.serialized, .usesSystem(minutes: 5)) struct BrokerTrustTests {
  private static let wrong = "sha256//" + String(repeating: "A", count: 43) + "="

  private func publish(
    _ home: WeirHome, to url: String, _ words: [String]
  ) throws -> WeirHome.Finished {
    try home.run(
      ["mqtt", "publish", "--broker", url, "--auth", "basic:ada:env:P", "a", "1"] + words,
      environment: ["P": "secret"])
  }

  private func connections(_ broker: MosquittoServer) throws -> Int {
    try broker.log.components(separatedBy: "u'ada'").count - 1
  }

  /// Whether a broker has heard nothing but handshakes.
  private func expectSilence(_ broker: MosquittoServer) throws {
    let log = try broker.log
    #expect(!log.contains("ada") && !log.contains("CONNACK"), "\(log)")
    #expect(log.contains("OpenSSL Error"), "the handshake failed, and not the way to it: \(log)")
  }

  @Test func `J26 a broker with a pinned key takes messages, also with one of several pins`()
    async throws
  {
    try await onOwnThread {
      let (broker, home) = (try MosquittoServer(), try WeirHome())
      let right = try broker.authority.pin(of: broker.identity)
      let roots = ["--cacert", broker.authority.certificate]
      let pinned = [
        roots + ["--pin", right], roots + ["--pin", Self.wrong, "--pin", right],
        roots + ["--pin", broker.identity.certificate], ["-k", "--pin", right],
      ]
      for (number, words) in pinned.enumerated() {
        let published = try publish(home, to: broker.secure, words)
        #expect(published.code == 0, "\(words): \(published.errorOutput)")
        #expect(published.output.contains("MQTT/3.1.1 200 PUBCOMP"))
        #expect(try connections(broker) == number + 1)
      }
    }
  }

  @Test func `J26 a broker without a pinned key is refused before user and password are sent`()
    async throws
  {
    try await onOwnThread {
      let (broker, home) = (try MosquittoServer(), try WeirHome())
      let key = try broker.authority.pin(of: broker.identity)
      let other = try broker.authority.selfSigned("other")
      for words in [
        ["--cacert", broker.authority.certificate, "--pin", Self.wrong],
        ["--cacert", broker.authority.certificate, "--pin", other.certificate],
        ["-k", "--pin", Self.wrong],
      ] {
        let refused = try publish(home, to: broker.secure, words)
        #expect(refused.code == 22, "\(words): \(refused.errorOutput)")
        for part in [
          "The broker localhost was not reached.",
          "Its certificate does not match the pinned key. Its key is \(key).",
          "Compare this key with the broker's owner",
        ] {
          #expect(refused.errorOutput.contains(part), "\(refused.errorOutput)")
        }
        try expectSilence(broker)
      }
    }
  }

  @Test func `J26 a pin of a broker does not replace the check of its certificate`() async throws {
    try await onOwnThread {
      let (broker, home) = (try MosquittoServer(), try WeirHome())
      let right = try broker.authority.pin(of: broker.identity)
      func expectMistrust(_ url: String, _ words: [String]) throws {
        let refused = try publish(home, to: url, words)
        #expect(refused.code == 22)
        #expect(
          refused.errorOutput.contains("Its certificate cannot be trusted."),
          "\(words): \(refused.errorOutput)")
        try expectSilence(broker)
      }
      try expectMistrust(broker.secure, ["--pin", right])
      try broker.stop()
      try broker.renewKey(names: ["other.test"])
      try broker.start()
      let named = [
        "--cacert", broker.authority.certificate, "--pin",
        try broker.authority.pin(of: broker.identity),
      ]
      try expectMistrust(broker.secure, named)
      let address = broker.secure.replacing("localhost", with: "127.0.0.1")
      let published = try publish(home, to: address, named)
      #expect(published.code == 0, "\(published.errorOutput)")
    }
  }

  @Test func `J26 a broker with a pinned key is shown the client certificate`() async throws {
    try await onOwnThread {
      let (broker, home) = (try MosquittoServer(), try WeirHome())
      let client = try broker.authority.issue("client")
      let published = try home.run(
        "mqtt", "publish", "--broker", broker.wantsClientCertificate, "a", "1", "--cacert",
        broker.authority.certificate, "--cert", client.certificate, "--key", client.key, "--pin",
        try broker.authority.pin(of: broker.identity))
      #expect(published.code == 0, "\(published.errorOutput)")
      #expect(try broker.log.contains("u'client'"))
    }
  }

  @Test func `J28 insecure checks neither issuer nor name of a broker, as for a server`()
    async throws
  {
    try await onOwnThread {
      let (broker, home) = (try MosquittoServer(), try WeirHome())
      try broker.stop()
      try broker.renewKey(names: ["other.test"])
      try broker.start()
      #expect(try publish(home, to: broker.secure, []).code == 22)
      try expectSilence(broker)
      let published = try publish(home, to: broker.secure, ["-k"])
      #expect(published.code == 0, "\(published.errorOutput)")
    }
  }
}

/// Connecting again to a broker that was stopped and started: with the same key, and with another one.
@Suite(.serialized, .usesSystem(minutes: 5)) struct BrokerReturnTests {
  /// The value of `clean-session` is the raw value.
  enum Session: String, CaseIterable {
    case clean = "true"
    case stored = "false"
  }

  /// A gateway with a broker that has TLS.
  private func home(
    _ broker: MosquittoServer, options: String, _ session: Session
  ) throws -> WeirHome {
    let home = try WeirHome()
    try home.folder.write(
      "work/broker.pem",
      String(contentsOfFile: broker.identity.certificate, encoding: .utf8))
    try home.folder.write(
      "work/roots.pem", String(contentsOfFile: broker.authority.certificate, encoding: .utf8))
    try home.folder.write(
      "work/weir.yaml",
      """
      gateways:
        plant:
          url: https://localhost
          options: \(options)
          mqtt: {port: \(broker.securePort), client-id: weir-test, clean-session: \(session.rawValue)}
      gateway: plant
      """)
    #expect(try home.run("trust").code == 0)
    return home
  }

  private func grants(_ broker: MosquittoServer) -> Int {
    ((try? broker.log) ?? "").components(separatedBy: "Sending SUBACK to weir-test").count - 1
  }

  private func connections(_ broker: MosquittoServer) -> Int {
    ((try? broker.log) ?? "").components(separatedBy: "Sending CONNACK to weir-test").count - 1
  }

  private static let pinned = "{cacert: roots.pem, pins: [broker.pem]}"

  /// Publishes before and after a restart, to a subscriber that stays.
  private func expectReturn(
    _ broker: MosquittoServer, _ home: WeirHome, _ environment: [String: String] = [:]
  ) throws {
    let child = try home.start(
      "mqtt", "subscribe", "--count", "2", "t", environment: environment)
    eventually("it subscribes") { grants(broker) == 1 || !child.isRunning }
    try broker.publish("t", "before")
    eventually("it arrives") { String(decoding: child.output, as: UTF8.self) == "t  before\n" }
    try broker.stop()
    try broker.start()
    eventually("it connects again") { connections(broker) == 2 || !child.isRunning }
    // A new session may not have subscribed yet.
    try broker.publish("t", "after", "-r")
    let ending = try child.wait()
    #expect(ending == .exited(0), "\(String(decoding: child.errorOutput, as: UTF8.self))")
    #expect(String(decoding: child.output, as: UTF8.self) == "t  before\nt  after\n")
  }

  @Test(arguments: Session.allCases)
  func `J26 a broker with a pinned key is connected to again after a restart`(session: Session)
    async throws
  {
    try await onOwnThread {
      let broker = try MosquittoServer()
      try expectReturn(broker, home(broker, options: Self.pinned, session))
    }
  }

  @Test(arguments: Session.allCases)
  func `J28 a broker that the system's roots trust is connected to again`(session: Session)
    async throws
  {
    try await onOwnThread {
      let broker = try MosquittoServer()
      try expectReturn(
        broker, home(broker, options: "{}", session),
        ["SSL_CERT_FILE": broker.authority.certificate])
    }
  }

  @Test(arguments: Session.allCases)
  func `J26 a broker that comes back with another key is refused`(session: Session) async throws {
    try await onOwnThread {
      let broker = try MosquittoServer()
      let home = try home(broker, options: Self.pinned, session)
      let child = try home.start("mqtt", "subscribe", "t")
      eventually("it subscribes") { grants(broker) == 1 || !child.isRunning }
      try broker.stop()
      try broker.renewKey()
      try broker.start()
      #expect(try child.wait(limit: .seconds(60)) == .exited(22))
      let key = try broker.authority.pin(of: broker.identity)
      let said = String(decoding: child.errorOutput, as: UTF8.self)
      #expect(said.contains("Its key is \(key)."), "\(said)")
      #expect(connections(broker) == 1)
    }
  }
}
