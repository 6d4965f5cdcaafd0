import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// Nothing is lost or doubled while the broker comes and goes, or Weir dies.
///
/// The judge is a subscriber of Debian's with a stored session: the broker stores for it what arrives while it
/// is away, over its own restarts too.
@Suite(.serialized, .usesSystem(minutes: 10)) struct BrokerRestartTests {
  private static func number(_ name: String, _ standard: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? standard
  }

  private func judge(_ broker: MosquittoServer, _ options: [String]) throws -> [String] {
    let child = try ChildProcess(
      ["mosquitto_sub", "-h", "127.0.0.1", "-p", "\(broker.port)", "-c", "-i", "judge"]
        + ["-q", "2", "-t", "to/#", "-F", "%t"] + options, environment: ["PATH": "/usr/bin:/bin"])
    _ = try child.wait(limit: .seconds(120))
    return String(decoding: child.output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func home(_ broker: MosquittoServer, messages count: Int) throws -> WeirHome {
    let home = try WeirHome()
    try """
    gateways:
      plant:
        url: \(broker.url)
        lane: {limit: 20}
        mqtt: {client-id: weir-test, clean-session: false, host: 127.0.0.1, port: \(broker.port)}
    gateway: plant
    """.write(toFile: home.workingFolder + "/weir.yaml", atomically: true, encoding: .utf8)
    #expect(try home.run("trust").code == 0)
    let rows = ["qos,n"] + (1...count).map { "\($0 % 2 + 1),\($0)" }
    try rows.joined(separator: "\n").write(
      toFile: home.workingFolder + "/rows.csv", atomically: true, encoding: .utf8)
    let added = try home.run(
      "queue", "add", "--each", "rows.csv", "PUBLISH", "/to/{{qos}}/{{n}}", "QoS:{{qos}}",
      limit: .seconds(120))
    #expect(added.code == 0, "\(added.errorOutput)")
    return home
  }

  @Test func `J28 over restarts of the broker each message arrives, exactly once where asked`()
    async throws
  {
    try await onOwnThread {
      let count = Self.number("WEIR_MQTT_MESSAGES", 1000)
      let restarts = Self.number("WEIR_MQTT_RESTARTS", 3)
      let broker = try MosquittoServer()
      _ = try judge(broker, ["-E"])
      let home = try home(broker, messages: count)
      let runner = try home.start("queue", "run", "--until-idle")
      for part in 1...restarts {
        let due = count * part / (restarts + 1)
        eventually("\(due) are published") {
          (try? broker.log.components(separatedBy: "Received PUBLISH from weir-test").count) ?? 0
            > due || !runner.isRunning
        }
        try broker.stop()
        try broker.start()
      }
      #expect(try runner.wait(limit: .seconds(300)) == .exited(0))
      let found = try judge(broker, ["-W", "3"])
      let times = Dictionary(grouping: found, by: { $0 }).mapValues(\.count)
      for number in 1...count {
        let quality = number % 2 + 1
        let arrivals = times["to/\(quality)/\(number)"] ?? 0
        #expect(quality == 1 ? arrivals >= 1 : arrivals == 1, "message \(number): \(arrivals)")
      }
      // A stored session outlives the restarts: no message was given up, and of each the end is known.
      let listed = try home.run("show", "g1", "--rows", "--format", "json", limit: .seconds(120))
      let rows = listed.lines.count { $0.contains("\"succeeded\"") }
      #expect(rows == count && listed.lines.count == count)
    }
  }

  @Test
  func `J28 after a crash of Weir nothing is forgotten, and nothing is done that did not arrive`()
    async throws
  {
    try await onOwnThread {
      let count = Self.number("WEIR_MQTT_MESSAGES", 1000) / 2
      let broker = try MosquittoServer()
      _ = try judge(broker, ["-E"])
      let home = try home(broker, messages: count)
      for part in 1...3 {
        let runner = try home.start("queue", "run", "--until-idle")
        let due = count * part / 4
        eventually("\(due) are published") {
          (try? broker.log.components(separatedBy: "Received PUBLISH from weir-test").count) ?? 0
            > due || !runner.isRunning
        }
        runner.kill(SIGKILL)
        _ = try runner.wait()
        #expect(try home.run("queue", "resume").code == 0)
      }
      _ = try home.run("queue", "run", "--until-idle", limit: .seconds(120))
      let arrived = try judge(broker, ["-W", "3"])
      let found = Set(arrived)
      let exactlyOnce = arrived.filter { $0.hasPrefix("to/2/") }
      #expect(exactlyOnce.count == Set(exactlyOnce).count)
      let listed = try home.run("show", "g1", "--rows", "--format", "json", limit: .seconds(60))
      var known = 0
      for line in listed.lines {
        let row = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        let number = try #require(row?["row"] as? Int)
        let topic = "to/\(number % 2 + 1)/\(number)"
        known += 1
        switch row?["state"] as? String {
        case "succeeded": #expect(found.contains(topic), "\(topic) is done and did not arrive")
        case "interrupted": #expect(number % 2 == 1, "a message at least once is sent again")
        case let other: Issue.record("\(topic) is \(other ?? "nothing")")
        }
      }
      #expect(known == count)
    }
  }

  @Test
  func `J28 a broker that is killed leaves nothing forgotten, and nothing done without its word`()
    async throws
  {
    try await onOwnThread {
      let count = Self.number("WEIR_MQTT_MESSAGES", 1000) / 2
      let broker = try MosquittoServer()
      let home = try home(broker, messages: count)
      let runner = try home.start("queue", "run", "--until-idle")
      func said(_ word: String) throws -> Int {
        try broker.log.components(separatedBy: "Sending \(word) to weir-test").count - 1
      }
      for part in 1...3 {
        eventually("a part is published") {
          (try? said("PUBACK")) ?? 0 > count * part / 10 || !runner.isRunning
        }
        try broker.stop(SIGKILL)
        try broker.start()
      }
      _ = try runner.wait(limit: .seconds(120))
      let listed = try home.run("show", "g1", "--rows", "--format", "json", limit: .seconds(60))
      var done = [1: 0, 2: 0]
      for line in listed.lines {
        let row = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        let number = try #require(row?["row"] as? Int)
        if row?["state"] as? String == "succeeded" { done[number % 2 + 1, default: 0] += 1 }
      }
      #expect(listed.lines.count == count)
      #expect(try done[1] == count / 2 && count / 2 <= said("PUBACK"))
      #expect(try done[2, default: 0] <= said("PUBCOMP"))
    }
  }
}
