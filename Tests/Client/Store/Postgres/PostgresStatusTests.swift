import ClientCore
import ClientModel
import ClientStore
import TestSupport
import TestTraits
import Testing

@testable import ClientPostgres

/// The state of a store on a server, and the failures of its connections.
@Suite(.usesSystem(minutes: 5)) struct PostgresStatusTests {
  let folder = StateFolder()

  private func open() async throws -> PostgresStorage {
    try await PostgresStorage.open(
      on: try PostgresServer.test(for: folder), folder: folder.path, clock: StillClock())
  }

  @Test func `a store is created once, and its state says so`() async throws {
    let server = try PostgresServer.test(for: folder)
    let before = try await server.status()
    #expect(before.version == nil && before.schema == server.schema && before.runners.isEmpty)
    #expect(before.server.hasPrefix("1"))
    #expect(try await server.create())
    #expect(try await !server.create())
    #expect(try await server.status().version == PostgresSchema.version)
  }

  @Test func `the processes are listed with their leases, and the jobs are counted`() async throws {
    let store = try await open()
    _ = try await store.claim()
    let ids = try await store.add([.fixture(), .fixture(), .fixture()])
    _ = try await store.commit(StoreBatch(starts: [.fixture(ids[0])]))
    let status = try await PostgresServer.test(for: folder).status()
    #expect(status.jobs.filter { $0.value != 0 } == [.waiting: 2, .running: 1])
    #expect(status.runners.map(\.name) == [store.owner])
    #expect(status.runners.map(\.isQueueRunner) == [true])
    #expect(status.runners.allSatisfy { $0.lease > .zero && $0.lease <= .seconds(30) })
    #expect(status.runners.allSatisfy { !$0.machine.isEmpty && $0.process > 0 })
    await store.close()
    #expect(try await PostgresServer.test(for: folder).status().runners.isEmpty)
  }

  @Test func `a session with an old snapshot is listed`() async throws {
    let server = try PostgresServer.test(for: folder)
    _ = try await server.create()
    let db = try server.connect(for: .read)
    // On a busy machine, the session may be idle for longer than a store's sessions may.
    _ = try db.rows("SELECT set_config('idle_in_transaction_session_timeout', '0', false)")
    _ = try db.rows("BEGIN ISOLATION LEVEL REPEATABLE READ")
    let session = try db.rows("SELECT pg_backend_pid() FROM meta").first?.integer(0)
    let found = try await server.status().snapshots.first { $0.process == session }
    #expect(found?.state == "idle in transaction" && found?.application == server.sessionName)
    #expect(found?.age != nil)
    _ = try db.rows("COMMIT")
    #expect(try await server.status().snapshots.allSatisfy { $0.process != session })
  }

  @Test func `the loss of the connection and the next one wake the reader`() async throws {
    let cluster = try PostgresCluster()
    let server = try PostgresServer.test(for: folder, on: cluster)
    let store = try await PostgresStorage.open(
      on: server, folder: folder.path, clock: StillClock())
    let other = try await PostgresStorage.open(
      on: server, folder: folder.path, clock: StillClock())
    var wakeUps = store.wakeUps.makeAsyncIterator()
    let ids = try await other.add([.fixture()])
    await wakeUps.next()
    try await onOwnThread { cluster.crash() }
    await wakeUps.next()
    let failure = await #expect(throws: Failure.self) { try await store.changes(since: 0) }
    #expect(failure?.why == "The server cannot be reached.")
    try await onOwnThread { try cluster.start() }
    await wakeUps.next()
    #expect(try await store.changes(since: 0).jobs.map(\.id) == ids)
    await other.close()
    await store.close()
  }

  @Test(arguments: [
    (
      #"connection to server at "db" (::1), port 5432 failed: FATAL:  password authentication failed for user "ann""#,
      "does not accept the password", ".pgpass"
    ),
    (
      #"connection to server at "db", port 5432 failed: fe_sendauth: no password supplied"#,
      "does not accept the password", ".pgpass"
    ),
    (
      #"connection to server at "db", port 5432 failed: FATAL:  database "queue" does not exist"#,
      "refused the connection", "pg_hba.conf"
    ),
    (
      #"connection to server at "db", port 5432 failed: Connection refused"#, "cannot be reached",
      "Check that PostgreSQL runs"
    ),
    (
      #"connection to server at "db", port 5432 failed: FATAL:  the database system is starting up"#,
      "starts or stops", "Try again"
    ),
    (
      #"could not translate host name "db" to address: Name or service not known"#,
      "cannot be reached", "the address"
    ),
    (#"invalid percent-encoded token: "100%canary""#, "cannot use the address", "%XX"),
  ])
  func `a connection that fails has a reason and advice`(
    message: String, why: String, whatToDo: String
  ) {
    let failure = Failure.notConnected(message, "The store could not be used.")
    #expect(failure.why.contains(why) && failure.whatToDo.contains(whatToDo))
    #expect(failure.cause?.contains("canary") == false)
  }

  @Test(arguments: [
    "postgresql://ann:canary%@db/queue", "postgresql://ann:can@canary@db/queue",
    "postgresql://ann:4/canary@127.0.0.1/queue", "host=db password=first canary",
    "host=db password='canary", "postgresql://ann:canary@127.0.0.1:1/queue",
    "postgresql://ann:canary@[::1/queue",
  ])
  func `no failure has the password of the address`(address: String) async throws {
    let server = try PostgresServer(Secret(address))
    let failure = await #expect(throws: Failure.self) { try await server.status() }
    let texts = [failure?.what, failure?.why, failure?.whatToDo, failure?.cause].compactMap(\.self)
    #expect(texts.count == 4)
    for text in texts { #expect(!text.contains("canary"), "\(text)") }
  }
}
