import ClientCore
import ClientModel
import ClientStore
import Synchronization
import TestSupport
import TestTraits
import Testing

@testable import ClientPostgres

/// Clients of several processes that run the queue of one store.
@Suite(.usesSystem(minutes: 5)) struct PostgresClientsTests {
  let folder = StateFolder()
  private let lane = NewJob.fixture().lane

  private func open(lease: Duration = .seconds(30)) async throws -> PostgresStorage {
    try await PostgresStorage.open(
      on: try PostgresServer.test(for: folder), folder: folder.path, clock: SystemClock(),
      lease: lease)
  }

  @Test func `two clients send each job once, and never more than the limit at a time`()
    async throws
  {
    let traffic = Traffic()
    let stores = [try await open(), try await open()]
    // Neither of them can use the whole limit.
    let clients = stores.map { Client(storage: $0, transport: CountingTransport(traffic, 2)) }
    _ = try await stores[0].changeLanes([lane]) { $0.limit = 3 }
    for client in clients { #expect(try await client.start(as: .runner) == .shared) }
    let ids = try await clients[0].submit((0..<200).map { .fixture("/\($0)") })
    let jobs = try await clients[1].wait(for: ids)
    #expect(Set(jobs.map(\.state)) == [.succeeded])
    #expect(try await stores[0].jobs(matching: JobQuery()).allSatisfy { $0.attempts == 1 })
    for client in clients { await client.waitUntilIdle() }
    let sent = traffic.state.withLock { $0 }
    #expect(sent.jobs.sorted() == ids, "each job once")
    #expect(sent.most <= 3)
    #expect(sent.clients.count == 2, "both clients sent some")
    for client in clients { await client.quit(.drain) }
  }

  @Test func `the jobs of a client that dies are sent again by the other one, but not a POST`()
    async throws
  {
    let traffic = Traffic()
    let (dying, living) = (try await open(lease: .seconds(1)), try await open())
    var post = NewJob.fixture("/post")
    post.request.method = .post
    _ = try await living.changeLanes([lane]) { $0.limit = 2 }
    let ids = try await dying.add([.fixture("/get"), post])
    // It has started the jobs when its lease ends.
    _ = try await dying.commit(
      StoreBatch(takes: [LaneTake(lane, count: 2, at: Timestamp(milliseconds: 5))]))
    let client = Client(storage: living, transport: CountingTransport(traffic))
    try await client.start(as: .runner)
    dying.lease.close()
    let jobs = try await client.wait(for: [ids[0]])
    #expect(jobs.map(\.state) == [.succeeded])
    let other = try await living.jobs(matching: JobQuery(ids: [ids[1]]))
    #expect(other.map(\.state.word) == [.interrupted])
    #expect(traffic.state.withLock { $0.jobs } == [ids[0]])
    await client.quit(.drain)
  }
}

/// The requests of several clients.
private final class Traffic: Sendable {
  struct State {
    var (running, most) = (0, 0)
    var jobs: [JobID] = []
    var clients: Set<ObjectIdentifier> = []
  }

  let state = Mutex(State())
}

/// Responds to each request after others had time to run.
private final class CountingTransport: Transport {
  let events: AsyncStream<[TransportEvent]>
  private let source: AsyncStream<[TransportEvent]>.Continuation
  private let traffic: Traffic
  let capacity: Int

  init(_ traffic: Traffic, _ capacity: Int = .max) {
    (events, source) = AsyncStream.makeStream()
    (self.traffic, self.capacity) = (traffic, capacity)
  }

  func begin(_ attempts: [OutgoingAttempt]) {
    for attempt in attempts {
      traffic.state.withLock { state in
        state.running += 1
        state.most = max(state.most, state.running)
        state.jobs.append(attempt.id.job)
        state.clients.insert(ObjectIdentifier(self))
      }
      Task {
        for _ in 0..<20 { await Task.yield() }
        traffic.state.withLock { $0.running -= 1 }
        source.yield([.finished(attempt.id, .fixture(), FinishFacts(sent: .something))])
      }
    }
  }

  func cancel(_ attempts: [AttemptID]) {}
  func shutDown() async { source.finish() }
}
