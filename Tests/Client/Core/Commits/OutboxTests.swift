import ClientModel
import Testing

@testable import ClientCore

struct OutboxTests {
  private let now = Timestamp(milliseconds: 1)

  private func end(_ job: Int64) -> AttemptEnd {
    AttemptEnd(
      id: AttemptID(job: JobID(job), number: 1), result: AttemptResult(end: .cancelled),
      next: .cancelled(sent: 0), at: now)
  }

  @Test func `at most half of the running jobs start in one commit`() {
    var outbox = Outbox()
    outbox.starts = (1...100).map { JobID($0) }
    #expect(outbox.nextBatch(at: now, running: 80).starts.count == 40)
    #expect(outbox.nextBatch(at: now, running: 0).starts.count == Outbox.leastStarts)
    #expect(outbox.starts.first == JobID(57), "the others wait, in order")
  }

  @Test func `a batch that the store refused goes before what was added since`() {
    var outbox = Outbox()
    outbox.starts = [JobID(1)]
    outbox.ends = [end(2)]
    let batch = outbox.nextBatch(at: now, running: 0)
    #expect(outbox.isEmpty)
    outbox.starts = [JobID(3)]
    outbox.ends = [end(4)]
    outbox.restore(batch)
    #expect(outbox.starts == [JobID(1), JobID(3)])
    #expect(outbox.ends.map(\.id.job) == [JobID(2), JobID(4)])
  }

  @Test func `requests for jobs of a lane are committed together, half of the running number`() {
    var outbox = Outbox()
    for count in [20, 30] {
      outbox.add(.take(.a, count), running: AttemptTable(), at: now)
    }
    outbox.add(.take(.b, 7), running: AttemptTable(), at: now)
    let batch = outbox.nextBatch(at: now, running: 80)
    #expect(batch.takes == [LaneTake(.a, count: 40, at: now)])
    #expect(outbox.takes == [LaneTake(.a, count: 10, at: now), LaneTake(.b, count: 7, at: now)])
    outbox.restore(batch)
    #expect(outbox.takes.map(\.count) == [50, 7], "after a refused commit, nothing is lost")
  }

  @Test func `cookies of a batch that the store refused are committed with the next one`() {
    var outbox = Outbox()
    let cookie = CookieIdentity(domain: "a.example", reach: .hostOnly, path: "/", name: "n")
    outbox.jars.note([CookieChange(.delete(cookie), in: CookieJarKey())])
    let batch = outbox.nextBatch(at: now, running: 0)
    #expect(batch.cookies.count == 1 && outbox.isEmpty)
    outbox.restore(batch)
    #expect(outbox.nextBatch(at: now, running: 0).cookies.count == 1)
  }

  @Test func `decisions of the queue become starts and moves`() {
    var outbox = Outbox()
    for action: JobQueue.Action in [
      .start(JobID(1)), .ready(JobID(2)), .unblocked(JobID(3)), .skip(JobID(4), because: JobID(1)),
    ] {
      outbox.add(action, running: AttemptTable(), at: now)
    }
    #expect(outbox.starts == [JobID(1)])
    #expect(
      outbox.moves.mapValues(\.state) == [
        JobID(2): .waiting(.slot), JobID(3): .waiting(.slot),
        JobID(4): .skipped(because: JobID(1)),
      ])
  }
}
