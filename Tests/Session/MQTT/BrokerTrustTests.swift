import Foundation
import TestSupport
import TestTraits
import Testing

/// Which brokers are believed: Debian's broker with certificates of every kind.
///
/// Its log is the judge: it names the user of each connection, and acknowledges none that sent nothing.
@Suite(.serialized, .usesSystem(minutes: 5)) struct BrokerTrustTests {
  private func publish(
    _ home: WeirHome, to url: String, _ words: [String]
  ) throws -> WeirHome.Finished {
    try home.run(
      ["mqtt", "publish", "--broker", url, "--auth", "basic:ada:env:P", "a", "1"] + words,
      environment: ["P": "secret"])
  }

  /// Whether a broker has heard nothing but handshakes.
  private func expectSilence(_ broker: MosquittoServer) throws {
    let log = try broker.log
    #expect(!log.contains("ada") && !log.contains("CONNACK"), "\(log)")
    #expect(log.contains("OpenSSL Error"), "the handshake failed, and not the way to it: \(log)")
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

/// A broker that went away and is trusted, or not, when it is back.
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
}
