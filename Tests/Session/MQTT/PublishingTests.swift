import Foundation
import TestSupport
import TestTraits
import Testing

/// Messages as a person publishes them, judged by Debian's broker and its subscriber.
@Suite(.serialized, .usesSystem) struct PublishingTests {
  private func text(_ child: ChildProcess) -> String {
    String(decoding: child.output, as: UTF8.self)
  }

  @Test func `J28 messages of each quality arrive, and history has their acknowledgement`()
    async throws
  {
    try await onOwnThread {
      let (broker, home) = (try MosquittoServer(), try WeirHome())
      let subscriber = try broker.subscriber("#", "-q", "2")
      for (qos, word) in [("0", "sent"), ("1", "PUBACK"), ("2", "PUBCOMP")] {
        let published = try home.run(
          "mqtt", "publish", "--broker", broker.url, "--qos", qos, "a/b \(qos)", "Grüße \(qos)")
        #expect(published.code == 0, "\(published.errorOutput)")
        #expect(published.output.contains("MQTT/3.1.1 200 \(word)"))
      }
      eventually("all arrive") {
        text(subscriber) == "a/b 0 Grüße 0\na/b 1 Grüße 1\na/b 2 Grüße 2\n"
      }
      let history = try home.run("history").output
      #expect(history.contains("PUBLISH") && history.contains("/a/b%202"))
    }
  }

  @Test func `J28 a payload comes from a file or from standard input, byte for byte`() async throws
  {
    try await onOwnThread {
      let (broker, home) = (try MosquittoServer(), try WeirHome())
      let subscriber = try broker.subscriber("raw", "-F", "%x")
      let bytes = Array(UInt8.min...UInt8.max)
      try Data(bytes).write(to: URL(fileURLWithPath: home.workingFolder + "/payload"))
      let to = ["mqtt", "publish", "--broker", broker.url, "raw"]
      #expect(try home.run(to + ["@payload"]).code == 0)
      #expect(try home.run(to + ["-"], input: [0, 255]).code == 0)
      #expect(try home.run(to + [""]).code == 0)
      let hexadecimal = bytes.map { String(format: "%02x", $0) }.joined()
      eventually("all arrive") { text(subscriber) == "\(hexadecimal)\n00ff\n\n" }
    }
  }

  @Test func `J28 a retained message greets a later subscriber`() async throws {
    try await onOwnThread {
      let (broker, home) = (try MosquittoServer(), try WeirHome())
      let to = ["mqtt", "publish", "--broker", broker.url]
      #expect(try home.run(to + ["--retain", "state/pump", "on"]).code == 0)
      #expect(try home.run(to + ["state/lamp", "on"]).code == 0)
      let subscriber = try broker.subscriber("state/#", "-F", "%t %p %r")
      eventually("it arrives") { text(subscriber) == "state/pump on 1\n" }
    }
  }

  @Test func `J28 refusals say what, why and what to do`() async throws {
    try await onOwnThread {
      let (broker, home) = (try MosquittoServer(), try WeirHome())
      func publish(_ words: String..., to url: String) throws -> WeirHome.Finished {
        try home.run(
          ["mqtt", "publish", "--broker", url] + words, environment: ["P": "secret", "W": "wrong"])
      }
      let anonymous = try publish("open/a", "1", to: broker.guarded)
      #expect(anonymous.code == 23)
      #expect(anonymous.errorOutput.contains("This client is not authorized."))
      let wrong = try publish("--auth", "basic:ada:env:W", "open/a", "1", to: broker.guarded)
      #expect(wrong.code == 23)
      #expect(wrong.errorOutput.contains("refused the connection"))
      #expect(
        try publish("--auth", "basic:ada:env:P", "open/a", "1", to: broker.guarded).code == 0)
      let nobody = try publish("a", "1", to: "mqtt://127.0.0.1:1")
      #expect(nobody.code == 21)
      #expect(nobody.errorOutput.contains("No program accepts connections on port 1."))
      let wild = try publish("a/+", "1", to: broker.url)
      #expect(wild.code == 2)
      #expect(wild.errorOutput.contains("It contains a wildcard"))
      #expect(try publish("--qos", "3", "a", "1", to: broker.url).code == 2)
      let untrusted = try publish("a", "1", to: broker.secure)
      #expect(untrusted.code == 22)
      #expect(untrusted.errorOutput.contains("Its certificate cannot be trusted."))
      let trusted = try publish(
        "--cacert", broker.authority.certificate, "a", "1", to: broker.secure)
      #expect(trusted.code == 0, "\(trusted.errorOutput)")
    }
  }

  @Test func `J28 with MQTT 5 the broker says that a topic is closed`() async throws {
    try await onOwnThread {
      let (broker, home) = (try MosquittoServer(), try WeirHome())
      try """
      gateways:
        plant:
          url: http://127.0.0.1:9
          mqtt:
            port: \(broker.guarded.split(separator: ":").last ?? "")
            version: "5"
            user: ada
            password: env:P
      """.write(toFile: home.workingFolder + "/weir.yaml", atomically: true, encoding: .utf8)
      let known = ["P": "secret"]
      #expect(try home.run("trust").code == 0)
      func publish(_ topic: String) throws -> WeirHome.Finished {
        try home.run(
          "mqtt", "publish", "--gateway", "plant", "--qos", "1", topic, "x", environment: known)
      }
      let closed = try publish("closed/door")
      #expect(closed.code == 1, "\(closed.errorOutput)")
      #expect(closed.output.contains("MQTT/5 403"))
      #expect(try publish("open/door").code == 0)
    }
  }

  @Test(arguments: ["true", "false"], ["3.1.1", "5"])
  func `J28 a wrong password is named as such, after one attempt`(
    _ isClean: String, _ version: String
  ) async throws {
    try await onOwnThread {
      let (broker, home) = (try MosquittoServer(), try WeirHome())
      try """
      gateways:
        plant:
          url: https://plant.example
          mqtt:
            host: 127.0.0.1
            port: \(broker.guarded.split(separator: ":").last ?? "")
            version: "\(version)"
            client-id: meter-1
            tls: false
            clean-session: \(isClean)
            user: ada
            password: env:P
      """.write(toFile: home.workingFolder + "/weir.yaml", atomically: true, encoding: .utf8)
      #expect(try home.run("trust").code == 0)
      let refused = try home.run(
        "mqtt", "publish", "--gateway", "plant", "--qos", "1", "open/door", "x",
        environment: ["P": "wrong"])
      #expect(refused.code == 23, "\(refused.ending): \(refused.errorOutput)")
      #expect(refused.errorOutput.contains("refused the connection"), "\(refused.errorOutput)")
      #expect(!refused.errorOutput.contains("acknowledge"), "\(refused.errorOutput)")
      #expect(try home.jobs().map(\.attempts) == [1])
    }
  }

  @Test func `J28 a message waits in a paused queue and leaves when it is resumed`() async throws {
    try await onOwnThread {
      let (broker, home) = (try MosquittoServer(), try WeirHome())
      let subscriber = try broker.subscriber("later")
      let to = ["mqtt", "publish", "--broker", broker.url, "--queue", "later"]
      #expect(try home.run(to + ["1"]).output == "1\n")
      #expect(try home.run("queue", "pause").code == 0)
      #expect(try home.run(to + ["2"]).output == "2\n")
      _ = try home.run("queue", "run", "--until-idle", limit: .seconds(20))
      #expect(text(subscriber).isEmpty)
      #expect(try home.run("queue", "resume").code == 0)
      #expect(try home.run("queue", "run", "--until-idle").code == 0)
      eventually("both arrive") { text(subscriber) == "later 1\nlater 2\n" }
    }
  }
}
