import Foundation
import Synchronization
import TestSupport

/// A subscription to a broker that has 10,000 messages a second for it, and keys meanwhile.
enum MessageRow {
  /// Debian's client, which publishes each line that it is given.
  private final class Publisher: Sendable {
    private let pace: Int
    private let seconds: Int
    private let child: Process
    private let pipe = Pipe()

    init(_ broker: MosquittoServer, topic: String, pace: Int, seconds: Int) throws {
      (self.pace, self.seconds) = (pace, seconds)
      child = Process()
      child.executableURL = URL(fileURLWithPath: "/usr/bin/mosquitto_pub")
      child.arguments = ["-h", "127.0.0.1", "-p", "\(broker.port)", "-q", "0", "-t", topic, "-l"]
      child.standardInput = pipe
      try child.run()
    }

    /// - Returns: How many lines it wrote, and in what time.
    func run() -> (messages: Int, seconds: Double) {
      let line = "{\"celsius\":21.5,\"station\":\"north\",\"note\":\"as a sensor says it\"}\n"
      let step = Data(String(repeating: line, count: pace / 100).utf8)
      let began = ContinuousClock.now
      for number in 0..<seconds * 100 {
        pipe.fileHandleForWriting.write(step)
        let due = began + .milliseconds((number + 1) * 10)
        let left = ContinuousClock.now.duration(to: due)
        if left > .zero { usleep(UInt32(left.inSeconds * 1_000_000)) }
      }
      let spent = (ContinuousClock.now - began).inSeconds
      pipe.fileHandleForWriting.closeFile()
      child.waitUntilExit()
      return (seconds * pace / 100 * 100, spent)
    }
  }

  static func measure(_ scale: Scale) throws -> [BenchRow] {
    let broker = try MosquittoServer(log: .nothing)
    let home = try WeirHome()
    let added = try home.run("queue", "add", "SUBSCRIBE", broker.url + "/load/#")
    try Evidence.require(added.code == 0, "Adding the subscription", why: added.errorOutput)
    // Jobs to move through, which wait behind two that no response comes to.
    let silent = try ConnectionServer { connection in while connection.takeSome() != nil {} }
    defer { silent.stop() }
    try Jobs.importSingly(60, to: home, url: "http://127.0.0.1:\(silent.port)/")
    let terminal = try Pseudoterminal(home.command([]), environment: home.environment())
    defer { terminal.end() }
    try Evidence.require(
      terminal.wait(limit: .seconds(20)) { $0.shows("#1 ") && $0.shows("running") } != nil,
      "Showing the queue", why: terminal.cells.lines.joined(separator: "\n"))
    terminal.type("2g\r")
    try Evidence.require(
      terminal.wait(limit: .seconds(20)) { $0.shows("SUBACK") } != nil, "Subscribing",
      why: terminal.cells.lines.joined(separator: "\n"))
    let (pace, seconds) = (scale(10_000, small: 1_000), scale(15, small: 8))
    let publisher = try Publisher(broker, topic: "load/north", pace: pace, seconds: seconds)
    let sending = Sending(publisher)
    try Evidence.require(
      terminal.wait(limit: .seconds(20)) { $0.shows("load/no") } != nil, "Receiving messages")
    terminal.type("3[")
    try Evidence.require(
      terminal.wait(limit: .seconds(20)) { $0.shows("all messages") } != nil, "Counting topics")
    terminal.type("2")
    let keys = scale(300, small: 20)
    let delays = try ScreenRow.delays(of: keys, on: terminal)
    try Evidence.require(!sending.isOver, "Publishing while keys were pressed")
    let sent = sending.wait()
    let all = sent.messages.grouped
    try Evidence.require(
      terminal.wait(limit: .seconds(30)) { $0.shows(all) } != nil,
      "Receiving each of \(all) messages")
    let rate = Double(sent.messages) / sent.seconds
    let slow = delays.percentile(0.99)
    return [
      BenchRow(
        "messages offered and shown",
        "\(Int(rate).grouped)/s for \(sent.seconds.short) s, all \(all) counted"),
      BenchRow(
        "key to frame meanwhile, 99%",
        "\(slow.milliseconds) of \(delays.count), half \(delays.percentile(0.5).milliseconds)",
        bar: "≤ 16 ms", verdict: slow <= 0.016 ? .held : .missed),
    ]
  }

  /// The publisher on a thread of its own.
  private final class Sending: Sendable {
    private let result = Mutex<(messages: Int, seconds: Double)?>(nil)
    private let end = DispatchSemaphore(value: 0)

    init(_ publisher: Publisher) {
      Thread.detachNewThread { [self] in
        let sent = publisher.run()
        result.withLock { $0 = sent }
        end.signal()
      }
    }

    var isOver: Bool { result.withLock { $0 != nil } }

    func wait() -> (messages: Int, seconds: Double) {
      end.wait()
      return result.withLock { $0 } ?? (0, 0)
    }
  }
}
