import Foundation
import Synchronization
import TestSupport

/// A batch of 100,000 rows: held, let go, retried, saved and looked at.
enum BulkRow {
  private static let count = 100_000
  private static let failing = 1_000

  static func measure() throws -> [BenchRow] {
    let service = Service()
    let server = try AnsweringServer { service.answer($0) }
    let home = try WeirHome()
    let added = try Jobs.add(count, to: home, url: server.url + "/{{n}}")
    let held = try seconds(home, ["queue", "hold", "g1"])
    let released = try seconds(home, ["queue", "release", "g1"])
    let drained = try seconds(home, ["queue", "run", "--until-idle", "--limit", "64"])
    guard service.total == count else {
      throw RigError("The batch was not run.", why: "\(service.total) requests came.")
    }
    let retried = try seconds(home, ["queue", "retry", "g1"])
    let saved = try seconds(home, ["show", "g1", "--rows", "-o", "results.ndjson"])
    let start = ContinuousClock.now
    let terminal = try Pseudoterminal(home.command([]), environment: home.environment())
    defer { terminal.end() }
    guard terminal.wait(for: "of 100,000") != nil else {
      throw RigError("The interface showed no batch.", why: "20 s went by.")
    }
    let opened = (ContinuousClock.now - start).inSeconds
    terminal.type("2")
    terminal.type("g")
    terminal.type(" ")
    terminal.settle()
    var delays: [Double] = []
    for number in 0..<100 {
      terminal.drain()
      terminal.type(number.isMultiple(of: 2) ? "G" : "g")
      if let span = terminal.waitForOutput() { delays.append(span.inSeconds) }
    }
    let resident = terminal.status("VmRSS")
    let slow = delays.percentile(0.99)
    func row(_ what: String, _ seconds: Double, _ bar: Double) -> BenchRow {
      BenchRow(
        what, "\(seconds.short) s", bar: "≤ \(bar.short) s",
        verdict: seconds <= bar ? .held : .missed)
    }
    return [
      row("bulk: add 100,000 rows", added, 4), row("bulk: hold", held, 0.5),
      row("bulk: release", released, 0.5),
      BenchRow("bulk: run 100,000 rows, limit 64", "\(drained.short) s"),
      row("bulk: retry 1,000 failed of 100,000", retried, 1),
      row("bulk: result file", saved, 30), row("bulk: open the interface", opened, 1),
      BenchRow(
        "bulk: end to end of 100,000 open rows, 99%", "\(slow.milliseconds) of \(delays.count)",
        bar: "≤ 16 ms", verdict: slow <= 0.016 ? .held : .missed),
      BenchRow(
        "bulk: resident", "\(resident / 1024) MB", bar: "≤ 150 MB",
        verdict: resident <= 150 << 10 ? .held : .missed),
    ]
  }

  private static func seconds(_ home: WeirHome, _ words: [String]) throws -> Double {
    let run = try Measured.run(home.command(words), environment: home.environment())
    guard run.status == 0 else {
      throw RigError("`weir \(words.joined(separator: " "))` failed.", why: "\(run.status)")
    }
    return run.seconds
  }

  /// Answers 500 to each hundredth row.
  private final class Service: Sendable {
    private let count = Mutex(0)
    var total: Int { count.withLock { $0 } }

    func answer(_ request: HTTPRequest) -> String {
      count.withLock { $0 += 1 }
      let number = Int(request.target.dropFirst()) ?? 1
      let status = number.isMultiple(of: BulkRow.count / BulkRow.failing) ? 500 : 200
      return AnsweringServer.answer(status, "{\"n\":\(number)}")
    }
  }
}
