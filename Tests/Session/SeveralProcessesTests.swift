import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// Many processes on one store: all write, one runs, and that one is killed again and again.
///
/// `WEIR_SEVERAL_JOBS=10000` and `WEIR_SEVERAL_KILLS=50` make the run with the interface as large as
/// the one without.
@Suite(.serialized, .usesSystem) struct SeveralProcessesTests {
  private static let writers = 8
  private static let rows = 50

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  @Test(.usesSystem(minutes: 20))
  func `eight writers and a queue runner killed fifty times lose and repeat nothing`() async throws
  {
    let server = try LedgerServer(.written)
    let home = try WeirHome()
    try await judge(home, server, batches: 25) {
      var complaints: [String] = []
      var random = SeededGenerator(seed: 11)
      for _ in 0..<50 {
        let runner = try home.start("queue", "run")
        let goal = server.ledger.count + Int.random(in: 1...100, using: &random)
        // At work for some requests, or for a second when there is nothing to do.
        _ = poll(for: .seconds(1)) { server.ledger.count >= goal ? true : nil }
        runner.kill(SIGKILL)
        try runner.wait()
        complaints += [String(decoding: runner.errorOutput, as: UTF8.self)]
      }
      return complaints.filter { !$0.isEmpty }
    }
  }

  @Test(.usesSystem(minutes: 20))
  func `a viewer takes over each time the interface is killed, while eight write`() async throws {
    let server = try LedgerServer(.written)
    let home = try WeirHome()
    let jobs = Self.number("WEIR_SEVERAL_JOBS") ?? 1_600
    let kills = Self.number("WEIR_SEVERAL_KILLS") ?? 5
    // Before there is work: a session at work is never idle.
    let (first, second) = try await onOwnThread {
      (try TmuxSession.open(home), try TmuxSession.open(home))
    }
    try await judge(home, server, batches: jobs / Self.writers / Self.rows) {
      var screens: [String] = []
      var random = SeededGenerator(seed: 12)
      var (runner, viewer) = (first, second)
      for _ in 0..<kills {
        try viewer.expect("VIEWER of process \(try runner.pid())")
        let goal = server.ledger.count + Int.random(in: 1...100, using: &random)
        _ = poll(for: .seconds(1)) { server.ledger.count >= goal ? true : nil }
        screens.append(try runner.screen())
        try runner.kill(SIGKILL)
        screens.append(try viewer.expect("the viewer to drain") { !$0.contains("VIEWER") })
        // Work that was cut off waits for the user's word; without any there is no lane yet.
        _ = try home.run("queue", "resume")
        runner = viewer
        viewer = try TmuxSession(home, width: 140)
      }
      // Whatever was wrong stands in the event log of the one that lives.
      try runner.keys(",", "l")
      screens.append(try runner.expect("Event log"))
      return screens.filter { $0.lowercased().contains("locked") }
    }
  }

  /// Lets the writers add their jobs while `drain` does its worst, runs what is left, and counts.
  ///
  /// - Parameter drain: Returns what was shown as wrong.
  private func judge(
    _ home: WeirHome, _ server: LedgerServer, batches: Int,
    while drain: @escaping @Sendable () throws -> [String]
  ) async throws {
    let complaints = try await withThrowingTaskGroup(of: [String].self) { group in
      for writer in 0..<Self.writers {
        group.addTask {
          try await onOwnThread {
            try Self.write(writer, batches: batches, of: home, to: server.url)
          }
        }
      }
      group.addTask { try await onOwnThread(drain) }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    let last = try await onOwnThread {
      try home.run("queue", "run", "--until-idle", limit: .seconds(600))
    }
    #expect(last.code == 0, "\(last.errorOutput)")
    let jobs = try await onOwnThread { try home.jobs() }
    let counts = try server.ledger.counts()
    #expect(jobs.count == Self.writers * batches * Self.rows)
    #expect(Set(jobs.map(\.ledgerID)).count == jobs.count, "a row became two jobs")
    let repeated = jobs.filter { $0.method == "POST" && counts[$0.ledgerID, default: 0] > 1 }
    #expect(repeated.map(\.id) == [], "POSTs were sent twice")
    let unrecorded = jobs.filter { counts[$0.ledgerID, default: 0] > $0.attempts }
    #expect(unrecorded.map(\.id) == [], "requests without an attempt row")
    let undone = jobs.filter { $0.state != "succeeded" && $0.state != "interrupted" }
    #expect(undone.map(\.id) == [], "jobs are left: \(undone.first?.state ?? "")")
    #expect(complaints.filter { $0.lowercased().contains("locked") } == [])
    #expect(complaints.filter { $0.contains("-") && $0.contains("exited") } == [])
    print("jobs \(jobs.count), sent twice \(repeated.count)")
  }

  /// - Returns: One line for each order that did not give the id of its batch.
  private static func write(
    _ writer: Int, batches: Int, of home: WeirHome, to url: String
  ) throws -> [String] {
    var complaints: [String] = []
    for batch in 0..<batches {
      let method = batch % 5 == 4 ? "POST" : "GET"
      let label = "\(method)-\(writer)-\(batch)"
      let lines = (0..<rows).map { "{\"n\":\"\(label)-\($0)\"}\n" }.joined()
      try home.folder.write("work/\(label).jsonl", lines)
      let added = try home.run(
        "queue", "add", "--each", "\(label).jsonl", method, url + "/{{n}}",
        limit: .seconds(120))
      if added.code != 0 || added.lines.count != 1 {
        complaints.append("\(label): \(added.ending) \(added.errorOutput)")
      }
    }
    return complaints
  }
}
