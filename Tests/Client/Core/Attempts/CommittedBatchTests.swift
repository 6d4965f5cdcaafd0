import ClientMemory
import ClientModel
import Synchronization
import Testing

@testable import ClientCore

/// From the end of an attempt to its commit, without a client.
@Suite struct CommittedBatchTests {
  private let clock = ManualClock()

  private func pipeline() -> AttemptPipeline {
    let seams = Seams(
      store: Store(MemoryStorage(clock: clock, bodyFolder: "/nonexistent")),
      transport: FakeTransport(), cache: nil, clock: clock, secrets: NoSecrets(),
      renewals: NoRenewals(), middleware: nil, steps: DraftStepSource(), programs: SystemPrograms())
    return AttemptPipeline(
      seams: seams, jq: .none, jars: CookieJars(), retries: Retries(random: SeededRandom(1)))
  }

  private func started(_ id: Int64) -> StartedJob {
    var job = Job(.fixture(), id: JobID(id), at: clock.now)
    job.start(
      Attempt(
        id: AttemptID(job: job.id, number: 1), hop: 0, method: .get, displayURL: job.displayURL,
        origin: job.origin, started: clock.now))
    return StartedJob(job: job, request: .fixture())
  }

  private func start(
    _ ids: [Int64], in pipeline: inout AttemptPipeline, stop: Run.Stop? = nil,
    except refused: Int64? = nil
  ) -> CommittedBatch {
    let jobs = ids.filter { $0 != refused }.map { (JobID($0), started($0)) }
    return pipeline.committed(
      StoreBatch(starts: ids.map { JobStart(job: JobID($0), at: clock.now) }),
      StoreReceipt(started: Dictionary(uniqueKeysWithValues: jobs), revision: 1), stop: stop)
  }

  private func end(_ job: Int64, _ next: JobState?) -> AttemptEnd {
    AttemptEnd(
      id: AttemptID(job: JobID(job), number: 1),
      result: AttemptResult(end: .responded, head: ResponseHead(status: 200, fields: [])),
      next: next, at: clock.now)
  }

  @Test func `a committed start is to be sent, a refused one is not`() {
    var pipeline = pipeline()
    let committed = start([1, 2], in: &pipeline, except: 2)
    #expect(committed.outgoing.map(\.job) == [JobID(1)])
    #expect(committed.changed.map(\.id) == [JobID(1)] && committed.refused == [JobID(2)])
    #expect(pipeline.attempts.jobs == [JobID(1)])
  }

  @Test func `jobs that the store chose are to be sent`() {
    var pipeline = pipeline()
    let takes = [LaneTake(.a, count: 3, at: clock.now)]
    let jobs = [7, 4].map { (JobID($0), started($0)) }
    let committed = pipeline.committed(
      StoreBatch(takes: takes),
      StoreReceipt(started: Dictionary(uniqueKeysWithValues: jobs), revision: 1), stop: nil)
    #expect(committed.taken.map(\.id) == [JobID(4), JobID(7)] && committed.takes == takes)
    #expect(committed.outgoing.map(\.job) == [JobID(4), JobID(7)] && committed.refused.isEmpty)
  }

  @Test func `a job that another process took away is read again, and is not retried`() {
    var pipeline = pipeline()
    _ = start([1, 2], in: &pipeline)
    let committed = pipeline.committed(
      StoreBatch(ends: [end(1, .waiting(.slot)), end(2, .succeeded)]),
      StoreReceipt(lost: [AttemptID(job: JobID(1), number: 1)], revision: 2), stop: nil)
    #expect(committed.refused == [JobID(1)])
    #expect(committed.ends.map(\.job.id) == [JobID(2)])
    #expect(pipeline.attempts.isEmpty)
  }

  @Test func `a redirect of a job that another process took away is not followed`() throws {
    var pipeline = pipeline()
    let attempt = try #require(start([1], in: &pipeline).outgoing.first)
    pipeline.attempts[attempt.job]?.phase = .onWire(NewBody(localFile: ""))
    let redirect = AttemptResult(
      end: .responded,
      head: ResponseHead(status: 302, fields: [ResponseField("Location", "/next")]))
    pipeline.received(redirect, of: attempt, FinishFacts(sent: .something))
    guard case .proceed(let end, let hop)? = pipeline.takeActions().first else {
      Issue.record("It did not go on.")
      return
    }
    let committed = pipeline.committed(
      StoreBatch(hops: [hop], ends: [end]), StoreReceipt(lost: [attempt], revision: 2), stop: nil)
    #expect(committed.outgoing.isEmpty && committed.refused == [JobID(1)])
  }

  @Test func `an attempt is not sent after its lease has ended`() throws {
    var pipeline = pipeline()
    let time = Mutex(Duration.seconds(100))
    let lease = RunnerLease { time.withLock { $0 } }
    lease.extend(by: .seconds(30), since: .seconds(95))
    let job = started(1).job
    for (moment, isSent) in [(Duration.seconds(124), true), (.seconds(125), false)] {
      let receipt = StoreReceipt(
        started: [job.id: StartedJob(job: job, request: .fixture(), term: lease.term)], revision: 1)
      let committed = pipeline.committed(
        StoreBatch(takes: [LaneTake(.a, count: 1, at: clock.now)]), receipt, stop: nil)
      time.withLock { $0 = moment }
      pipeline.send(committed.outgoing, closed: [:], at: clock.now)
      let action = try #require(pipeline.takeActions().first)
      switch action {
      case .send: #expect(isSent)
      case .end(let end): #expect(!isSent && end.next == .waiting(.slot))
      case .proceed, .hold, .pauseOffline, .work, .cancelWork: Issue.record("\(action)")
      }
    }
  }

  @Test func `an attempt that starts while the program quits is to be stopped`() {
    var pipeline = pipeline()
    let committed = start([1], in: &pipeline, stop: .byQuit)
    #expect(committed.outgoing.map { pipeline.attempts.run(of: $0)?.stop } == [.byQuit])
  }

  @Test func `a committed end moves its job and frees its place`() {
    var pipeline = pipeline()
    pipeline.attempts.addImmediate(JobID(1))
    _ = start([1, 2], in: &pipeline)
    let ends = [end(1, .succeeded), end(2, .waiting(.slot))]
    let committed = pipeline.committed(
      StoreBatch(ends: ends), StoreReceipt(started: [:], revision: 2), stop: nil)
    #expect(committed.changed.map(\.state) == [.succeeded, .waiting(.slot)])
    #expect(committed.settled == committed.changed && committed.overtaken.isEmpty)
    #expect(pipeline.attempts.isEmpty && !pipeline.attempts.isImmediate(JobID(1)))
  }

  @Test func `a job that another process changed before its end was heard of is read again first`()
  {
    var pipeline = pipeline()
    _ = start([1, 2], in: &pipeline)
    pipeline.attempts[JobID(1)]?.isOvertaken = true
    let committed = pipeline.committed(
      StoreBatch(ends: [end(1, .succeeded), end(2, .succeeded)]),
      StoreReceipt(started: [:], revision: 2), stop: nil)
    #expect(committed.overtaken == [JobID(1)])
    #expect(committed.changed.count == 2 && committed.settled.map(\.id) == [JobID(2)])
  }

  @Test func `a committed redirect stays in its slot and is to be sent`() throws {
    var pipeline = pipeline()
    let attempt = try #require(start([1], in: &pipeline).outgoing.first)
    pipeline.attempts[attempt.job]?.phase = .onWire(NewBody(localFile: ""))
    let redirect = AttemptResult(
      end: .responded,
      head: ResponseHead(status: 302, fields: [ResponseField("Location", "/next")]))
    pipeline.received(redirect, of: attempt, FinishFacts(sent: .something))
    guard case .proceed(let end, let hop)? = pipeline.takeActions().first else {
      Issue.record("It did not go on.")
      return
    }
    let committed = pipeline.committed(
      StoreBatch(hops: [hop], ends: [end]), StoreReceipt(started: [:], revision: 2), stop: nil)
    #expect(committed.ends.isEmpty && committed.outgoing.map(\.number) == [2])
    #expect(pipeline.attempts[JobID(1)]?.isPreparing == true)
  }
}
