import ClientCore
import ClientModel
import ClientPostgres
import Glibc
import TestSupport
import TestTraits
import Testing

/// A process that is killed in the middle of its commits. It is this test bundle, started again to
/// run only the test that writes.
@Suite(.usesSystem(minutes: 5)) struct PostgresKillTests {
  private static let schema = "WEIR_TEST_KILLED_WRITER"

  private static func server(_ schema: String, _ address: String) throws -> PostgresServer {
    try PostgresServer(Secret(address), schema: schema)
  }

  @Test(.enabled(if: getenv(schema) != nil))
  func `a writer adds, starts and ends jobs until it is killed`() async throws {
    guard let schema = getenv(Self.schema), let address = getenv("ADDRESS"),
      let folder = getenv("FOLDER"), let log = fopen(String(cString: folder) + "/log", "a")
    else { return }
    let store = try await PostgresStorage.open(
      on: Self.server(String(cString: schema), String(cString: address)),
      folder: String(cString: folder), clock: StillClock(), lease: .seconds(1))
    func acknowledge(_ ids: [JobID]) {
      for id in ids { fputs("\(id)\n", log) }
      fflush(log)
    }
    while true {
      let ids = try await store.add([.fixture(), .fixture(), .fixture()])
      acknowledge(ids)
      _ = try await store.commit(StoreBatch(starts: ids.map { .fixture($0) }))
      acknowledge(ids)
      _ = try await store.commit(StoreBatch(ends: ids.map { .fixture($0) }))
      acknowledge(ids)
    }
  }

  @Test func `what a killed process was told is stored, and its running jobs are recovered`()
    async throws
  {
    let folder = StateFolder()
    let address = try PostgresCluster.shared.get().address
    let schema = "killed_" + Array(folder.path.utf8.suffix(6)).hexadecimal
    for round in 1...3 {
      try await onOwnThread {
        let writer = try ChildProcess(
          [
            "/proc/self/exe", "--testing-library", "swift-testing", "--filter",
            "until it is killed",
          ],
          environment: [
            Self.schema: schema, "ADDRESS": address, "FOLDER": folder.path,
            "PATH": "/usr/bin:/bin", "LD_LIBRARY_PATH": Self.variable("LD_LIBRARY_PATH"),
          ])
        // Each process acknowledges about a hundred steps before it is killed.
        let written = poll {
          StateFolder.bytes(of: folder.path + "/log").count > round * 300 ? 1 : nil
        }
        writer.kill(SIGKILL)
        try writer.wait()
        #expect(
          written == 1, "\(String(decoding: writer.output + writer.errorOutput, as: UTF8.self))")
      }
    }
    // A job that was acknowledged once was added, twice: started, three times: ended.
    var steps: [JobID: Int] = [:]
    for line in StateFolder.bytes(of: folder.path + "/log").split(separator: 10) {
      guard let id = Int64(String(decoding: line, as: UTF8.self)) else { continue }
      steps[JobID(id), default: 0] += 1
    }
    let store = try await PostgresStorage.open(
      on: Self.server(schema, address), folder: folder.path, clock: StillClock())
    let jobs = try await store.jobs(matching: JobQuery(order: .oldestFirst))
    let found = Dictionary(uniqueKeysWithValues: jobs.map { ($0.id, $0) })
    #expect(steps.count >= 30)
    for (id, step) in steps {
      let job = try #require(found[id], "Job \(id) is lost.")
      #expect(job.attempts == 1 || step == 1)
      #expect(job.state == .succeeded || step < 3)
    }
    #expect(
      try await store.lanes().first?.counts
        == Dictionary(grouping: jobs, by: \.state.word).mapValues(\.count))
    for owner in try await store.otherOwners() { await store.waitForEnd(of: owner) }
    let running = jobs.filter { $0.state.word == .running }.map(\.id)
    let recovered = try await store.recoverOrphans {
      JobChange(state: .held(.byUser), at: $0.job.since)
    }
    #expect(recovered.map(\.id) == running)
    await store.close()
  }

  private static func variable(_ name: String) -> String {
    getenv(name).map { String(cString: $0) } ?? ""
  }
}
