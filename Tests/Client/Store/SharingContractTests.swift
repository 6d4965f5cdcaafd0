import ClientCore
import ClientModel
import ClientStore
import Synchronization
import Testing

/// What all storages promise to several processes: redirects, takeovers, cookies.
struct SharingContractTests {
  let folder = StateFolder()
  let clock = StillClock()

  private func store(_ kind: StoreKind) async throws -> any Storage {
    try await kind.make(in: folder, clock: clock)
  }

  @Test(arguments: StoreKind.allCases)
  func `a hop goes on with another attempt and leaves the job's request alone`(
    _ kind: StoreKind
  ) async throws {
    let store = try await store(kind)
    let id = try await store.add([.fixture()])[0]
    let own = try await store.request(of: id)
    _ = try await store.commit(StoreBatch(starts: [.fixture(id)]))
    let before = try #require(try await store.jobs(matching: JobQuery(ids: [id])).first)
    let hop = RedirectHop(
      number: 1, request: .fixture("/there?t=echo"), displayURL: "http://a.example/there?t=dots",
      echoes: [Secret("echo")], lineage: .secrets)
    _ = try await store.commit(
      StoreBatch(
        hops: [HopStart(.fixture(id, 2), hop: hop)],
        ends: [.fixture(id, result: .fixture(303), next: nil)]))
    let job = try #require(try await store.jobs(matching: JobQuery(ids: [id])).first)
    #expect(job.state == .running(attempt: 2))
    #expect(job.attempts == 2)
    #expect(job.displayURL == before.displayURL && job.method == before.method)
    #expect(try await store.request(of: id) == own)
    #expect(try await store.requests(of: id)?.hop == hop)
    #expect(try await store.attempts(of: id).map(\.id.number) == [1, 2])
    let later = JobChange(state: .waiting(.slot), at: Timestamp(milliseconds: 9))
    _ = try await store.change([id]) { _ in later }
    let again = try await store.commit(StoreBatch(starts: [.fixture(id)])).started[id]
    #expect(again?.request == hop.request && again?.hop == hop)
    #expect(try await store.attempts(of: id).last?.displayURL == hop.displayURL)
    _ = try await store.commit(StoreBatch(ends: [.fixture(id, 3)]))
    #expect(try await store.requests(of: id)?.hop == nil, "after its success it is done with")
  }

  @Test(arguments: StoreKind.allCases)
  func `only after a queue runner that did not leave are lanes paused`(
    _ kind: StoreKind
  ) async throws {
    let store = try await store(kind)
    _ = try await store.add([.fixture()])
    let ends = SeenEnds()
    let takeover = QueueTakeover(
      job: { _ in nil },
      lane: { _, end in
        ends.add(end)
        return nil
      })
    _ = try await store.takeQueue(takeover)
    try await store.leaveQueue { _ in { $0.limit = 7 } }
    let taken = try await store.takeQueue(takeover)
    #expect(taken.lanes.map(\.limit) == [7])
    #expect(ends.all == [.orderly, .orderly])
    await store.close()
  }

  @Test(arguments: StoreKind.allCases)
  func `each jar stores its own cookies`(_ kind: StoreKind) async throws {
    let store = try await store(kind)
    let jar = CookieJarKey(workspace: "w", environment: "e")
    let lines = ["one", "two"].map { "a.example\tFALSE\t/\tFALSE\t0\t\($0)\t1" }
    try await store.changeCookies(lines.map { CookieChange(.set($0), in: jar) })
    #expect(try await store.cookies(in: jar) == lines)
    #expect(try await store.cookies(in: CookieJarKey()) == [])
    let other = CookieIdentity(domain: "a.example", reach: .hostOnly, path: "/", name: "one")
    try await store.changeCookies([CookieChange(.delete(other), in: jar)])
    #expect(try await store.cookies(in: jar) == [lines[1]])
    try await store.clearCookies(in: jar)
    #expect(try await store.cookies(in: jar) == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `what a request from before a clearing brings is not stored`(
    _ kind: StoreKind
  ) async throws {
    let store = try await store(kind)
    let jar = CookieJarKey(workspace: "w")
    let line = "a.example\tFALSE\t/\tFALSE\t0\tn\tv"
    let before = try await store.jars([jar])
    let clearing = try #require(before.jars[jar]?.clearing)
    try await store.clearCookies(in: jar)
    let late = CookieChange(.set(line), in: jar, clearing: clearing)
    let known = KnownJars(jars: [jar], revision: before.revision)
    let receipt = try await store.commit(StoreBatch(cookies: [late], known: known))
    guard case .changed(let stored) = receipt.cookies, let content = stored.jars[jar] else {
      Issue.record("The receipt lacks the clearing.")
      return
    }
    #expect(content.lines == [])
    let fresh = CookieChange(.set(line), in: jar, clearing: content.clearing)
    let next = try await store.commit(
      StoreBatch(cookies: [fresh], known: KnownJars(jars: [jar], revision: stored.revision)))
    guard case .unchanged(let revision) = next.cookies else {
      Issue.record("The receipt has changes of others.")
      return
    }
    #expect(revision > stored.revision)
    #expect(try await store.cookies(in: jar) == [line])
  }
}

/// How the runners before ended, as reported to takeovers.
private final class SeenEnds: Sendable {
  private let seen = Mutex<[RunnerEnd]>([])
  var all: [RunnerEnd] { seen.withLock { $0 } }
  func add(_ end: RunnerEnd) { seen.withLock { $0.append(end) } }
}
