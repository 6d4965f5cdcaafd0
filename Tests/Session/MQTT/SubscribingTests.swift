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
      let silent = try home.run("mqtt", "subscribe", "--broker", broker.url, "--for", "2", "a")
      #expect(silent.code == 0 && silent.output.isEmpty)
    }
  }

  @Test func `a broker that says nothing is a timeout, not a subscription without messages`()
    async throws
  {
    try await onOwnThread {
      let home = try WeirHome()
      for silent in [[], [0x20, 2, 0, 0]] as [[UInt8]] {
        // The second accepts the connection and never confirms the subscription.
        let server = try ConnectionServer { connection in
          while connection.takeSome() != nil { if !silent.isEmpty { connection.send(silent) } }
        }
        let ended = try home.run(
          "mqtt", "subscribe", "--broker", "mqtt://127.0.0.1:\(server.port)", "--for", "2", "a")
        #expect(ended.code == 20)
        #expect(
          ended.errorOutput.contains(
            silent.isEmpty ? "confirm the MQTT connection" : "confirm the subscription"),
          "\(ended.errorOutput)")
      }
    }
  }

  @Test(arguments: [UInt8(6), 77, 255])
  func `a reserved code of CONNACK is an error of the protocol`(code: UInt8) async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let server = try ConnectionServer { connection in
        while connection.takeSome() != nil { connection.send([0x20, 2, 0, code]) }
      }
      let ended = try home.run(
        "mqtt", "subscribe", "--broker", "mqtt://127.0.0.1:\(server.port)", "--for", "5", "a")
      #expect(ended.code == 26, "\(ended.errorOutput)")
      #expect(ended.errorOutput.contains("code \(code)"), "\(ended.errorOutput)")
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
      #expect(found.output.contains("\"payload\":\"kept\""))
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
      #expect(dead.errorOutput.contains("No program accepts connections on port 1."))
      let filter = try home.run("mqtt", "subscribe", "--broker", broker.url, "a/#/b")
      #expect(filter.code == 2)
      #expect(filter.errorOutput.contains("# is not the last level."))
      let unknown = try home.run("mqtt", "subscribe", "a")
      #expect(unknown.code == 2)
      #expect(unknown.errorOutput.contains("No broker was given."))
    }
  }

  @Test func `J28 a session that another client takes over says what may be the reason`()
    async throws
  {
    try await onOwnThread {
      let (broker, home) = (try MosquittoServer(), try WeirHome())
      try """
      gateways:
        plant:
          url: http://127.0.0.1:9
          mqtt: {port: \(broker.port), client-id: control-room}
      gateway: plant
      """.write(toFile: home.workingFolder + "/weir.yaml", atomically: true, encoding: .utf8)
      #expect(try home.run("trust").code == 0)
      let first = try home.start("mqtt", "subscribe", "t")
      awaitSubscription(broker)
      try ChildProcess.run([
        "mosquitto_sub", "-h", "127.0.0.1", "-p", "\(broker.port)", "-i", "control-room", "-t", "x",
        "-E",
      ])
      eventually("the loss is said, with what may be its reason") {
        String(decoding: first.errorOutput, as: UTF8.self)
          .contains("If another client has the client id control-room")
      }
      awaitSubscription(broker, 3)
      first.kill(SIGINT)
      #expect(try first.wait() == .exited(130))
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

/// Subscriptions as jobs: their messages are a response that grows.
@Suite(.serialized, .usesSystem) struct SubscriptionJobTests {
  @Test func `J28 the messages of a subscription are the growing response of its job`() async throws
  {
    try await onOwnThread {
      let (broker, home) = (try MosquittoServer(), try WeirHome())
      #expect(
        try home.run("queue", "add", "SUBSCRIBE", "\(broker.url)/s/#", "QoS:1").output == "1\n")
      let runner = try home.start("queue", "run")
      eventually("it subscribes") { (try? broker.log.contains("Sending SUBACK")) ?? false }
      try broker.publish("s/a", "{\n\"on\": true}", "-q", "1")
      try broker.publish("s/b", "Grüße")
      try broker.publish("other", "no")
      func body() throws -> String { try home.run("show", "1", "--body").output }
      try broker.stop()
      try broker.start()
      eventually("it subscribes again") {
        (try? broker.log.components(separatedBy: "Sending SUBACK").count) ?? 0 > 2
      }
      try broker.publish("s/c", "7")
      eventually("all have arrived") {
        (try? broker.log.components(separatedBy: "Sending PUBLISH to").count) ?? 0 > 3
      }
      #expect(try home.run("queue", "cancel", "1").code == 0)
      eventually("the job ends") {
        (try? home.run("queue", "list").output.contains("cancelled")) ?? false
      }
      runner.kill(SIGTERM)
      _ = try runner.wait()
      let lines = try body().split(separator: "\n").map(String.init)
      #expect(lines.count == 5, "\(lines)")
      #expect(
        lines.first?.contains(#""topic":"s/a","qos":1,"retained":false,"payload":{ "on": true}"#)
          == true)
      #expect(lines.dropFirst().first?.contains(#""payload":"Grüße""#) == true)
      #expect(lines.contains { $0.contains(#""connection":"lost""#) })
      #expect(lines.contains { $0.contains(#""connection":"restored""#) })
      #expect(lines.last?.contains(#""payload":7"#) == true)
    }
  }
}
