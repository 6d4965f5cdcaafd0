import ClientCore
import ClientModel
import Testing

@testable import ClientStore

/// What every storage promises about batches.
struct BatchStorageTests {
  let folder = StateFolder()
  let clock = StillClock()

  private func store(_ kind: StoreKind) async throws -> any Storage {
    try await kind.make(in: folder, clock: clock)
  }

  private func batch(_ count: Int, order: GraphRun.Instruction = .run) -> NewBatch {
    NewBatch(
      source: "in/rows.csv",
      jobs: (0..<count).map { .fixture("/\($0)") },
      values: (0..<count).map { Array("{\"n\":\($0)}".utf8) }, instruction: order)
  }

  private func run(_ id: GraphID, _ store: any Storage) async throws -> GraphRun {
    try #require(try await store.graphs(matching: GraphQuery(ids: [id])).first)
  }

  /// Runs jobs to a response of this status.
  private func response(_ jobs: [JobID], _ status: Int, _ store: any Storage) async throws {
    let receipt = try await store.commit(StoreBatch(starts: jobs.map { .fixture($0) }))
    let failure = Failure(status: status, assertions: [])
    let ends = receipt.started.values.map { started in
      AttemptEnd(
        id: AttemptID(job: started.job.id, number: started.job.attempts),
        result: AttemptResult(end: .responded, head: ResponseHead(status: status, fields: [])),
        next: failure.map { .failed($0) } ?? .succeeded, at: Timestamp(milliseconds: 9))
    }
    _ = try await store.commit(StoreBatch(ends: ends))
  }

  @Test(arguments: StoreKind.allCases)
  func `a batch is a graph whose rows are jobs that follow one another`(
    _ kind: StoreKind
  ) async throws {
    let store = try await store(kind)
    _ = try await store.add([.fixture("/before")])
    let added = try await store.add(batch(3), at: clock.now)
    _ = try await store.add([.fixture("/after")])
    let found = try await run(added.id, store)
    #expect(found == added)
    #expect(found.plan.name == "rows.csv")
    #expect(found.span == JobID(2)...JobID(4))
    #expect(found.rows?.counts == RowCounts([.waiting: 3]))
    #expect(found.summary.text == "0 of 3")
    #expect(
      try await store.jobs(matching: JobQuery(part: .alone, order: .oldestFirst)).map(\.id)
        == [JobID(1), JobID(5)])
    #expect(try await store.count(matching: JobQuery(part: .alone)) == 2)
    #expect(
      try await store.places(of: [JobID(1), JobID(2), JobID(4), JobID(5)]) == [
        JobID(2): GraphPosition(graph: added.id, step: 0),
        JobID(4): GraphPosition(graph: added.id, step: 2),
      ])
    let values = try await store.values(of: [JobID(1), JobID(3)])
    #expect(values == [JobID(3): Array("{\"n\":1}".utf8)])
    #expect(try await store.changes(since: 0).graphs == [added])
  }

  @Test(arguments: StoreKind.allCases)
  func `counts follow the rows`(
    _ kind: StoreKind
  ) async throws {
    let store = try await store(kind)
    let id = try await store.add(batch(5), at: clock.now).id
    try await response([JobID(1), JobID(2)], 200, store)
    try await response([JobID(3)], 500, store)
    _ = try await store.commit(StoreBatch(starts: [.fixture(JobID(4))]))
    var found = try await run(id, store)
    #expect(found.summary.text == "2 of 5, 1 failed, 1 running")
    #expect(!found.isEnded)
    let span = try #require(found.span)
    let failed = JobQuery(part: .span(span), states: [.failed], order: .oldestFirst)
    #expect(try await store.jobs(matching: failed).map(\.id) == [JobID(3)])
    _ = try await store.change([JobID(4), JobID(5)]) { job in
      JobChange(state: .cancelled(sent: 0), at: Timestamp(milliseconds: 20))
    }
    found = try await run(id, store)
    #expect(found.summary.text == "2 of 5, 1 failed, 2 cancelled")
    #expect(found.isEnded)
    #expect(found.since == Timestamp(milliseconds: 20))
    #expect(try await store.graphs(matching: GraphQuery(progress: .open)) == [])
    _ = try await store.change([JobID(3)]) {
      JobCommands.retry($0, at: Timestamp(milliseconds: 30))
    }
    #expect(try await store.graphs(matching: GraphQuery(progress: .open)).map(\.id) == [id])
    if let sqlite = store as? SQLiteStorage { #expect(try await sqlite.check() == []) }
  }

  @Test(arguments: StoreKind.allCases)
  func `a batch on hold starts nothing, whoever asks`(_ kind: StoreKind) async throws {
    let store = try await store(kind)
    let id = try await store.add(batch(2), at: clock.now).id
    let now = clock.now
    _ = try await store.change(graph: id) { GraphCommands.hold($0, at: now) }
    var receipt = try await store.commit(StoreBatch(starts: [.fixture(JobID(1))]))
    #expect(receipt.started.isEmpty)
    #expect(try await run(id, store).rows?.counts == RowCounts([.waiting: 2]))
    _ = try await store.change(graph: id) { GraphCommands.release($0, at: now) }
    receipt = try await store.commit(StoreBatch(starts: [.fixture(JobID(1))]))
    #expect(receipt.started.count == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `rows are deleted one by one, and the batch goes with the last`(
    _ kind: StoreKind
  ) async throws {
    let store = try await store(kind)
    let id = try await store.add(batch(3), at: clock.now).id
    try await response([JobID(1), JobID(2), JobID(3)], 200, store)
    #expect(try await store.remove(Removal(jobs: JobQuery(ids: [JobID(2)]))) == 1)
    #expect(try await run(id, store).summary.text == "2 of 3, 1 deleted")
    #expect(try await store.values(of: [JobID(2)]) == [:])
    _ = try await store.remove(Removal(graphs: GraphQuery(progress: .ended)))
    #expect(try await store.graphs(matching: GraphQuery()).count == 1)
    _ = try await store.remove(
      .retention(olderThan: Timestamp(milliseconds: 1 << 40), retaining: .mebibytes(1)))
    #expect(try await store.jobs(matching: JobQuery()) == [])
    #expect(try await store.graphs(matching: GraphQuery()) == [])
    if let sqlite = store as? SQLiteStorage { #expect(try await sqlite.check() == []) }
  }

  @Test func `what another process wrote to a batch is counted`() async throws {
    let one = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let two = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    _ = try await one.add([.fixture()])
    let id = try await two.add(batch(3), at: clock.now).id
    try await response([JobID(2)], 200, one)
    let now = clock.now
    _ = try await two.change(graph: id) { GraphCommands.hold($0, at: now) }
    #expect(try await one.commit(StoreBatch(starts: [.fixture(JobID(3))])).started.isEmpty)
    #expect(try await run(id, two).summary.text == "1 of 3")
    #expect(try await one.check() == [])
  }

  @Test func `wrong counts and unreadable columns are found`() async throws {
    let store = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let id = try await store.add(batch(3), at: clock.now).id
    try await store.write { turn in
      try turn.db.execute("UPDATE rowCounts SET jobs = 4")
      try turn.db.execute("UPDATE rowValues SET value = x'00' WHERE job = 2")
    }
    let found = try await store.check()
    #expect(found.map(\.kind) == [.tally, .row])
    #expect(found.first?.text == "The row count of graph \(id) differs by 1.")
  }

  @Test func `the columns of rows stand nowhere in clear`() async throws {
    let store = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let batch = NewBatch(
      source: "rows.csv", jobs: [.fixture("/1"), .fixture("/2")],
      values: [Array("{}".utf8), Array("{\"name\":\"row-canary-7741\"}".utf8)])
    _ = try await store.add(batch, at: clock.now)
    await store.close()
    #expect(!folder.everything().holds("row-canary-7741"))
  }

  @Test(arguments: StoreKind.allCases)
  func `the jobs of a workspace are counted without the rows of its batches`(
    _ kind: StoreKind
  ) async throws {
    let store = try await store(kind)
    func job(_ path: String, _ workspace: String) -> NewJob {
      NewJob(request: .fixture(path), lane: LaneKey(workspace: workspace, name: "h"))
    }
    for (workspace, rows) in [("a", 3), ("b", 5), ("a", 1)] {
      _ = try await store.add(
        NewBatch(
          source: "rows.csv", jobs: (0..<rows).map { job("/\($0)", workspace) },
          values: Array(repeating: Array("{}".utf8), count: rows), instruction: .run),
        at: clock.now)
      _ = try await store.add([job("/alone", workspace)])
    }
    try await response([JobID(1), JobID(5), JobID(4)], 200, store)
    for workspaces: Set<String>? in [["a"], ["b"], ["a", "b"], ["none"], nil] {
      for states: Set<JobState.Word>? in [nil, [.waiting], [.succeeded]] {
        let query = JobQuery(part: .alone, states: states, workspaces: workspaces)
        let listed = try await store.jobs(matching: query).count
        #expect(try await store.count(matching: query) == listed, "\(query)")
      }
    }
    let own = JobQuery(part: .alone, workspaces: ["a"])
    #expect(try await store.count(matching: own) == 2)
  }

  @Test func `jobs beside very many batches are found`() async throws {
    let store = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    var alone: [JobID] = []
    for _ in 0..<60 {
      _ = try await store.add(batch(2), at: clock.now)
      alone += try await store.add([.fixture()])
    }
    let found = try await store.jobs(matching: JobQuery(part: .alone, order: .oldestFirst))
    #expect(found.map(\.id) == alone)
    #expect(try await store.count(matching: JobQuery(part: .alone)) == alone.count)
  }
}
