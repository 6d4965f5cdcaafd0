import ClientModel
import JobFixtures
import Testing

@testable import ViewModels

/// Keys that come faster than the store confirms their changes.
struct BurstTests {
  private let lane = LaneKey(name: "api")

  private func queue(_ jobs: [Job], lanes: [LaneTally] = [.fixture()]) -> QueueModel {
    var queue = QueueModel()
    _ = queue.show(rows: 10)
    _ = queue.receive(.lanes(lanes))
    _ = queue.receive(.jobs(jobs, offset: 0, total: jobs.count))
    return queue
  }

  private func jobs(_ ids: ClosedRange<Int64>, _ state: JobState = .waiting(.slot)) -> [Job] {
    ids.map { .fixture($0, state) }
  }

  /// The effects of keys that come without an event between them, without notices and undo steps.
  private func burst(_ queue: inout QueueModel, _ commands: QueueCommand...) -> [Effect] {
    commands.flatMap { queue.perform($0) }.filter(\.isShownAtOnce)
  }

  @Test func `five limits up are five more, also when what is read meanwhile is older`() {
    var queue = queue(jobs(1...1))
    var effects = burst(&queue, .raiseLimit, .raiseLimit)
    _ = queue.receive(.lanes([.fixture(limit: 3)]))
    effects += burst(&queue, .raiseLimit, .raiseLimit, .raiseLimit)
    #expect(effects == (3...7).map { .queue(.setLimit($0, of: lane)) })
    #expect(queue.lanes.all[0].lane.limit == 7)
  }

  @Test func `a limit goes down from what the key before left`() {
    var queue = queue(jobs(1...1))
    #expect(
      burst(&queue, .raiseLimit, .raiseLimit, .lowerLimit)
        == [3, 4, 3].map { .queue(.setLimit($0, of: lane)) })
    _ = burst(&queue, .lowerLimit, .lowerLimit)
    #expect(burst(&queue, .lowerLimit) == [], "a limit of 1 is the lowest")
  }

  @Test func `the limits of two lanes are counted apart`() {
    var queue = queue(
      [.fixture(1, lane: "a"), .fixture(2, lane: "b")],
      lanes: [.fixture("a"), .fixture("b", limit: 5)])
    queue.rows.enter()
    var effects = burst(&queue, .raiseLimit, .raiseLimit)
    _ = queue.move(.down)
    effects += burst(&queue, .lowerLimit, .pause)
    _ = queue.move(.up)
    effects += burst(&queue, .raiseLimit, .pause)
    let (a, b) = (LaneKey(name: "a"), LaneKey(name: "b"))
    #expect(
      effects == [
        .queue(.setLimit(3, of: a)), .queue(.setLimit(4, of: a)), .queue(.setLimit(4, of: b)),
        .queue(.pause(b)), .queue(.setLimit(5, of: a)), .queue(.pause(a)),
      ])
  }

  @Test func `pause and pause again resumes`() {
    var queue = queue(jobs(1...1))
    #expect(burst(&queue, .pause, .pause) == [.queue(.pause(lane)), .queue(.resume(lane))])
    #expect(queue.lanes.all[0].lane.isPaused == false)
    #expect(burst(&queue, .pauseAll, .pauseAll) == [.queue(.pauseAll), .queue(.resumeAll)])
    #expect(
      burst(&queue, .pauseAll, .pause) == [.queue(.pauseAll), .queue(.resume(lane))],
      "a lane that was paused with all is resumed alone")
  }

  @Test func `a change that is refused is taken back with what is read next`() {
    var queue = queue(jobs(1...1))
    let effects = burst(&queue, .raiseLimit, .pause)
    for effect in effects { _ = queue.receive(.carriedOut(effect)) }
    _ = queue.receive(.lanes([.fixture()]))
    #expect(queue.lanes.all[0].lane.limit == 2 && !queue.lanes.all[0].lane.isPaused)
  }

  @Test func `hold and hold again releases, a polled job too`() {
    var polled = Job.fixture(2, .polling(word: "busy", next: Timestamp(milliseconds: 9)))
    polled.remote = RemoteJobState(
      address: "https://a.example/1", accepted: Timestamp(milliseconds: 0))
    for job in [Job.fixture(1), polled] {
      var queue = queue([job])
      #expect(
        burst(&queue, .hold, .hold, .hold)
          == [.queue(.hold(job.id)), .queue(.release(job.id)), .queue(.hold(job.id))])
      _ = queue.receive(.changed([job]))
      #expect(queue.rows.selectedJob?.isOnHold == true, "an older report changes nothing")
    }
  }

  @Test func `a job moves one row for each key, up and down`() {
    var queue = queue(jobs(1...5))
    queue.rows.enter()
    let down = burst(&queue, .moveDown, .moveDown, .moveDown)
    #expect(down == [2, 3, 4].map { .queue(.reorder(JobID(1), .after(JobID($0)))) })
    #expect(queue.rows.window.map(\.id) == [2, 3, 4, 1, 5].map { JobID($0) })
    #expect(queue.rows.selected == .job(JobID(1)) && queue.rows.list.selected == 3)
    // The store has carried out the first of them.
    _ = queue.receive(.carriedOut(down[0]))
    let read = [2, 1, 3, 4, 5].map { Job.fixture($0) }
    _ = queue.receive(.jobs(read, offset: 0, total: 5))
    #expect(queue.rows.window.map(\.id) == [2, 3, 4, 1, 5].map { JobID($0) })
    #expect(burst(&queue, .moveUp) == [.queue(.reorder(JobID(1), .before(JobID(4))))])
  }

  @Test func `a job at the end of its lane moves no further`() {
    var queue = queue(jobs(1...3))
    queue.rows.enter()
    _ = queue.move(.last)
    #expect(
      burst(&queue, .moveUp, .moveUp, .moveUp)
        == [2, 1].map { .queue(.reorder(JobID(3), .before(JobID($0)))) })
    #expect(burst(&queue, .moveDown) == [.queue(.reorder(JobID(3), .after(JobID(1))))])
  }

  @Test func `each delete is about the next row`() {
    var queue = queue(jobs(1...4, .succeeded))
    queue.rows.enter()
    #expect(
      burst(&queue, .delete, .delete, .delete)
        == (1...3).map {
          .queue(.delete(QueueEffect.Deletion(DeletionID($0), of: [JobID($0)])))
        })
    _ = queue.receive(.jobs(jobs(2...4, .succeeded), offset: 0, total: 3))
    #expect(queue.rows.window.map(\.id) == [JobID(4)] && queue.rows.total == 1)
  }

  @Test func `each cancel is about the next row, and a running job is asked once`() {
    var queue = queue(jobs(1...3) + [.fixture(9, .succeeded)])
    queue.rows.enter()
    #expect(
      burst(&queue, .cancel, .cancel) == [.queue(.cancel([JobID(1)])), .queue(.cancel([JobID(2)]))])
    #expect(queue.rows.window.map(\.id) == [3, 2, 1, 9].map { JobID($0) })
    var other = self.queue([.fixture(5, .running(attempt: 1))])
    other.rows.enter()
    #expect(burst(&other, .cancel, .cancel) == [.queue(.cancel([JobID(5)]))])
  }

  @Test func `a server's pause is lifted once`() {
    var held = LaneTally.fixture()
    held.lane.heldUntil = Timestamp(milliseconds: 9)
    var queue = queue(jobs(1...1), lanes: [held])
    #expect(burst(&queue, .liftHold, .liftHold) == [.queue(.liftHold(of: lane))])
  }

  @Test func `all are marked before the next key acts on them`() {
    var queue = queue(jobs(1...3))
    #expect(burst(&queue, .markAll, .cancel) == [.queue(.each(.cancel, (1...3).map { JobID($0) }))])
  }

  @Test func `no key acts on one job while the marks of a long list are on their way`() {
    var queue = QueueModel()
    _ = queue.show(rows: 10)
    _ = queue.receive(.lanes([.fixture()]))
    _ = queue.receive(.jobs(jobs(1...3), offset: 0, total: 5_000))
    #expect(queue.perform(.markAll) == [.queue(.listAll)])
    #expect(burst(&queue, .cancel, .hold) == [])
    _ = queue.receive(.listed((1...5_000).map { JobID($0) }, failed: []))
    #expect(burst(&queue, .cancel) == [.queue(.each(.cancel, (1...5_000).map { JobID($0) }))])
  }

  @Test func `marked jobs are held and released in turn`() {
    var queue = queue(jobs(1...2))
    let ids = [JobID(1), JobID(2)]
    #expect(
      burst(&queue, .markAll, .hold, .markAll, .hold)
        == [.queue(.each(.hold, ids)), .queue(.each(.release, ids))])
  }

  @Test func `a graph is held and released in turn`() {
    let graph = GraphRowsTests.graph([.running, .waiting])
    var queue = queue([])
    _ = queue.receive(.graphs([graph], []))
    #expect(
      burst(&queue, .hold, .hold)
        == [.queue(.graph(graph.id, .hold)), .queue(.graph(graph.id, .release))])
  }

  @Test func `each key folds or unfolds, and the next one is about what it left`() {
    let graph = GraphRowsTests.graph([.running, .waiting])
    var queue = queue([])
    _ = queue.receive(.graphs([graph], []))
    for total in [1, 3, 1] {
      _ = queue.perform(.fold)
      #expect(queue.rows.total == total)
    }
    #expect(burst(&queue, .fold, .hold) == [.queue(.graph(graph.id, .hold))])
  }

  @Test func `marks that are set in a row are what the next key acts on`() {
    var queue = queue(jobs(1...4))
    queue.rows.enter()
    for _ in 1...2 {
      _ = queue.perform(.mark)
      _ = queue.move(.down)
    }
    #expect(
      burst(&queue, .mark, .hold) == [.queue(.each(.hold, (1...3).map { JobID($0) }))])
    _ = queue.move(.down)
    #expect(
      burst(&queue, .hold, .hold) == [.queue(.hold(JobID(4))), .queue(.release(JobID(4)))])
  }

  @Test func `stub responses go through their modes, one for each key`() {
    var model = AppModel()
    let effects = (0..<4).flatMap { _ in model.perform(.feature(.stubs)) }
    #expect(
      effects
        == [StubMode.registered, .strict, .off, .registered].map { .gateways(.stubs($0)) })
    _ = model.receive(.gateways(.stubs(.registered)))
    #expect(model.stubs == .registered)
    #expect(model.perform(.feature(.stubs)) == [.gateways(.stubs(.strict))])
  }

  @Test func `a list deletes the next row with each key`() {
    var model = AppModel()
    _ = model.perform(.feature(.cookies))
    let cookies = ["a", "b", "c"].map { Cookie(name: $0, domain: "x.example") }
    _ = model.receive(.cookies(.list(cookies)))
    let deleted = (0..<4).flatMap { _ in model.perform(.list(.delete)) }
    #expect(deleted == cookies.map { .cookies(.delete($0)) })
    var other = AppModel()
    _ = other.perform(.feature(.cache))
    let responses = (1...3).map { CachedResponse(id: $0, url: "https://x.example/\($0)") }
    _ = other.receive(.cache(.list(responses)))
    let dropped = (0..<4).flatMap { _ in other.perform(.list(.delete)) }
    #expect(dropped == responses.map { .cache(.delete($0)) })
  }

  @Test func `saved requests and exchanges go with each key, too`() {
    var model = AppModel()
    _ = model.receive(.requests(["a", "b", "c"]))
    _ = model.perform(.app(.requests))
    let deleted = (0..<2).flatMap { _ in model.perform(.list(.delete)) }
    #expect(deleted == [.requests(.delete([.request("a")])), .requests(.delete([.request("b")]))])
    var history = HistoryModel()
    _ = history.begin()
    let rows = (1...3).map {
      HistoryRow(exchange: AttemptID(job: JobID($0), number: 1), url: "https://x.example")
    }
    _ = history.receive(HistoryUpdate(number: 1, rows: rows, next: nil), at: 0)
    history.remove(JobID(1))
    #expect(history.rows.map(\.exchange.job) == [JobID(2), JobID(3)])
  }

  @Test func `the rule of a shared value is the one that was typed last`() throws {
    var values = SharedValuesModel()
    let key = try #require(SharedKey("token"))
    let facts = SharedValueFacts(
      key: key, size: nil, version: 1, changed: Timestamp(milliseconds: 0))
    _ = values.receive(.list([ListedValue(facts, time: "")]), .uppermost)
    let effects = values.setRule(of: key, to: "secret")
    #expect(values.entry(key)?.facts.rule.isSecret == true)
    #expect(effects.count == 1)
  }
}
