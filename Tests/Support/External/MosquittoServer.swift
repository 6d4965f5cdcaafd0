import Foundation
import Glibc
import Synchronization

/// Debian's MQTT broker, which nobody here wrote, on 127.0.0.1.
///
/// It stores sessions and messages in its folder when it ends by SIGTERM. The user `ada` has the password
/// `secret` on the port that asks for one, and may not write below `closed/` there. With TLS a user may be named.
package final class MosquittoServer: Sendable {
  package let authority: CertificateAuthority
  package let identity: CertificateAuthority.Identity
  package let folder: TemporaryFolder
  private let ports: [Int]
  private let child: Mutex<ChildProcess?>

  package var port: Int { ports[0] }
  package var url: String { "mqtt://127.0.0.1:\(ports[0])" }
  /// Asks for a user and a password, and has rights by topic.
  package var guarded: String { "mqtt://127.0.0.1:\(ports[1])" }
  package var secure: String { "mqtts://localhost:\(ports[2])" }
  package var securePort: Int { ports[2] }
  /// Asks for a certificate of the authority, whose common name is the user.
  package var wantsClientCertificate: String { "mqtts://localhost:\(ports[3])" }

  package enum Log: String {
    case everything = "all"
    case nothing = "none"
  }

  package init(log: Log = .everything) throws {
    folder = try TemporaryFolder()
    authority = try CertificateAuthority()
    identity = try authority.issue("broker")
    ports = try ListeningSocket.freePorts(4)
    child = Mutex(nil)
    try folder.write("passwords", "")
    try ChildProcess.run(["mosquitto_passwd", "-b", folder.path("passwords"), "ada", "secret"])
    try folder.write("acl", "user ada\ntopic readwrite open/#\ntopic read closed/#\n")
    try folder.write(
      "mosquitto.conf",
      """
      per_listener_settings true
      persistence true
      persistence_location \(folder.path)/
      max_queued_messages 0
      max_inflight_messages 0
      log_dest file \(folder.path("log"))
      log_type \(log.rawValue)
      user root
      listener \(ports[0]) 127.0.0.1
      allow_anonymous true
      listener \(ports[1]) 127.0.0.1
      password_file \(folder.path("passwords"))
      acl_file \(folder.path("acl"))
      listener \(ports[2]) 127.0.0.1
      allow_anonymous true
      password_file \(folder.path("passwords"))
      certfile \(identity.certificate)
      keyfile \(identity.key)
      listener \(ports[3]) 127.0.0.1
      cafile \(authority.certificate)
      certfile \(identity.certificate)
      keyfile \(identity.key)
      require_certificate true
      use_identity_as_username true

      """)
    try start()
  }

  package func start() throws {
    let broker = try ChildProcess(
      ["mosquitto", "-c", folder.path("mosquitto.conf")],
      environment: ["PATH": "/usr/bin:/bin:/usr/sbin"])
    child.withLock { $0 = broker }
    try ListeningSocket.awaitListeners(ports, of: broker, "mosquitto")
  }

  /// Gives it a certificate with another key, which it shows after its next start.
  package func renewKey(names: [String] = ["localhost"]) throws {
    _ = try authority.issue("broker", names: names)
  }

  /// Ends it, and waits for its end.
  package func stop(_ signal: Int32 = SIGTERM) throws {
    guard let broker = child.withLock({ $0.take() }) else { return }
    broker.kill(signal)
    _ = try broker.wait()
  }

  /// What the broker wrote about its work.
  package var log: String {
    get throws {
      String(
        decoding: try Data(contentsOf: URL(fileURLWithPath: folder.path("log"))), as: UTF8.self)
    }
  }

  /// Publishes with Debian's client.
  package func publish(_ topic: String, _ payload: String, _ options: String...) throws {
    try ChildProcess.run(
      ["mosquitto_pub", "-h", "127.0.0.1", "-p", "\(port)", "-t", topic, "-m", payload] + options)
  }

  /// Debian's subscriber, each message a line with topic and payload; it has subscribed when this returns.
  package func subscriber(_ topic: String, _ options: String...) throws -> ChildProcess {
    let before = try log.components(separatedBy: "Sending SUBACK").count
    let child = try ChildProcess(
      ["mosquitto_sub", "-h", "127.0.0.1", "-p", "\(port)", "-v", "-t", topic] + options,
      environment: ["PATH": "/usr/bin:/bin"])
    let end = ContinuousClock.now + .seconds(20)
    while try log.components(separatedBy: "Sending SUBACK").count == before {
      guard ContinuousClock.now < end, child.isRunning else {
        throw RigError(
          "mosquitto_sub did not subscribe.",
          why: String(decoding: child.errorOutput, as: UTF8.self))
      }
      usleep(2_000)
    }
    return child
  }
}
