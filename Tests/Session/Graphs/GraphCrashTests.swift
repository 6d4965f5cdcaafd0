import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// A graph whose process is killed: each step took effect as often as the rules for its method allow.
@Suite(.serialized, .usesSystem(minutes: 15)) struct GraphCrashTests {
  private static let graph = """
    on-failure: continue
    steps:
      a: { request: post }
      b: { request: echo, inputs: { value: { from: a, jq: '"b"' } } }
      c: { request: echo, inputs: { value: { from: b, jq: '"c"' } } }
      d: { jq: '.x', inputs: { x: { from: c, jq: '"d"' } } }
      e: { request: echo, inputs: { value: d } }
      f: { request: post, needs: [e] }
    """

  /// What is wrong after a crash, once the queue has been drained and every question answered.
  private static func violations(
    of home: WeirHome, _ server: LedgerServer, since mark: Ledger.Mark
  ) throws -> [String] {
    for _ in 0..<6 {
      _ = try home.run("queue", "run", "--until-idle")
      let stuck = try home.jobs().filter { $0.state == "interrupted" }
      if stuck.isEmpty { break }
      for job in stuck { _ = try home.run("queue", "resolve", "\(job.id)") }
    }
    let sent = try server.ledger.entries(since: mark).map(\.id)
    let shown = try home.run("show", "g1", "--format", "json")
    // The crash came before the graph was committed: then nothing may have been sent.
    if shown.code == 2 { return sent.isEmpty ? [] : ["sent without a graph: \(sent)"] }
    var broken: [String] = []
    // A resolved POST has no response to take a value from: what needs it ends as failed or skipped.
    if shown.output.contains("\"running\"") || shown.output.contains("\"waiting\"") {
      broken.append("does not end: \(shown.output)")
    }
    let jobs = try home.jobs()
    if jobs.count > 5 { broken.append("\(jobs.count) jobs for 5 requests") }
    if sent.count(where: { $0 == "post" }) > 2 { broken.append("a POST twice: \(sent)") }
    for job in jobs where ["waiting", "running"].contains(job.state) {
      broken.append("job \(job.id) is left \(job.state)")
    }
    let isComplete = jobs.allSatisfy { $0.state == "succeeded" && $0.bodyBytes ?? 0 > 0 }
    if isComplete, !shown.output.contains("6 of 6") { broken.append("not done: \(shown.output)") }
    let doctor = try home.run("doctor")
    if doctor.code != 0 { broken.append("doctor: \(doctor.output)") }
    return broken
  }

  @Test(arguments: [["run", "flow"], ["queue", "run", "--until-idle"]])
  func `a crash at any file change neither loses nor doubles a step`(_ command: [String])
    async throws
  {
    let broken = try await onOwnThread {
      let shim = try FaultShim()
      let server = try LedgerServer(.written)
      let template = try GraphCommandTests.home(server.url, ["flow": Self.graph])
      if command[0] == "queue" { #expect(try template.run("run", "--queue", "flow").code == 0) }
      let home = try template.copy()
      #expect(try home.run("trust").code == 0)
      let (variables, count) = try shim.arm(.none, below: home.stateFolder)
      let clean = try home.run(command, environment: variables)
      #expect(clean.code == 0, "\(clean.output) \(clean.errorOutput)")
      let total = try count.value()
      #expect(total > 20)
      #expect(try server.ledger.entries().map(\.id) == ["post", "b", "c", "d", "post"])
      var broken: [String] = []
      let points = Array(stride(from: 1, through: total, by: max(1, total / 30)))
      for call in points {
        let home = try template.copy()
        #expect(try home.run("trust").code == 0)
        let mark = try server.ledger.mark()
        let (variables, _) = try shim.arm(.killBefore(call: call), below: home.stateFolder)
        _ = try home.run(command, environment: variables)
        broken += try Self.violations(of: home, server, since: mark).map { "call \(call): \($0)" }
      }
      print(
        "graph: file changes \(total), crash points \(points.count), violations \(broken.count)")
      return broken
    }
    #expect(broken == [])
  }
}
