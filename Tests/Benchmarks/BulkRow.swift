import Foundation
import Synchronization
import TestSupport

/// A batch of 100,000 rows: held, let go, retried, saved and looked at.
enum BulkRow {
  static func measure(_ scale: Scale) throws -> [BenchRow] {
    let count = scale(100_000, small: 500)
    let failing = count / 100
    let service = Service(failing: count / failing)
    let server = try AnsweringServer { service.respond($0) }
    let home = try WeirHome()
    let added = try Jobs.add(count, to: home, url: server.url + "/{{n}}")
    let held = try seconds(home, ["queue", "hold", "g1"])
    let released = try seconds(home, ["queue", "release", "g1"])
    let drained = try seconds(home, ["queue", "run", "--until-idle", "--limit", "64"])
    guard service.total == count else {
      throw RigError("The batch was not run.", why: "\(service.total) requests came.")
    }
    let retried = try seconds(home, ["queue", "retry", "g1"])
    let saved = try seconds(
      home, ["show", "g1", "--rows", "-o", home.folder.path("results.ndjson")])
    let results = try String(contentsOfFile: home.folder.path("results.ndjson"), encoding: .utf8)
    try Evidence.require(
      results.utf8.count(where: { $0 == 0x0A }) == count
        && results.matches(of: /"state":"waiting"/).count == failing,
      "Retrying \(failing) rows and saving \(count)", why: String(results.prefix(300)))
    let start = ContinuousClock.now
    let terminal = try Pseudoterminal(home.command([]), environment: home.environment())
    defer { terminal.end() }
    // Few retried rows may have ended before the first frame, which then shows no progress.
    guard terminal.wait(for: "g1 ") != nil else {
      throw RigError("The interface showed no batch.", why: "20 s went by.")
    }
    let opened = (ContinuousClock.now - start).inSeconds
    terminal.type("2")
    terminal.type("g")
    terminal.type(" ")
    terminal.settle()
    let ends = try ends(of: terminal)
    let keys = scale(100, small: 10)
    var delays: [Double] = []
    for number in 0..<keys {
      terminal.drain()
      let (key, wanted) = number.isMultiple(of: 2) ? ("G", ends.last) : ("g", ends.first)
      terminal.type(key)
      // Half a frame may show no selection, or two: only the row that the key leads to ends the wait.
      let span = terminal.wait(limit: .seconds(2)) { $0.selectedRow == wanted }
      if let span { delays.append(span.inSeconds) }
    }
    try Evidence.require(delays.count, of: keys, "Going from end to end")
    let resident = terminal.status("VmRSS")
    let slow = delays.percentile(0.99)
    func row(_ what: String, _ seconds: Double, _ bar: Double) -> BenchRow {
      BenchRow(
        what, "\(seconds.short) s", bar: "≤ \(bar.short) s",
        verdict: seconds <= bar ? .held : .missed)
    }
    return [
      row("bulk: add \(count.grouped) rows", added, 4), row("bulk: hold", held, 0.5),
      row("bulk: release", released, 0.5),
      BenchRow("bulk: run \(count.grouped) rows, limit 64", "\(drained.short) s"),
      row("bulk: retry \(failing.grouped) failed of \(count.grouped)", retried, 1),
      row("bulk: result file", saved, 30), row("bulk: open the interface", opened, 1),
      BenchRow(
        "bulk: end to end of \(count.grouped) open rows, 99%",
        "\(slow.milliseconds) of \(delays.count)",
        bar: "≤ 16 ms", verdict: slow <= 0.016 ? .held : .missed),
      BenchRow(
        "bulk: resident", "\(resident / 1024) MB", bar: "≤ 150 MB",
        verdict: resident <= 150 << 10 ? .held : .missed),
    ]
  }

  /// The rows of the screen where the selection is at the beginning of the list and at its end. Goes there
  /// and back; until the rows are there, the end of the list is its beginning.
  private static func ends(of terminal: Pseudoterminal) throws -> (first: Int, last: Int) {
    _ = terminal.waitForOutput(limit: .seconds(2))
    terminal.drain()
    let first = terminal.cells.selectedRow
    for _ in 0..<20 {
      terminal.type("G")
      let moved = terminal.wait(limit: .seconds(1)) {
        $0.selectedRow != nil && $0.selectedRow != first
      }
      if moved != nil { break }
    }
    terminal.drain()
    let last = terminal.cells.selectedRow
    terminal.type("g")
    _ = terminal.wait(limit: .seconds(2)) { $0.selectedRow == first }
    guard let first, let last, first != last else {
      throw RigError("The ends of the list did not show.", why: "It was not scrolled.")
    }
    return (first, last)
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
    private let failing: Int
    init(failing: Int) { self.failing = failing }
    var total: Int { count.withLock { $0 } }

    func respond(_ request: HTTPRequest) -> String {
      count.withLock { $0 += 1 }
      let number = Int(request.target.dropFirst()) ?? 1
      let status = number.isMultiple(of: failing) ? 500 : 200
      return AnsweringServer.response(status, "{\"n\":\(number)}")
    }
  }
}
