import ClientMemory
import ClientModel
import Testing

@testable import ClientCore

/// What attempts need before they are sent, without a client.
@Suite struct AttemptWorkerTests {
  private struct OneSecret: SecretResolver {
    func resolve(_ reference: SecretReference) async throws(Failure) -> Secret {
      guard reference == .environment("TOKEN") else { throw .fixture(.secretMissing) }
      return Secret("s3cret")
    }
  }

  private let clock = ManualClock()

  private func worker(
    cache: (any ResponseCache)? = nil, role: ClientRole = .runner
  ) -> AttemptWorker {
    let storage = MemoryStorage(clock: clock, bodyFolder: "/nonexistent")
    let seams = Seams(
      store: Store(storage), transport: FakeTransport(), cache: cache, clock: clock,
      secrets: OneSecret(), renewals: NoRenewals(), middleware: nil, steps: DraftStepSource(),
      programs: SystemPrograms())
    let publisher = EventPublisher(clock: clock)
    return AttemptWorker(
      seams: seams,
      cookies: CookieReader(jars: CookieJars(), store: storage, publisher: publisher),
      values: SharedValues(seams: seams, publisher: publisher), sends: role != .visitor)
  }

  private func run(_ request: PreparedRequest) -> Run {
    var row = Job(NewJob.fixture(request), id: JobID(1), at: clock.now)
    row.start(
      Attempt(
        id: AttemptID(job: row.id, number: 1), hop: 0, method: request.method,
        displayURL: request.displayURL, origin: request.origin, started: clock.now))
    return Run(StartedJob(job: row, request: request), at: clock.now, stop: nil)
  }

  private func request(_ variable: String) -> PreparedRequest {
    .fixture(headers: [
      HeaderField("X-Key", SensitiveText([.reference(.environment(variable), .none)]))
    ])
  }

  private func departure(_ worker: AttemptWorker, _ run: Run) async -> PreparationOutcome? {
    guard case .prepared(_, let departure) = await worker.perform(.prepare(run, [:])) else {
      return nil
    }
    return departure
  }

  @Test func `a secret is resolved before the attempt is sent`() async {
    let report = await worker().perform(.prepare(run(request("TOKEN")), [:]))
    guard case .prepared(let prepared, .ready) = report else {
      Issue.record("It is not ready.")
      return
    }
    #expect(prepared.sent.found[.environment("TOKEN")]?.reveal() == "s3cret")
  }

  @Test func `a secret that was resolved already is not asked for again`() async {
    let (worker, run) = (worker(), run(request("OTHER")))
    let known = [SecretReference.environment("OTHER"): Secret("known")]
    guard case .prepared(let prepared, .ready) = await worker.perform(.prepare(run, known)) else {
      Issue.record("It is not ready.")
      return
    }
    #expect(prepared.sent.found == known)
  }

  @Test func `a missing secret is named`() async {
    guard
      case .missesSecret(let reference, let failure)? = await departure(
        worker(), run(request("NO")))
    else {
      Issue.record("It lacks nothing.")
      return
    }
    #expect(reference == .environment("NO"))
    #expect(failure.kind == .secretMissing)
  }

  @Test func `a request that only the cache may answer says that nothing is stored`() async {
    var request = PreparedRequest.fixture()
    request.options.cache = CacheRule(mode: .only)
    guard case .notCached? = await departure(worker(cache: MemoryCache()), run(request)) else {
      Issue.record("It is sent.")
      return
    }
  }

  @Test func `a process that sends nothing leaves an attempt to the queue runner`() async {
    var request = PreparedRequest.fixture()
    request.options.cache = CacheRule(mode: .fresh)
    let worker = worker(cache: MemoryCache(), role: .visitor)
    guard case .leftToRunner? = await departure(worker, run(request)) else {
      Issue.record("It is sent.")
      return
    }
  }

  @Test func `a captured value whose name is none refuses the response`() async {
    let response = AttemptPipeline.ProcessedResponse(
      result: AttemptResult(end: .responded), captured: [("not a name", Secret("v"))])
    let report = await worker().perform(
      .capture(AttemptID(job: JobID(1), number: 1), response))
    guard case .captured(_, let stored) = report else {
      Issue.record("It reports something else.")
      return
    }
    #expect(stored.refusal?.kind == .invalidRequest)
  }
}
