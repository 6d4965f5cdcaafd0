import Foundation
import Glibc
import TestSupport
import Testing

/// Many processes on one store: all write, one runs, and that one is killed again and again.
@Suite(.serialized) struct SeveralProcessesTests {
  @Test(.timeLimit(.minutes(20)))
  func `eight writers and a drainer killed fifty times lose and repeat nothing`() async throws {
    let (writers, batches, rows, kills) = (8, 25, 50, 50)
    let server = try LedgerServer(.written)
    let home = try WeirHome()
    let complaints = try await withThrowingTaskGroup(of: [String].self) { group in
      for writer in 0..<writers {
        group.addTask {
          try await onOwnThread {
            var complaints: [String] = []
            for batch in 0..<batches {
              let method = batch % 5 == 4 ? "POST" : "GET"
              let label = "\(method)-\(writer)-\(batch)"
              let lines = (0..<rows).map { "{\"n\":\"\(label)-\($0)\"}\n" }.joined()
              try home.folder.write("work/\(label).jsonl", lines)
              let added = try home.run(
                "queue", "add", "--each", "\(label).jsonl", method, server.url + "/{{n}}",
                limit: .seconds(120))
              if added.code != 0 || added.lines.count != rows {
                complaints.append("\(label): \(added.ending) \(added.errorOutput)")
              }
            }
            return complaints
          }
        }
      }
      group.addTask {
        try await onOwnThread {
          var complaints: [String] = []
          var random = SeededGenerator(seed: 11)
          for _ in 0..<kills {
            let drainer = try home.start("queue", "run")
            let goal = server.ledger.count + Int.random(in: 1...100, using: &random)
            // At work for some requests, or for a second when there is nothing to do.
            _ = poll(for: .seconds(1)) { server.ledger.count >= goal ? true : nil }
            drainer.kill(SIGKILL)
            try drainer.wait()
            complaints += [String(decoding: drainer.errorOutput, as: UTF8.self)]
          }
          return complaints.filter { !$0.isEmpty }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    let last = try await onOwnThread {
      try home.run("queue", "run", "--until-idle", limit: .seconds(600))
    }
    #expect(last.code == 0, "\(last.errorOutput)")
    let jobs = try await onOwnThread { try home.jobs() }
    let counts = try server.ledger.counts()
    #expect(jobs.count == writers * batches * rows)
    #expect(Set(jobs.map(\.ledgerID)).count == jobs.count, "a row became two jobs")
    let repeated = jobs.filter { $0.method == "POST" && counts[$0.ledgerID, default: 0] > 1 }
    #expect(repeated.map(\.id) == [], "POSTs were sent twice")
    let unrecorded = jobs.filter { counts[$0.ledgerID, default: 0] > $0.attempts }
    #expect(unrecorded.map(\.id) == [], "requests without an attempt row")
    let undone = jobs.filter { $0.state != "succeeded" && $0.state != "interrupted" }
    #expect(undone.map(\.id) == [], "jobs are left: \(undone.first?.state ?? "")")
    #expect(complaints.filter { $0.lowercased().contains("locked") } == [])
    #expect(complaints.filter { $0.contains("-") && $0.contains("exited") } == [])
    print("jobs \(jobs.count), kills \(kills), sent twice \(repeated.count)")
  }
}
