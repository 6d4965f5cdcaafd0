import ClientCore
import ClientModel
import Testing

/// Stages that hang (J13, J15): the job ends with the stage's name, and its slot is free.
struct StageDeadlineTests {
  /// A stage that never ends and ignores its cancellation.
  private static func hang() async {
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  }

  private func end(of middleware: Middleware, within span: Duration) async throws -> Job {
    let bench = Bench(middleware: middleware) { _ in .json("{}") }
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit([.fixture(), .fixture(), .fixture()])
    try await eventually { bench.clock.alarms.count >= 2 }
    // A moment before, nothing has ended.
    bench.clock.advance(by: span - .milliseconds(1))
    #expect(try await bench.job(ids[0]).state.word == .running)
    try await bench.advance {
      for id in ids where try await !bench.job(id).state.word.isFinished { return false }
      return true
    }
    for id in ids { #expect(try await bench.job(id).state.word == .failed) }
    return try await bench.job(ids[0])
  }

  private func failure(of job: Job) -> Failure? {
    if case .failed(let failure) = job.state { failure } else { nil }
  }

  @Test func `J13 a preparer that hangs is named when its time is over, and others go on`()
    async throws
  {
    let sign = ClosurePreparer("sign", deadline: .seconds(5)) { request in
      await Self.hang()
      return request
    }
    let failure = try #require(
      failure(of: try await end(of: Middleware(onDispatch: [sign]), within: .seconds(5))))
    #expect(failure.what == "The stage sign did not finish.")
    #expect(failure.why == "It took longer than its deadline of 5 s.")
    #expect(failure.whatToDo == "Correct the stage, or set a longer deadline.")
  }

  @Test func `J15 a processor that hangs is named, and what came stays viewable`() async throws {
    let look = ClosureProcessor("look") { response in
      await Self.hang()
      return response
    }
    let job = try await end(of: Middleware(onResponse: [look]), within: .seconds(60))
    #expect(failure(of: job)?.what == "The stage look did not finish.")
    #expect(job.status == 200)
  }

  @Test func `J13 a preparer on submit that hangs commits nothing`() async throws {
    let check = ClosurePreparer("check", deadline: .seconds(5)) { request in
      await Self.hang()
      return request
    }
    let bench = Bench(middleware: Middleware(onSubmit: [check]))
    try await bench.client.start(as: .runner)
    let client = bench.client
    let submitting = Task { try await client.submit([.fixture()]) }
    try await eventually { !bench.clock.alarms.isEmpty }
    bench.clock.advance(by: .seconds(5))
    let failure = await #expect(throws: Failure.self) { _ = try await submitting.value }
    #expect(failure?.what == "The stage check did not finish.")
    #expect(try await bench.client.jobs(matching: JobQuery()).isEmpty)
  }

  @Test func `J16 stages together have the time of all their parts`() {
    let part = ClosureProcessor("a", deadline: .seconds(5)) { $0 }
    #expect(CompoundProcessor("b", [part, part]).deadline == .seconds(10))
    #expect(CompoundProcessor("c", [part, JSONParser()]).deadline == nil)
    let command = ExternalCommand(CommandRule(["x"]), at: .response)
    #expect(command.deadline == nil && JSONParser().deadline == nil)
  }
}
