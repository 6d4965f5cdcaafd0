import ClientCore
import ClientModel
import Glibc
import Testing

@testable import ClientStore

/// What only the store on disk promises: opening, sharing, damage.
struct SQLiteStorageTests {
  let folder = StateFolder()
  let clock = StillClock()

  private func open() async throws -> SQLiteStorage { try await opened().storage }
  private func opened() async throws -> OpenedStore {
    try await SQLiteStorage.open(in: folder.path, clock: clock)
  }

  private func harm(_ sql: String) throws {
    try folder.execute(sql)
  }

  @Test func `each commit waits for the disk, and nothing checkpoints by itself`() async throws {
    let store = try await open()
    let (synchronous, automatic) = try store.connections.write { db in
      (
        try Query(db, "PRAGMA synchronous").first { $0.integer(0) },
        try Query(db, "PRAGMA wal_autocheckpoint").first { $0.integer(0) }
      )
    }
    #expect(synchronous == 2)
    #expect(automatic == 0)
  }

  @Test func `every file is the user's alone, whatever the umask`() async throws {
    let store = try await open()
    let id = try await store.add([.fixture()])[0]
    _ = try await store.commit(StoreBatch(starts: [.fixture(id)]))
    for name in StateFolder.names(in: folder.path) {
      var facts = stat()
      #expect(stat("\(folder.path)/\(name)", &facts) == 0)
      #expect(facts.st_mode & 0o077 == 0, "\(name)")
    }
  }

  @Test(arguments: ["weir.db", "weir.lock", "runner.lock", "doorbell"])
  func `a file that others may read is refused by name`(_ name: String) async throws {
    await (try await open()).close()
    chmod("\(folder.path)/\(name)", 0o644)
    let failure = await #expect(throws: Failure.self) { try await open() }
    #expect(failure?.why.contains(name) == true)
  }

  @Test func `a link in the database's place is refused`() async throws {
    symlink("/dev/null", folder.path + "/weir.db")
    await #expect(throws: Failure.self) { try await open() }
  }

  @Test func `what was added is there for the next process`() async throws {
    let first = try await opened()
    #expect(first.report.isNew)
    _ = try await first.storage.add([.fixture("/x"), .fixture("/y")])
    await first.storage.close()
    let second = try await opened()
    #expect(second.report == StoreReport())
    #expect(try await second.storage.jobs(matching: JobQuery()).count == 2)
    #expect(try await second.storage.check() == [])
  }

  @Test(arguments: ["rubbish", "tables", "trigger"])
  func `a file that is not a store of ours is moved aside unchanged`(_ kind: String) async throws {
    var before: [UInt8] = []
    if kind == "rubbish" {
      before = [UInt8](repeating: 0x5A, count: 5000)
      StateFolder.write(before, to: folder.path + "/weir.db")
    } else {
      await (try await open()).close()
      try harm(
        kind == "tables"
          ? "DROP TABLE cookies"
          : "CREATE TRIGGER t AFTER INSERT ON jobs BEGIN DELETE FROM jobs; END")
    }
    let opened = try await opened()
    let aside = try #require(opened.report.movedAside)
    #expect(opened.report.notice?.whatToDo.contains(aside) == true)
    #expect(access(aside, F_OK) == 0)
    if kind == "rubbish" { #expect(StateFolder.bytes(of: aside) == before) }
    #expect(try await opened.storage.add([.fixture()]).count == 1)
  }

  @Test func `an older store is refused and stays as it was`() async throws {
    let old = try await open()
    _ = try await old.add([.fixture("/a")])
    await old.close()
    try harm("PRAGMA user_version = \(StoreMigration.previous - 1)")
    let before = StateFolder.bytes(of: folder.path + "/weir.db")
    let refusal = try #require(
      await #expect(throws: Failure.self) { try await opened() })
    #expect(refusal.what == "The store was not opened.")
    #expect(
      refusal.why
        == "An earlier version of Weir wrote it (schema \(StoreMigration.previous - 1); this version reads \(StoreSchema.version))."
    )
    #expect(refusal.whatToDo.contains("Finish its jobs with the earlier version"))
    #expect(throws: refusal) { try SQLiteStorage.openCopy(of: folder.path, clock: StillClock()) }
    #expect(StateFolder.bytes(of: folder.path + "/weir.db") == before)
  }

  @Test func `an older store that is marked as damaged is refused, not salvaged`() async throws {
    let old = try await open()
    _ = try await old.add([.fixture("/a")])
    await old.close()
    try harm("PRAGMA user_version = \(StoreMigration.previous - 1)")
    DamageMark(folder: folder.path).set()
    let before = StateFolder.bytes(of: folder.path + "/weir.db")
    let refusal = try #require(
      await #expect(throws: Failure.self) { try await opened() })
    #expect(
      refusal.why.hasPrefix(
        "An earlier version of Weir wrote it (schema \(StoreMigration.previous - 1);"))
    #expect(StateFolder.bytes(of: folder.path + "/weir.db") == before)
  }

  @Test func `a newer store that is marked as damaged is not salvaged`() async throws {
    let new = try await open()
    _ = try await new.add([.fixture("/a")])
    await new.close()
    try harm("PRAGMA user_version = \(StoreSchema.version + 1)")
    DamageMark(folder: folder.path).set()
    let store = try await opened()
    #expect(store.report.movedAside == nil)
    #expect(try await store.storage.jobs(matching: JobQuery()).count == 1)
    await store.storage.close()
  }

  @Test func `what another process wrote between two turns is not overwritten`() async throws {
    let (one, two) = (try await open(), try await open())
    let id = try await one.add([.fixture()])[0]
    _ = try await one.commit(StoreBatch(starts: [.fixture(id)]))
    _ = try await two.change([id]) { _ in
      JobChange(at: Timestamp(milliseconds: 6), priority: 7, cancelRequested: true)
    }
    _ = try await one.commit(
      StoreBatch(ends: [.fixture(id, next: .waiting(.until(Timestamp(milliseconds: 99))))]))
    let job = try #require(try await one.jobs(matching: JobQuery(ids: [id])).first)
    #expect(job.priority == 7)
    #expect(job.cancelRequested)
    #expect(try await one.check() == [])
  }

  @Test func `who looked away too long receives everything`() async throws {
    let store = try await open()
    let ids = try await store.add([.fixture("/a"), .fixture("/b")])
    let known = try await store.commit(StoreBatch()).revision
    _ = try await store.commit(StoreBatch(starts: [.fixture(ids[1])]))
    #expect(try await store.changes(since: known).jobs.map(\.id) == [ids[1]])
    try harm("DELETE FROM changes")
    #expect(try await store.changes(since: known).jobs.map(\.id) == ids)
    #expect(try await store.changes(since: known + 1).jobs.isEmpty)
  }

  @Test func `a newer schema opens for reading only`() async throws {
    let first = try await open()
    _ = try await first.add([.fixture()])
    await first.close()
    try harm("PRAGMA user_version = 99")
    let opened = try await opened()
    guard case .readOnly(let failure) = opened.storage.access else {
      Issue.record("it is open for writing")
      return
    }
    #expect(failure.why.contains("99"))
    #expect(try await opened.storage.jobs(matching: JobQuery()).count == 1)
    await #expect(throws: failure) { try await opened.storage.add([.fixture()]) }
  }

  @Test func `a changed row is shown as failed, and the others go on`() async throws {
    let store = try await open()
    let ids = try await store.add([.fixture("/a"), .fixture("/b"), .fixture("/c")])
    try harm("UPDATE jobs SET priority = 9 WHERE id = 1")
    try harm("UPDATE requests SET request = zeroblob(60) WHERE job = 2")
    let receipt = try await store.commit(StoreBatch(starts: ids.map { .fixture($0) }))
    #expect(Set(receipt.started.keys) == [ids[2]])
    let words = try await store.jobs(matching: JobQuery(order: .oldestFirst)).map(\.state.word)
    #expect(words == [.failed, .failed, .running])
    await #expect(throws: Failure.self) { try await store.request(of: ids[1]) }
    #expect(try await store.check().filter { $0.kind == .row }.map(\.job) == [ids[0], ids[1]])
  }

  @Test func `two stores of one folder share it`() async throws {
    let (one, two) = (try await open(), try await open())
    var rings = two.wakeUps.makeAsyncIterator()
    let id = try await one.add([.fixture()])[0]
    await rings.next()
    let changes = try await two.changes(since: 0)
    #expect(changes.jobs.map(\.id) == [id])
    _ = try await one.commit(StoreBatch(starts: [.fixture(id)]))
    #expect(try await two.orphans().isEmpty)
    await one.close()
    #expect(try await two.orphans().map(\.id) == [id])
  }

  @Test func `one process gets the runner lock, and it is free when that one ends`() async throws {
    let (one, two) = (try await open(), try await open())
    #expect(try await one.claim() == .mine)
    #expect(try await two.claim() == .held(by: "process \(getpid())"))
    let waiting = Task { await two.waitForRunnerLock() }
    let given = Task { await two.waitForRunnerLock() }
    given.cancel()
    await given.value
    await one.close()
    await waiting.value
    #expect(try await two.claim() == .mine)
  }

  @Test func `a process that only shortens the log does not exclude a queue runner`() async throws {
    let storage = try await open()
    let passing = try RunnerLockFile(path: folder.path + "/runner.lock")
    #expect(try passing.claim(to: .shortenLog) == .mine)
    let claiming = Task { try await storage.claim() }
    await Task.yield()
    passing.release()
    #expect(try await claiming.value == .mine)
  }

  @Test func `many writers at once lose nothing and see no lock`() async throws {
    let stores = [try await open(), try await open(), try await open(), try await open()]
    let ids = try await withThrowingTaskGroup(of: [JobID].self) { group in
      for (number, store) in stores.enumerated() {
        for part in 0..<25 {
          group.addTask { try await store.add([.fixture("/\(number)/\(part)"), .fixture()]) }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(ids.count == 200)
    #expect(Set(ids).count == 200)
    #expect(try await stores[0].count(matching: JobQuery()) == 200)
    #expect(try await stores[1].check() == [])
  }

  @Test func `changes that come together share a commit`() async throws {
    let store = try await open()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<200 { group.addTask { _ = try await store.add([.fixture()]) } }
      try await group.waitForAll()
    }
    // The doorbell grows once a commit.
    #expect(StateFolder.bytes(of: folder.path + "/doorbell").count < 150)
    #expect(try await store.count(matching: JobQuery()) == 200)
  }

  @Test func `a body file goes with its job, and one that nobody names with the next prune`()
    async throws
  {
    let dead = try await open()
    let id = try await dead.add([.fixture()])[0]
    let path = dead.newBody(for: AttemptID(job: id, number: 1)).bytes.name
    let lost = dead.newBody(for: AttemptID(job: id, number: 2)).bytes.name
    StateFolder.write([1, 2, 3], to: path)
    StateFolder.write([4], to: lost)
    let name = String(path.split(separator: "/").last ?? "")
    #expect(dead.bytes(named: name).localFile == path)
    _ = try await dead.commit(StoreBatch(starts: [.fixture(id)]))
    let result = AttemptResult.fixture(body: .file(name: name, length: 3, sha256: []))
    _ = try await dead.commit(StoreBatch(ends: [.fixture(id, result: result)]))
    await dead.close()
    let store = try await open()
    #expect(try await store.check().map(\.kind) == [.orphanBody])
    _ = try await store.remove(
      .retention(olderThan: Timestamp(milliseconds: 0), retaining: .gibibytes(1)))
    #expect(access(path, F_OK) == 0)
    #expect(access(lost, F_OK) != 0)
    _ = try await store.remove(Removal(jobs: JobQuery()))
    #expect(access(path, F_OK) != 0)
  }

  @Test func `only the queue runner shortens the log`() async throws {
    let one = try await open()
    _ = try await one.add((0..<200).map { .fixture("/\($0)") })
    await one.close()
    #expect(PrivateFile.size(of: folder.path + "/weir.db-wal") > 0)
    let two = try await open()
    _ = try await two.claim()
    await two.close()
    #expect(PrivateFile.size(of: folder.path + "/weir.db-wal") == 0)
    #expect(try await open().count(matching: JobQuery()) == 200)
  }

  @Test func `a long log is shortened by whoever leaves while nobody runs the queue`() async throws
  {
    let one = try await open()
    let runner = try await open()
    #expect(try await runner.claim() == .mine)
    _ = try await one.add((0..<5000).map { .fixture("/\($0)") })
    #expect(Journal.worthShortening.contains(PrivateFile.size(of: folder.path + "/weir.db-wal")))
    await one.close()
    #expect(Journal.worthShortening.contains(PrivateFile.size(of: folder.path + "/weir.db-wal")))
    let two = try await open()
    await runner.releaseRunnerLock()
    _ = try await two.add((0..<5000).map { .fixture("/again/\($0)") })
    #expect(Journal.worthShortening.contains(PrivateFile.size(of: folder.path + "/weir.db-wal")))
    await two.close()
    #expect(PrivateFile.size(of: folder.path + "/weir.db-wal") == 0)
    #expect(try await runner.claim() == .mine)
    #expect(try await runner.count(matching: JobQuery()) == 10_000)
  }
}
