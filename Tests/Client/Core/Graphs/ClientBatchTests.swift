import ClientModel
import Testing

@testable import ClientCore

/// Batches as a client runs them.
struct ClientBatchTests {
  private func batch(
    _ count: Int, method: HTTPMethod = .get, order: GraphRun.Instruction = .run
  ) -> NewBatch {
    NewBatch(
      source: "rows.csv",
      jobs: (0..<count).map { row in
        .fixture(.fixture(method, path: "/\(row)", retry: RetryRule(attempts: 1)))
      }, values: (0..<count).map { _ in Array("{}".utf8) }, instruction: order)
  }

  private func run(_ id: GraphID, _ bench: Bench) async throws -> GraphRun {
    try #require(try await bench.client.graphs(matching: GraphQuery(ids: [id])).first)
  }

  @Test func `jobs from a source are committed together, and run`() async throws {
    let bench = Bench()
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit { add in
      for row in 0..<3 { try add(.fixture(.fixture(.get, path: "/\(row)"))) }
    }
    let ended = try await bench.client.wait(for: ids)
    #expect(ended.count == 3 && ended.allSatisfy { $0.state == .succeeded })
    let refusal = Failure(.invalidRequest, what: "No.", why: "It is too late.", whatToDo: "Wait.")
    await #expect(throws: refusal) {
      _ = try await bench.client.submit { add in
        try add(.fixture())
        throw refusal
      }
    }
    #expect(try await bench.client.count(matching: JobQuery()) == 3)
  }

  @Test func `a row has the draft of its batch with its own columns, and runs again with it`()
    async throws
  {
    let bench = Bench()
    try await bench.client.start(as: .runner)
    var rows = ListedRows(
      jobs: (0..<3).map { .fixture(.fixture(path: "/\($0)")) },
      values: [#"{"id": 0}"#, #"{"id": "a b"}"#, #"{"id": "••••••"}"#].map { Array($0.utf8) })
    rows.jobs[0].name = "shelf"
    let draft = Draft(url: "https://example.com/{{id}}", query: [DraftField("q", "{{id}}{{env}}")])
    let id = try await bench.client.submit(NewBatch(source: "f", rows: rows, draft: draft))
    let span = try #require(try await run(id, bench).span)
    let second = JobID(span.lowerBound.rawValue + 1)
    let filled = try #require(try await bench.client.requests(of: second)?.draft)
    #expect(filled.url == "https://example.com/a b")
    #expect(filled.query == [DraftField("q", "a b{{env}}")])
    // A masked value is unknown, so this row is edited as its prepared request.
    #expect(try await bench.client.requests(of: span.upperBound)?.draft == nil)
    let again = try await bench.client.runAgain([second])
    #expect(try await bench.client.requests(of: again[0])?.draft == filled)
  }

  @Test func `every row runs, and the batch reports its end once`() async throws {
    let bench = Bench()
    let events = await bench.client.eventLog(of: [.graphFinished], buffering: 10)
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit(batch(20))
    await bench.client.waitUntilDrained()
    #expect(bench.transport.begun.count == 20)
    let ended = try await run(id, bench)
    #expect(ended.summary.text == "20 of 20")
    await bench.client.quit(.drain)
    var reported: [Event] = []
    for await event in events { reported.append(event) }
    #expect(reported.map(\.graph) == [id])
    guard case .graphFinished(let end) = reported.first?.kind else { return }
    #expect(end.summary == "20 of 20")
  }

  @Test func `a batch on hold starts nothing more, and all of the rest when released`() async throws
  {
    let bench = Bench { _ in .hang }
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit(batch(10))
    try await eventually { bench.transport.open.count == 2 }
    let held = try await bench.client.hold(id)
    #expect(held?.instruction == .hold)
    for attempt in bench.transport.open { bench.transport.reply(attempt, .response(200)) }
    await bench.client.waitUntilDrained()
    #expect(bench.transport.begun.count == 2)
    #expect(try await run(id, bench).summary.text == "2 of 10")
    // A waiter for it is resumed.
    #expect(try await bench.client.wait(for: id)?.isEnded == false)
    _ = try await bench.client.release(id)
    try await eventually {
      for attempt in bench.transport.open { bench.transport.reply(attempt, .response(200)) }
      return try await run(id, bench).isEnded
    }
    #expect(bench.transport.begun.map(\.id.job.rawValue).sorted() == Array(1...10))
  }

  @Test func `a hold outlives a crash, and other jobs go on beside it`() async throws {
    let first = Bench { _ in .hang }
    try await first.client.start(as: .runner)
    let id = try await first.client.submit(batch(5))
    _ = try await first.client.hold(id)
    let open = first.transport.begun.count
    let second = Bench(storage: first.storage.crashed(), clock: first.clock)
    try await second.client.start(as: .runner, afterRestart: .resumeLanes)
    let other = try await second.client.submit([.fixture(lane: .b)])
    await second.client.waitUntilDrained()
    #expect(try await second.job(other[0]).state == .succeeded)
    #expect(second.transport.begun.map(\.id.job) == other)
    _ = try await second.client.release(id)
    await second.client.waitUntilDrained()
    #expect(try await run(id, second).summary.text == "5 of 5")
    #expect(second.transport.begun.count == 6)
    #expect(open <= 2)
  }

  @Test func `a batch that is held from the start waits for its release`() async throws {
    let bench = Bench()
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit(batch(3, order: .hold))
    await bench.client.waitUntilDrained()
    #expect(bench.transport.begun.isEmpty)
    _ = try await bench.client.release(id)
    await bench.client.waitUntilDrained()
    #expect(bench.transport.begun.count == 3)
  }

  @Test func `retry takes up the rows that failed or were refused, and no other`() async throws {
    let bench = Bench { attempt in
      switch (attempt.id.job.rawValue, attempt.id.number) {
      case (2, 1): .response(500)
      case (4, 1): .fail(.refused, .nothing)
      default: .response(200)
      }
    }
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit(batch(6, method: .post))
    await bench.client.waitUntilDrained()
    #expect(try await run(id, bench).summary.text == "4 of 6, 2 failed")
    #expect(try await bench.client.failedRow(of: id, after: -1) == 1)
    #expect(try await bench.client.failedRow(of: id, after: 1) == 3)
    #expect(try await bench.client.failedRow(of: id, after: 3) == nil)
    _ = try await bench.client.retry(id)
    await bench.client.waitUntilDrained()
    #expect(try await run(id, bench).summary.text == "6 of 6")
    let times = Dictionary(grouping: bench.transport.begun, by: \.id.job.rawValue)
      .mapValues(\.count)
    #expect(times == [1: 1, 2: 2, 3: 1, 4: 2, 5: 1, 6: 1])
    #expect(try await bench.client.retry(id) == nil)
  }

  @Test func `a row whose end is unknown is not sent again by a retry of the batch`() async throws {
    let first = Bench { attempt in attempt.id.job.rawValue == 1 ? .hang : .response(500) }
    try await first.client.start(as: .runner)
    let id = try await first.client.submit(batch(2, method: .post))
    try await eventually { try await run(id, first).summary.failed == 1 }
    let second = Bench(storage: first.storage.crashed(), clock: first.clock)
    try await second.client.start(as: .runner, afterRestart: .resumeLanes)
    #expect(try await run(id, second).summary.text == "0 of 2, 1 failed, 1 interrupted")
    _ = try await second.client.retry(id)
    await second.client.waitUntilDrained()
    #expect(second.transport.begun.map(\.id.job) == [JobID(2)])
  }

  @Test func `cancelling goes on after a crash in the middle`() async throws {
    let first = Bench { _ in .hang }
    let id = try await first.storage.add(batch(30), at: first.clock.now).id
    let now = first.clock.now
    // As it stands when the process dies right after its first commit.
    _ = try await first.storage.change(graph: id) { GraphCommands.stop($0, at: now) }
    let second = Bench(storage: first.storage.crashed(), clock: first.clock)
    try await second.client.start(as: .runner, afterRestart: .resumeLanes)
    try await eventually { try await run(id, second).isEnded }
    #expect(try await run(id, second).summary.text == "0 of 30, 30 cancelled, stopped")
    #expect(second.transport.begun.isEmpty)
    // Nothing failed: what was cancelled is taken up again.
    _ = try await second.client.retry(id)
    await second.client.waitUntilDrained()
    let text = try await run(id, second).summary.text
    #expect(text == "30 of 30", "\(second.transport.begun.count) begun")
  }

  @Test func `deleting a batch takes its jobs along, once it has ended`() async throws {
    let bench = Bench()
    let id = try await bench.client.submit(batch(3))
    #expect(try await bench.client.delete(id) == nil)
    try await bench.client.start(as: .runner)
    await bench.client.waitUntilDrained()
    #expect(try await bench.client.delete(id) == 3)
    #expect(try await bench.client.jobs(matching: JobQuery()) == [])
    #expect(try await bench.client.graphs() == [])
  }

  @Test func `a batch without rows is refused`() async throws {
    let bench = Bench()
    await #expect(throws: Failure.self) { try await bench.client.submit(batch(0)) }
  }
}
