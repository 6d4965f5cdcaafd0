import Foundation
import Synchronization
import TestSupport
import TestTraits
import Testing

/// Batches from the command line, against a server on this machine.
@Suite(.serialized, .usesSystem(minutes: 5)) struct BatchTests {
  /// Answers 500 to some rows until it is healed, and counts what came for each.
  private final class Service: Sendable {
    private let isHealed = Mutex(false)
    private let counts = Mutex<[String: Int]>([:])
    /// How many requests are answered at most; a later one waits. Nil for all.
    private let quota = Mutex<Int?>(nil)
    static let failing: Set<String> = ["/3", "/41", "/77", "/100", "/101", "/150", "/199"]

    /// Delays the responses after this many requests, so that a batch is still on its
    /// way however slow the machine is.
    func response(atMost count: Int?) { quota.withLock { $0 = count } }

    func heal() { isHealed.withLock { $0 = true } }
    var arrived: [String: Int] { counts.withLock { $0 } }
    var total: Int { arrived.values.reduce(0, +) }

    func response(_ request: HTTPRequest) -> String {
      counts.withLock { $0[request.target, default: 0] += 1 }
      let fails = Self.failing.contains(request.target) && !isHealed.withLock { $0 }
      let place = total
      repeat { usleep(2_000) } while quota.withLock { $0.map { place > $0 } ?? false }
      return AnsweringServer.response(fails ? 500 : 200, "{\"path\": \"\(request.target)\"}")
    }
  }

  private struct Row: Decodable {
    struct Values: Decodable { let n: Int }
    struct Body: Decodable { let path: String }
    let row: Int
    let values: Values
    let job: Int
    let state: String
    let status: Int?
    let body: Body?
  }

  private func rows(_ home: WeirHome) throws -> [Row] {
    let shown = try home.run("show", "g1", "--rows")
    #expect(shown.code == 0, "\(shown.errorOutput)")
    return try shown.lines.map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
  }

  @Test func `200 rows, paused and killed midway, are each sent once, and the failed once more`()
    async throws
  {
    try await onOwnThread {
      let service = Service()
      let server = try AnsweringServer { service.response($0) }
      let home = try WeirHome()
      let lines = (0..<200).map { "{\"n\":\($0)}\n" }.joined()
      try home.folder.write("work/rows.ndjson", lines)
      let added = try home.run(
        "queue", "add", "--each", "rows.ndjson", "GET", server.url + "/{{n}}")
      #expect(added.lines == ["g1"])
      #expect(added.errorOutput == "200 rows of rows.ndjson added to the queue.\n")

      // Paused midway: what runs ends, nothing more starts, though the queue runner lives.
      service.response(atMost: 60)
      var runner = try home.start("queue", "run")
      eventually("a third of the rows") { service.total > 60 }
      #expect(try home.run("queue", "hold", "g1").code == 0)
      service.response(atMost: nil)
      eventually("what ran to end") {
        (try? home.jobs().contains { $0.state == "running" }) == false
      }
      let held = service.total
      #expect(held < 200)
      let other = try home.add(server.url + "/other")
      eventually("another job beside it") {
        (try? home.jobs().first { $0.id == other }?.state) == "succeeded"
      }
      #expect(service.total == held + 1)
      #expect(try rows(home).filter { $0.state == "held" }.count == 200 - held)

      // Killed on hold, it is on hold.
      runner.kill(SIGKILL)
      try runner.wait()
      #expect(try home.run("queue", "run", "--until-idle").code == 0)
      #expect(service.total == held + 1)

      // Killed midway, it goes on where it was.
      #expect(try home.run("queue", "release", "g1").code == 0)
      service.response(atMost: held + 30)
      runner = try home.start("queue", "run")
      eventually("more rows") { service.total > held + 30 }
      runner.kill(SIGKILL)
      try runner.wait()
      service.response(atMost: nil)
      #expect(try home.run("queue", "run", "--until-idle").code == 0)
      let first = service.arrived
      #expect(first.count == 201)
      // Only what was on the wire when it was killed may have come twice: two at once.
      #expect(first.values.filter { $0 > 1 }.count <= 2 && first.values.max() ?? 0 <= 2)
      var read = try rows(home)
      #expect(read.map(\.row) == Array(1...200))
      #expect(read.map(\.values.n) == Array(0..<200))
      #expect(read.allSatisfy { $0.body?.path == "/\($0.values.n)" })
      #expect(
        Set(read.filter { $0.state == "failed" }.map { "/\($0.values.n)" }) == Service.failing)
      #expect(read.allSatisfy { ($0.state == "failed") == ($0.status == 500) })
      let waited = try home.run("queue", "wait", "g1")
      #expect(waited.code == 1 && waited.output.contains("193 of 200, 7 failed"))

      // Only the failed ones once more.
      service.heal()
      #expect(try home.run("queue", "retry", "g1").code == 0)
      #expect(try home.run("queue", "run", "--until-idle").code == 0)
      var wanted = first
      for path in Service.failing { wanted[path, default: 0] += 1 }
      #expect(service.arrived == wanted)
      read = try rows(home)
      #expect(read.allSatisfy { $0.state == "succeeded" && $0.status == 200 })
      #expect(try home.run("queue", "retry", "g1").code != 0)
      let atServer = try home.run("queue", "cancel", "--at-server", "g1")
      #expect(
        atServer.code == 2
          && atServer.errorOutput.contains(" was not changed: this command applies only to jobs."))
      #expect(service.arrived == wanted)
      #expect(try home.run("doctor").output.contains("The store has no errors."))
    }
  }

  @Test func `the result file is written once, and never over another`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      try home.folder.write("work/rows.csv", "n\n1\n2\n")
      _ = try home.run("queue", "add", "--each", "rows.csv", "--hold", "http://127.0.0.1:1/{{n}}")
      let saved = try home.run("show", "g1", "--rows", "-o", "out.ndjson")
      #expect(saved.code == 0 && saved.output == "")
      let file = try String(contentsOfFile: home.workingFolder + "/out.ndjson", encoding: .utf8)
      #expect(
        file == """
          {"row":1,"values":{"n":"1"},"job":1,"state":"held"}
          {"row":2,"values":{"n":"2"},"job":2,"state":"held"}

          """)
      let again = try home.run("show", "g1", "--rows", "-o", "out.ndjson")
      #expect(again.code != 0 && again.errorOutput.contains("never overwrites"))
    }
  }

  @Test func `a wrong row adds nothing, and the others are counted`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      try home.folder.write(
        "work/rows.ndjson", "{\"n\":1}\n{\"m\":2}\n{\"n\":3}\n{\"m\":4}\n{\"m\":5}\n")
      let added = try home.run(
        "queue", "add", "--each", "rows.ndjson", "http://127.0.0.1:1/{{n}}")
      #expect(added.code == 2 && added.output == "")
      #expect(
        added.errorOutput.hasPrefix(
          "Row 2 (line 2) of rows.ndjson does not make a valid request. 2 more rows are invalid.")
      )
      #expect(added.errorOutput.contains("The first row has the column n."))
      #expect(try home.jobs().isEmpty)
    }
  }

  @Test func `rows that would all send the same add nothing`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      try home.folder.write("work/rows.csv", "id,name\n1,a\n2,b\n")
      let added = try home.run("queue", "add", "--each", "rows.csv", "http://127.0.0.1:1/n")
      #expect(added.code == 2 && added.output == "")
      #expect(added.errorOutput.contains("The request uses no column of rows.csv."))
      #expect(
        added.errorOutput.contains(
          "All 2 rows would send the same request. The first row has the columns id, name."))
      // Rows that are alike are no mistake where a column is asked for.
      try home.folder.write("work/same.csv", "id\n7\n7\n")
      let same = try home.run("queue", "add", "--each", "same.csv", "http://127.0.0.1:1/{{id}}")
      #expect(same.code == 0)
      #expect(try home.jobs().count == 2)
    }
  }

  @Test func `a held batch says how it goes on`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      try home.folder.write("work/rows.csv", "id\n7\n8\n")
      _ = try home.run("queue", "add", "--hold", "--each", "rows.csv", "http://127.0.0.1:1/{{id}}")
      let retried = try home.run("queue", "retry", "g1")
      #expect(retried.code == 2)
      #expect(
        retried.errorOutput.hasPrefix(
          "Batch g1 was not changed: 0 of 2, held. It is held; `weir queue release g1` releases it."
        ))
      let ran = try home.run("queue", "run", "--until-idle")
      #expect(ran.code == 0 && ran.errorOutput.contains("Batch g1 is held: 0 of 2"))
    }
  }

  @Test func `what a row brings for a secret place stands nowhere in clear`() async throws {
    try await onOwnThread {
      let server = try AnsweringServer { _ in AnsweringServer.response(200, "{}") }
      let home = try WeirHome()
      try home.folder.write("work/rows.csv", "id,token\n1,row-secret-8841\n2,row-secret-8842\n")
      _ = try home.run(
        "queue", "add", "--each", "rows.csv", server.url + "/{{id}}",
        "Authorization:Bearer {{token}}")
      #expect(try home.run("queue", "run", "--until-idle").code == 0)
      #expect(Set(server.requests.map { $0.header("Authorization") ?? "" }).count == 2)
      let shown = try home.run("show", "g1", "--rows").output
      #expect(shown.contains("\"id\":\"1\",\"token\":\"••••••\""))
      #expect(!shown.contains("row-secret"))
    }
  }
}
