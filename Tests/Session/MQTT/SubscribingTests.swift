import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// Subscriptions from the command line, against Debian's broker and its publisher.
@Suite(.serialized, .usesSystem) struct SubscribingTests {
  private func text(_ child: ChildProcess) -> String {
    String(decoding: child.output, as: UTF8.self)
  }

  private func awaitSubscription(_ broker: MosquittoServer, _ count: Int = 1) {
    eventually("it subscribes") {
      (try? broker.log.components(separatedBy: "Sending SUBACK").count - 1) ?? 0 >= count
    }
  }

  @Test func `J28 messages are lines, and an end comes by count or time`() async throws {
    try await onOwnThread {
      let (broker, home) = (try MosquittoServer(), try WeirHome())
      let child = try home.start(
        "mqtt", "subscribe", "--broker", broker.url, "--count", "2", "sensors/+", "x/#")
      awaitSubscription(broker, 2)
      try broker.publish("sensors/kitchen/deep", "not this")
      try broker.publish("sensors/kitchen", "21.5")
      try broker.publish("x/y/z", "{\"on\":true}")
      #expect(try child.wait() == .exited(0))
      #expect(text(child) == "sensors/kitchen  21.5\nx/y/z  {\"on\":true}\n")
      let silent = try home.run("mqtt", "subscribe", "--broker", broker.url, "--for", "0.2", "a")
      #expect(silent.code == 0 && silent.output.isEmpty)
    }
  }

  @Test func `J28 T-J16 JSON has the quality, and a payload that is no text in Base64`()
    async throws
  {
    try await onOwnThread {
      let (broker, home) = (try MosquittoServer(), try WeirHome())
      try broker.publish("r", "kept", "-r", "-q", "1")
      let found = try home.run(
        "mqtt", "subscribe", "--broker", broker.url, "--count", "1", "--format", "json", "r")
      let object = try JSONSerialization.jsonObject(with: Data(found.output.utf8))
      let message = try #require(object as? [String: Any])
      #expect(message["topic"] as? String == "r")
      #expect(message["payload"] as? String == "kept")
      #expect(message["qos"] as? Int == 1)
      #expect(message["retained"] as? Bool == true)
      let child = try home.start(
        "mqtt", "subscribe", "--broker", broker.url, "--count", "1", "--format", "json", "b")
      awaitSubscription(broker, 2)
      try ChildProcess.run(
        ["mosquitto_pub", "-h", "127.0.0.1", "-p", "\(broker.port)", "-t", "b", "-s"],
        input: [0xFF, 0])
      #expect(try child.wait() == .exited(0))
      #expect(text(child).contains("\"payloadBase64\":\"/wA=\""))
    }
  }

  @Test func `J28 a broker that restarts is connected to again`() async throws {
    try await onOwnThread {
      let (broker, home) = (try MosquittoServer(), try WeirHome())
      let child = try home.start(
        "mqtt", "subscribe", "--broker", broker.url, "--count", "2", "t")
      awaitSubscription(broker)
      try broker.publish("t", "before")
      eventually("it arrives") { text(child) == "t  before\n" }
      try broker.stop()
      eventually("the loss is said") {
        String(decoding: child.errorOutput, as: UTF8.self).contains("closed the connection")
      }
      try broker.start()
      awaitSubscription(broker, 2)
      try broker.publish("t", "after")
      #expect(try child.wait() == .exited(0))
      #expect(text(child) == "t  before\nt  after\n")
    }
  }

  @Test func `J28 a refused subscription and a dead broker end it with their reason`() async throws
  {
    try await onOwnThread {
      let (broker, home) = (try MosquittoServer(), try WeirHome())
      let dead = try home.run("mqtt", "subscribe", "--broker", "mqtt://127.0.0.1:1", "a")
      #expect(dead.code == 21)
      #expect(dead.errorOutput.contains("Nothing takes connections at port 1."))
      let filter = try home.run("mqtt", "subscribe", "--broker", broker.url, "a/#/b")
      #expect(filter.code == 2)
      #expect(filter.errorOutput.contains("# stands before the end."))
      let unknown = try home.run("mqtt", "subscribe", "a")
      #expect(unknown.code == 2)
      #expect(unknown.errorOutput.contains("Missing broker."))
    }
  }

  @Test func `J28 a will is published when the client dies, and not when it is interrupted`()
    async throws
  {
    try await onOwnThread {
      let (broker, home) = (try MosquittoServer(), try WeirHome())
      try """
      gateways:
        plant:
          url: http://127.0.0.1:9
          mqtt: { port: \(broker.port), will: { topic: gone, message: weir, qos: 1 } }
      gateway: plant
      """.write(toFile: home.workingFolder + "/weir.yaml", atomically: true, encoding: .utf8)
      #expect(try home.run("trust").code == 0)
      let witness = try broker.subscriber("gone")
      for signal in [SIGINT, SIGKILL] {
        let before = try broker.log.components(separatedBy: "Sending SUBACK").count
        let child = try home.start("mqtt", "subscribe", "t")
        awaitSubscription(broker, before)
        child.kill(signal)
        _ = try child.wait()
        eventually("the broker notices") {
          (try? broker.log.contains(signal == SIGINT ? "DISCONNECT" : "closed its connection"))
            ?? false
        }
      }
      eventually("the will of the killed one arrives") { text(witness) == "gone weir\n" }
    }
  }
}
