import ClientCore
import ClientMemory
import ClientModel
import Synchronization
import Testing

/// A graph whose process dies: each step is taken up where it was, by the rules for its method.
@Suite struct GraphRestartTests {
  private static let chain: [GraphStep] = [
    .request("a"), .request("b", needs: ["a"]), .request("c", needs: ["b"]),
  ]

  @Test(arguments: ["GET", "POST"])
  func `a graph goes on after a death, a GET again and a POST with the user's word`(
    _ method: String
  ) async throws {
    let first = Bench { $0.name == "b" ? .hang : .response(200) }
    try await first.client.start(as: .runner)
    let id = try await first.client.submit(
      .fixture(Self.chain, drafts: ["b": .fixture("b", method)]))
    try await eventually { first.transport.open.first.map { $0.job == JobID(2) } ?? false }

    let second = Bench(storage: first.storage.crashed(), clock: first.clock)
    try await second.client.start(as: .runner)
    #expect(second.transport.begun.isEmpty)
    try await second.client.resumeAfterRestart()
    let run = try #require(try await second.client.wait(for: id))
    if method == "GET" {
      #expect(run.steps.map(\.state) == [.done, .done, .done])
      #expect(second.transport.begun.map(\.name) == ["b", "c"])
    } else {
      #expect(run.steps.map(\.state) == [.done, .running, .waiting])
      try await second.client.resolve([JobID(2)])
      #expect(try await second.client.wait(for: id)?.summary.text == "3 of 3")
      #expect(second.transport.begun.map(\.name) == ["c"])
    }
    #expect(first.transport.begun.map(\.name) == ["a", "b"])
  }

  @Test func `what ended while nobody looked is counted when the graph is taken up`() async throws {
    let first = Bench { _ in .hang }
    try await first.client.start(as: .runner)
    let id = try await first.client.submit(.fixture(Self.chain))
    try await eventually { first.transport.open.count == 1 }
    let left = first.storage.crashed()
    // The response was committed, and then the process died before the graph heard of it.
    _ = try await left.commit(
      StoreBatch(ends: [
        AttemptEnd(
          id: AttemptID(job: JobID(1), number: 1),
          result: AttemptResult(end: .responded, head: ResponseHead(status: 200)),
          next: .succeeded, at: first.clock.now)
      ]))
    let second = Bench(storage: left, clock: first.clock)
    try await second.client.start(as: .runner)
    try await second.client.resumeAfterRestart()
    #expect(try await second.client.wait(for: id)?.summary.text == "3 of 3")
    #expect(second.transport.begun.map(\.name) == ["b", "c"])
  }

  @Test func `the queue runner takes up a graph that a dead process ran at once`() async throws {
    let first = Bench { $0.name == "b" ? .hang : .response(200) }
    try await first.client.start(as: .sender)
    let id = try await first.client.submit(.fixture(Self.chain, scheduling: .immediate))
    try await eventually { first.transport.open.first.map { $0.job == JobID(2) } ?? false }
    let second = Bench(storage: first.storage.crashed(), clock: first.clock)
    try await second.client.start(as: .runner)
    try await second.client.resumeAfterRestart()
    #expect(try await second.client.wait(for: id)?.summary.text == "3 of 3")
    #expect(second.transport.begun.map(\.name) == ["b", "c"])
  }

  @Test func `a job that was committed and never started is started by the next process`()
    async throws
  {
    let clock = ManualClock()
    let storage = MemoryStorage(clock: clock, bodyFolder: "/nonexistent")
    let run = try await storage.add(.fixture(Self.chain, scheduling: .immediate), at: clock.now)
    _ = try await storage.change(graph: run.id) { run in
      var steps = run.steps
      steps[0].state = .running
      return GraphChange(
        steps: steps, instruction: .run, at: clock.now,
        jobs: [(0, NewJob.fixture(.fixture(path: "/a"), scheduling: .immediate))])
    }
    let next = Bench(storage: storage.crashed(), clock: clock)
    try await next.client.start(as: .runner)
    try await next.client.resumeAfterRestart()
    #expect(try await next.client.wait(for: run.id)?.summary.text == "3 of 3")
    #expect(next.transport.begun.map(\.name) == ["a", "b", "c"])
  }

  @Test func `a jq step cut off by a death is computed again, a program is not run again`()
    async throws
  {
    for (work, state) in [
      (GraphStep.Work.jq("1 + 1"), GraphStep.State.done), (.command(["true"]), .failed),
    ] {
      let clock = ManualClock()
      let storage = MemoryStorage(clock: clock, bodyFolder: "/nonexistent")
      let run = try await storage.add(.fixture([GraphStep(name: "l", work: work)]), at: clock.now)
      _ = try await storage.change(graph: run.id) { run in
        GraphChange(steps: [StepProgress(state: .running)], instruction: .run, at: run.since)
      }
      let next = Bench(storage: storage.crashed(), clock: clock)
      try await next.client.start(as: .runner)
      #expect(try await next.client.wait(for: run.id)?.steps.map(\.state) == [state])
    }
  }

  /// Every commit may be the last: whatever the store then holds, the graph ends as it would have, and
  /// no step that had its response is sent again.
  @Test(arguments: 0..<60)
  func `a graph cut off after any number of commits ends with each step once`(_ seed: Int)
    async throws
  {
    var random = SeededRandom(seed)
    let steps = (0..<12).map { step in
      let parents = (0..<step).filter { _ in random.next() % 4 == 0 }.map { "s\($0)" }
      return GraphStep.request("s\(step)", needs: parents)
    }
    let clock = ManualClock()
    var storage = MemoryStorage(clock: clock, bodyFolder: "/nonexistent")
    let answered = Mutex<[String: Int]>([:])
    let id = try await storage.add(.fixture(steps), at: clock.now).id
    for _ in 0..<200 {
      let cut = random.next() % 6
      let sent = Mutex<UInt64>(0)
      let bench = Bench(storage: storage, clock: clock) { attempt in
        // After so many responses this process hears no more, and is killed.
        let number = sent.withLock { count in
          count += 1
          return count
        }
        guard number <= cut else { return .hang }
        answered.withLock { $0[attempt.name, default: 0] += 1 }
        return .response(200)
      }
      try await bench.client.start(as: .runner)
      try await bench.client.resumeAfterRestart()
      try await eventually {
        if bench.transport.begun.count > Int(cut) { return true }
        return try await storage.graphs(matching: GraphQuery(progress: .open)).isEmpty
      }
      storage = storage.crashed()
      if try await storage.graphs(matching: GraphQuery(progress: .open)).isEmpty { break }
    }
    let run = try #require(try await storage.graphs(matching: GraphQuery(ids: [id])).first)
    #expect(run.steps.allSatisfy { $0.state == .done }, "seed \(seed)")
    #expect(Set(run.steps.compactMap(\.job)).count == 12, "seed \(seed)")
    let jobs = try await storage.jobs(matching: JobQuery())
    #expect(jobs.count == 12, "seed \(seed)")
    for job in jobs { #expect(job.state == .succeeded, "seed \(seed)") }
  }
}
