import ClientCore
import ClientModel
import ClientStore
import Testing

/// What both storages promise.
struct StorageContractTests {
  let folder = StateFolder()
  let clock = StillClock()

  private func store(_ kind: StoreKind) async throws -> any Storage {
    try await kind.make(in: folder, clock: clock)
  }

  @Test(arguments: StoreKind.allCases)
  func `ids ascend and are never used again`(_ kind: StoreKind) async throws {
    let store = try await store(kind)
    let first = try await store.add([.fixture("/a"), .fixture("/b", state: .succeeded)])
    #expect(try await store.remove(matching: JobQuery(ids: [first[1]])) == 1)
    let second = try await store.add([.fixture("/c")])
    #expect(first.map(\.rawValue) == [1, 2])
    #expect(second.map(\.rawValue) == [3])
  }

  @Test(arguments: StoreKind.allCases)
  func `an added job is read as it was given`(_ kind: StoreKind) async throws {
    let store = try await store(kind)
    let id = try await store.add([.fixture("/x", lane: "api", priority: 3, urgency: .now)])[0]
    let job = try #require(try await store.jobs(matching: JobQuery(ids: [id])).first)
    #expect(job.lane == .fixture("api"))
    #expect(job.priority == 3)
    #expect(job.urgency == .now)
    #expect(job.state == .waiting(.slot))
    #expect(job.since == clock.now)
    #expect(job.position == 1)
    #expect(try await store.request(of: id) == .fixture("/x"))
    #expect(try await store.request(of: JobID(99)) == nil)
  }

  @Test(arguments: StoreKind.allCases)
  func `a job that is added to start runs in its first attempt`(_ kind: StoreKind) async throws {
    let store = try await store(kind)
    let added = try await store.addStarted(.fixture("/now", urgency: .now), at: clock.now)
    let started = try #require(added.started)
    #expect(started.request == .fixture("/now"))
    let job = try #require(try await store.jobs(matching: JobQuery(ids: [added.id])).first)
    #expect(started.job == job)
    #expect(job.state == .running(attempt: 1))
    #expect(job.attempts == 1)
    #expect(try await store.attempts(of: added.id).map(\.id.number) == [1])
  }

  @Test(arguments: StoreKind.allCases)
  func `a job that is added as held does not start`(_ kind: StoreKind) async throws {
    let store = try await store(kind)
    let held = try await store.addStarted(
      .fixture("/later", state: .held(.byUser), urgency: .now), at: clock.now)
    #expect(held.started == nil)
    #expect(try await store.attempts(of: held.id).isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `only a job that still waits starts`(_ kind: StoreKind) async throws {
    let store = try await store(kind)
    let ids = try await store.add([
      .fixture("/a"), .fixture("/b"), .fixture("/c", state: .held(.byUser)),
    ])
    _ = try await store.change([ids[1]]) { _ in
      JobChange(at: Timestamp(milliseconds: 2), cancelRequested: true)
    }
    let receipt = try await store.commit(StoreBatch(starts: ids.map { .fixture($0) }))
    #expect(Set(receipt.started.keys) == [ids[0]])
    let started = try #require(receipt.started[ids[0]])
    #expect(started.request == .fixture("/a"))
    #expect(try await store.jobs(matching: JobQuery(ids: [ids[0]])) == [started.job])
    let states = try await store.jobs(matching: JobQuery(order: .oldestFirst)).map(\.state)
    #expect(states == [.running(attempt: 1), .waiting(.slot), .held(.byUser)])
    #expect(try await store.attempts(of: ids[1]).isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `an ended attempt keeps its result and moves its job`(_ kind: StoreKind) async throws {
    let store = try await store(kind)
    let id = try await store.add([.fixture()])[0]
    _ = try await store.commit(StoreBatch(starts: [.fixture(id)]))
    _ = try await store.commit(StoreBatch(ends: [.fixture(id)]))
    let job = try #require(try await store.jobs(matching: JobQuery(ids: [id])).first)
    #expect(job.state == .succeeded)
    #expect(job.since == Timestamp(milliseconds: 9))
    #expect(job.status == 200)
    #expect(job.bodyLength == 3)
    #expect(job.elapsed == .milliseconds(12))
    var attempt = Attempt.fixture(id)
    attempt.result = .fixture()
    #expect(try await store.attempts(of: id) == [attempt])
  }

  @Test(arguments: StoreKind.allCases)
  func `a late end does not undo what was decided meanwhile`(_ kind: StoreKind) async throws {
    let store = try await store(kind)
    let id = try await store.add([.fixture()])[0]
    _ = try await store.commit(StoreBatch(starts: [.fixture(id)]))
    let knowledge = JobState.Knowledge(sent: 4, answerBegan: false, why: "It was cut off.")
    _ = try await store.change([id]) { _ in
      JobChange(state: .interrupted(knowledge), at: Timestamp(milliseconds: 7))
    }
    _ = try await store.commit(StoreBatch(ends: [.fixture(id)]))
    let job = try #require(try await store.jobs(matching: JobQuery(ids: [id])).first)
    #expect(job.state == .interrupted(knowledge))
    #expect(try await store.attempts(of: id).first?.result == .fixture())
  }

  @Test(arguments: StoreKind.allCases)
  func `the queue is read as it will run, then what ended`(_ kind: StoreKind) async throws {
    let store = try await store(kind)
    let ids = try await store.add([
      .fixture("/1", lane: "b"), .fixture("/2", lane: "a"), .fixture("/3", lane: "b", priority: 1),
      .fixture("/4", lane: "b"), .fixture("/5", state: .succeeded),
      .fixture("/6", state: .succeeded),
    ])
    _ = try await store.change([ids[3]]) { _ in
      JobChange(at: Timestamp(milliseconds: 1), position: 0.5)
    }
    let all = try await store.jobs(matching: JobQuery()).map(\.id.rawValue)
    #expect(all == [3, 4, 1, 2, 6, 5])
    for offset in 0..<7 {
      for limit in 0..<7 {
        let window = try await store.jobs(matching: JobQuery(offset: offset, limit: limit))
        #expect(window.map(\.id.rawValue) == Array(all.dropFirst(offset).prefix(limit)))
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a query names jobs by state, lane, urgency and id`(_ kind: StoreKind) async throws {
    let store = try await store(kind)
    _ = try await store.add([
      .fixture("/1"), .fixture("/2", lane: "b"), .fixture("/3", urgency: .now),
      .fixture("/4", state: .held(.byUser)), .fixture("/5", lane: "b", state: .succeeded),
    ])
    func names(_ query: JobQuery) async throws -> [Int64] {
      let found = try await store.jobs(matching: query).map(\.id.rawValue)
      #expect(try await store.count(matching: query) == found.count)
      return found
    }
    #expect(try await names(JobQuery(states: [.waiting])) == [1, 3, 2])
    #expect(try await names(JobQuery(states: [.held, .succeeded])) == [4, 5])
    #expect(try await names(JobQuery(lane: .fixture("b"), order: .newestFirst)) == [5, 2])
    #expect(try await names(JobQuery(states: [.waiting], urgency: .now)) == [3])
    #expect(try await names(JobQuery(urgency: .now)) == [3])
    #expect(try await names(JobQuery(ids: [JobID(4), JobID(1), JobID(77)])) == [1, 4])
    #expect(try await names(JobQuery(lane: .fixture("none"))) == [])
    #expect(try await names(JobQuery(states: [])) == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `lanes know how many of their jobs stand where`(_ kind: StoreKind) async throws {
    let store = try await store(kind)
    let ids = try await store.add([
      .fixture(lane: "a"), .fixture(lane: "b"), .fixture(lane: "a"),
      .fixture(lane: "a", state: .succeeded),
    ])
    _ = try await store.commit(StoreBatch(starts: [.fixture(ids[0])]))
    _ = try await store.remove(matching: JobQuery(lane: .fixture("a")))
    let changed = try await store.changeLane(.fixture("b")) { lane in
      lane.pause = .byUser
      lane.rate = 2.5
      lane.heldUntil = Timestamp(milliseconds: 77)
    }
    let tallies = try await store.lanes()
    #expect(tallies.map(\.lane.key.name) == ["a", "b"])
    #expect(tallies[0].counts == [.running: 1, .waiting: 1])
    #expect(tallies[1].counts == [.waiting: 1])
    #expect(tallies[1].lane == changed)
    #expect(changed.isPaused)
  }

  @Test(arguments: StoreKind.allCases)
  func `what changed after a revision is told, in portions`(_ kind: StoreKind) async throws {
    let store = try await store(kind)
    _ = try await store.add((0..<12_000).map { .fixture("/\($0)") })
    var known: Int64 = 0
    var seen: [Int64] = []
    var calls = 0
    while calls < 5 {
      let changes = try await store.changes(since: known)
      seen += changes.jobs.map(\.id.rawValue)
      known = changes.revision
      calls += 1
      if !changes.isPartial { break }
    }
    #expect(calls == 2)
    #expect(seen == Array(1...12_000))
    _ = try await store.change([JobID(5)]) { job in
      JobChange(state: .held(.byUser), at: job.since)
    }
    let after = try await store.changes(since: known)
    #expect(after.jobs.map(\.id.rawValue) == [5])
    #expect(try await store.commit(StoreBatch()).revision == after.revision)
    #expect(try await store.changes(since: after.revision).jobs.isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `only finished jobs are forgotten`(_ kind: StoreKind) async throws {
    let store = try await store(kind)
    let ids = try await store.add([.fixture(), .fixture(state: .cancelled(sent: 0))])
    #expect(try await store.remove(matching: JobQuery()) == 1)
    #expect(try await store.jobs(matching: JobQuery()).map(\.id) == [ids[0]])
    #expect(try await store.request(of: ids[1]) == nil)
  }

  @Test(arguments: StoreKind.allCases)
  func `pruning keeps the youngest within the size`(_ kind: StoreKind) async throws {
    let store = try await store(kind)
    for number in 1...4 {
      let id = try await store.add([.fixture()])[0]
      let big = AttemptResult.fixture(body: .inline([UInt8](repeating: 7, count: 30_000)))
      _ = try await store.commit(StoreBatch(starts: [.fixture(id)]))
      _ = try await store.commit(
        StoreBatch(ends: [.fixture(id, result: big, at: Int64(number) * 100)]))
    }
    #expect(try await store.prune(olderThan: Timestamp(milliseconds: 150), keeping: 70_000) == 2)
    #expect(
      try await store.jobs(matching: JobQuery(order: .oldestFirst)).map(\.id.rawValue) == [3, 4])
  }

  @Test(arguments: StoreKind.allCases)
  func `the first to claim the drain has it`(_ kind: StoreKind) async throws {
    let store = try await store(kind)
    #expect(try await store.claimDrain() == .mine)
    #expect(try await store.claimDrain() == .mine)
    await store.close()
  }

  @Test(arguments: StoreKind.allCases)
  func `what nobody started is an orphan, what runs here is not`(_ kind: StoreKind) async throws {
    let store = try await store(kind)
    let ids = try await store.add([.fixture(), .fixture(state: .running(attempt: 1))])
    _ = try await store.commit(StoreBatch(starts: [.fixture(ids[0])]))
    #expect(try await store.orphans().map(\.id) == [ids[1]])
  }
}
