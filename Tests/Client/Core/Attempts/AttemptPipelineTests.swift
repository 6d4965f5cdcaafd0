import ClientMemory
import ClientModel
import ClientPipeline
import Testing

@testable import ClientCore

/// The decisions about attempts, without a client, a queue or a store that is written to.
@Suite struct AttemptPipelineTests {
  private let clock = ManualClock()

  private func pipeline(_ runs: Run...) -> AttemptPipeline {
    let seams = Seams(
      store: Store(MemoryStorage(clock: clock, bodyFolder: "/nonexistent")),
      transport: FakeTransport(), cache: nil, clock: clock, secrets: NoSecrets(),
      renewals: NoRenewals(), middleware: nil, steps: DraftStepSource(), programs: SystemPrograms())
    var pipeline = AttemptPipeline(
      seams: seams, jq: .none, jars: CookieJars(), retries: Retries(random: SeededRandom(1)))
    for run in runs { pipeline.attempts[run.job.id] = run }
    return pipeline
  }

  private func run(
    _ request: PreparedRequest = .fixture(), job: Int64 = 1,
    in phase: Run.Phase = .onWire(NewBody(localFile: ""))
  ) -> Run {
    var row = Job(NewJob.fixture(request), id: JobID(job), at: clock.now)
    row.start(
      Attempt(
        id: AttemptID(job: row.id, number: 1), hop: 0, method: request.method,
        displayURL: request.displayURL, origin: request.origin, started: clock.now))
    var run = Run(
      StartedJob(job: row, request: request), at: clock.now, stop: nil)
    run.phase = phase
    return run
  }

  private func secret(_ reference: SecretReference) -> HeaderField {
    HeaderField("X-Key", SensitiveText([.reference(reference, .none)]))
  }

  private func response(_ status: Int, _ fields: [ResponseField] = []) -> AttemptResult {
    AttemptResult(end: .responded, head: ResponseHead(status: status, fields: fields))
  }

  private func ends(_ pipeline: inout AttemptPipeline) -> [JobState?] {
    pipeline.takeActions().compactMap { action in
      switch action {
      case .end(let end): end.next
      case .proceed, .hold, .pauseOffline, .send, .work, .cancelWork: nil
      }
    }
  }

  @Test func `a complete response ends its job as succeeded`() {
    let run = run()
    var pipeline = pipeline(run)
    pipeline.received(response(200), of: run.attempt, FinishFacts(sent: .something))
    #expect(ends(&pipeline) == [.succeeded])
    #expect(pipeline.attempts[run.job.id]?.isCommitting == true)
  }

  @Test func `a response to an attempt that has ended changes nothing`() {
    let run = run()
    var pipeline = pipeline(run)
    pipeline.received(response(200), of: run.attempt, FinishFacts(sent: .something))
    _ = pipeline.takeActions()
    pipeline.received(response(500), of: run.attempt, FinishFacts(sent: .something))
    #expect(pipeline.takeActions().isEmpty)
  }

  @Test func `a lost connection makes a GET wait and leaves a POST interrupted`() {
    let (get, post) = (run(), run(.fixture(.post), job: 2))
    var pipeline = pipeline(get, post)
    let lost = AttemptResult(end: .failed(.fixture(.connectionLost)))
    for run in [get, post] {
      pipeline.received(lost, of: run.attempt, FinishFacts(sent: .something))
    }
    #expect(ends(&pipeline).map { $0?.word } == [.waiting, .interrupted])
  }

  @Test func `a redirect occupies the slot: its end and the next attempt are one action`() {
    let run = run()
    var pipeline = pipeline(run)
    pipeline.received(
      response(302, [ResponseField("Location", "/next")]), of: run.attempt,
      FinishFacts(sent: .something))
    guard case .proceed(let end, let next)? = pipeline.takeActions().first else {
      Issue.record("It did not go on.")
      return
    }
    #expect(end.next == nil)
    #expect(next.attempt.id == AttemptID(job: run.job.id, number: end.id.number + 1))
    #expect(pipeline.attempts[run.job.id]?.request.url == "http://a.example/next")
  }

  @Test func `a server that asks to be left alone holds the lane until then`() {
    let run = run()
    var pipeline = pipeline(run)
    pipeline.received(
      response(503, [ResponseField("Retry-After", "7")]), of: run.attempt,
      FinishFacts(sent: .something))
    let held = pipeline.takeActions().compactMap { action -> Timestamp? in
      if case .hold(.a, let time) = action { time } else { nil }
    }
    #expect(held == [clock.now.advanced(by: .seconds(7))])
  }

  @Test func `a job that was stopped takes no retry from the others of its host`() {
    let (stopped, other) = (run(), run(job: 2))
    var pipeline = pipeline(stopped, other)
    pipeline.attempts[stopped.job.id]?.stop = .byUser
    pipeline.received(
      AttemptResult(end: .failed(.fixture(.connectionLost))), of: stopped.attempt,
      FinishFacts(sent: .something))
    #expect(ends(&pipeline).map { $0?.word } == [.cancelled])
  }

  @Test func `of two jobs whose credentials were refused one asks for new ones`() {
    let rule = OutcomeRule(refresh: RefreshRule(request: "token", token: "/access_token"))
    var request = PreparedRequest.fixture()
    request.gateway = GatewayUse(name: "g", outcome: rule)
    let (first, second) = (run(request), run(request, job: 2))
    var pipeline = pipeline(first, second)
    for run in [first, second] {
      pipeline.received(response(401), of: run.attempt, FinishFacts(sent: .something))
    }
    let asked = pipeline.takeActions().filter {
      if case .work(.prepareRenewal) = $0 { true } else { false }
    }
    #expect(asked.count == 1)
    for run in [first, second] {
      guard case .renewing? = pipeline.attempts[run.job.id]?.phase else {
        Issue.record("It does not wait for the renewal.")
        return
      }
    }

    let gateway = LaneKey(workspace: first.job.lane.workspace, name: "g")
    pipeline.take(.preparedRenewal(gateway, .failure(.fixture(.invalidRequest))))
    #expect(ends(&pipeline).map { $0?.word } == [.failed, .failed])
  }

  @Test func `a response whose assertions are checked ends with the verdicts`() throws {
    var request = PreparedRequest.fixture()
    request.assertions = [try Assertion("status 200")]
    let run = run(request)
    var pipeline = pipeline(run)
    pipeline.received(response(200), of: run.attempt, FinishFacts(sent: .something))
    #expect(ends(&pipeline).isEmpty)
    pipeline.take(.checked(run.attempt, [AssertionVerdict("status 200", .held)]))
    guard case .end(let end)? = pipeline.takeActions().first else {
      Issue.record("It did not end.")
      return
    }
    #expect(end.result.verdicts == [AssertionVerdict("status 200", .held)])
  }

  @Test func `a job that is stopped while it is checked ends as it was decided`() throws {
    var request = PreparedRequest.fixture()
    request.assertions = [try Assertion("status 200")]
    let run = run(request)
    var pipeline = pipeline(run)
    pipeline.received(response(200), of: run.attempt, FinishFacts(sent: .something))
    _ = pipeline.takeActions()
    #expect(pipeline.stop(run.job.id, .byUser) == nil)
    #expect(ends(&pipeline) == [.succeeded])
  }

  @Test func `only an attempt on the wire is given up by the transport`() {
    let (onWire, preparing) = (run(), run(job: 2, in: .preparing))
    var pipeline = pipeline(onWire, preparing)
    #expect(pipeline.stop(onWire.job.id, .byUser) == onWire.attempt)
    #expect(pipeline.stop(preparing.job.id, .byUser) == nil)
    #expect(pipeline.stop(JobID(3), .byUser) == nil)
  }

  @Test func `an attempt that needs nothing is sent at once`() {
    let run = run(in: .preparing)
    var pipeline = pipeline(run)
    pipeline.send([run.attempt], closed: [:], at: clock.now)
    guard case .send(let sent)? = pipeline.takeActions().first else {
      Issue.record("It was not sent.")
      return
    }
    #expect(sent.id == run.attempt)
    #expect(pipeline.attempts.arriving(of: run.attempt)?.bytes == sent.body.bytes)
  }

  @Test func `an attempt with a secret is prepared first and sent with what was found`() {
    let token = SecretReference.environment("TOKEN")
    let run = run(.fixture(headers: [secret(token)]), in: .preparing)
    var pipeline = pipeline(run)
    pipeline.send([run.attempt], closed: [:], at: clock.now)
    guard case .work(.prepare(var copy, _))? = pipeline.takeActions().first else {
      Issue.record("It was not prepared.")
      return
    }
    #expect(copy.attempt == run.attempt)
    copy.sent.found = [token: Secret("s3cret")]
    pipeline.take(.prepared(copy, .ready))
    guard case .send(let sent)? = pipeline.takeActions().first else {
      Issue.record("It was not sent.")
      return
    }
    #expect(sent.request.headers.contains { $0.1 == "s3cret" })
  }

  @Test func `a report about an attempt that ended meanwhile changes nothing`() {
    let run = run(in: .committing)
    var pipeline = pipeline(run)
    pipeline.take(.prepared(run, .ready))
    pipeline.take(.prepared(run, .leftToRunner))
    #expect(pipeline.takeActions().isEmpty)
  }

  @Test func `a stop during the preparation outlasts the report of the worker's copy`() {
    let run = run(in: .preparing)
    var pipeline = pipeline(run)
    #expect(pipeline.stop(run.job.id, .byUser) == nil)
    pipeline.take(.prepared(run, .ready))
    #expect(ends(&pipeline) == [.cancelled(sent: 0)])
  }

  @Test func `an attempt without its secret holds the job and names the reference`() {
    let token = SecretReference.environment("TOKEN")
    let run = run(.fixture(headers: [secret(token)]), in: .preparing)
    var pipeline = pipeline(run)
    pipeline.take(.prepared(run, .missesSecret(token, .fixture(.secretMissing))))
    #expect(ends(&pipeline) == [.held(.missingSecret("env:TOKEN"))])
  }

  @Test func `a job whose cookies cannot be opened is held for the key`() {
    let run = run(in: .preparing)
    var pipeline = pipeline(run)
    pipeline.take(.prepared(run, .missesKey(.fixture(.secretMissing))))
    #expect(ends(&pipeline).map { $0?.word } == [.held])
  }
}
