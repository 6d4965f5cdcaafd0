import Foundation
import TestSupport
import TestTraits
import Testing

/// Queues that ask for more connections than the process may open descriptors.
///
/// `WEIR_DESCRIPTOR_JOBS=600` makes as many jobs as the lane allows at once.
@Suite(.serialized, .usesSystem) struct DescriptorLimitTests {
  private static let jobs =
    ProcessInfo.processInfo.environment["WEIR_DESCRIPTOR_JOBS"].flatMap { Int($0) } ?? 150

  @Test(.usesSystem(minutes: 10), arguments: [64, 128, 256, 1_024])
  func `with few descriptors every job ends and nothing is sent twice`(_ limit: Int) async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      // Every body is a file of its own.
      let rows = (0..<Self.jobs).map { "{\"n\":\"\($0)\"}\n" }.joined()
      try home.folder.write("work/rows.jsonl", rows)
      for method in ["GET", "POST"] {
        let url = "\(server.url)/\(method)-{{n}}?body=100000&delay=20"
        #expect(
          try home.run("queue", "add", "--each", "rows.jsonl", method, url, "a=b").code == 0)
      }
      #expect(try home.run("queue", "limit", server.url, "600").code == 0)
      let runner = try home.start(limited: limit, "queue", "run")
      eventually("the runner is at work") { server.ledger.count > 0 }
      // A living process beside it, with a request on the wire all the time.
      let beside = try home.start("send", "POST", server.url + "/beside?hold=beside", "a=b")
      #expect(
        poll(for: .seconds(300)) {
          (try? server.ledger.entries().count { $0.id != "beside" }) == 2 * Self.jobs ? true : nil
        } == true)
      server.release("beside")
      #expect(try beside.wait() == .exited(0))
      eventually("every job has succeeded") {
        (try? home.jobs().allSatisfy { $0.state == "succeeded" }) == true
      }
      runner.kill(SIGTERM)
      try runner.wait()
      let counts = try server.ledger.counts()
      #expect(counts.count == 2 * Self.jobs + 1)
      #expect(counts.values.allSatisfy { $0 == 1 })
      print("descriptors \(limit): \(counts.count) jobs, each sent once")
    }
  }
}

extension WeirHome {
  /// Starts the program with a limit on its open files.
  fileprivate func start(limited: Int, _ arguments: String...) throws -> ChildProcess {
    try ChildProcess(
      [
        "sh", "-c", "ulimit -Sn \(limited); ulimit -Hn \(limited); exec \"$0\" \"$@\"",
      ] + command(arguments),
      environment: environment(), folder: workingFolder)
  }
}
