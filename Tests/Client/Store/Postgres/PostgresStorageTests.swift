import ClientCore
import ClientModel
import ClientStore
import Glibc
import TestSupport
import TestTraits
import Testing

@testable import ClientPostgres

/// What a store on a server promises beside the contract: to several processes, and in the middle
/// of failures.
@Suite(.usesSystem(minutes: 5)) struct PostgresStorageTests {
  let folder = StateFolder()
  let clock = StillClock()

  private func open(lease: Duration = .seconds(30)) async throws -> PostgresStorage {
    try await PostgresStorage.open(
      on: try PostgresServer.test(for: folder), folder: folder.path, clock: clock, lease: lease)
  }

  private func ids(_ store: PostgresStorage) async throws -> [JobID] {
    try await store.jobs(matching: JobQuery(order: .oldestFirst)).map(\.id)
  }

  /// Runs a statement beside the store.
  private func run(_ sql: String) throws {
    let db = try PostgresServer.test(for: folder).connect(for: .write)
    _ = try db.rows(sql)
  }

  @Test func `a store of a newer version is refused, and the version is named`() async throws {
    await (try await open()).close()
    try run("UPDATE meta SET version = 99")
    let failure = await #expect(throws: Failure.self) { try await open() }
    #expect(failure?.what == "The store was not opened.")
    #expect(failure?.why.contains("schema 99; this version reads 2") ?? false)
    #expect(failure?.whatToDo.contains("Install the version of Weir") ?? false)
  }

  @Test func `a store of an older version is changed, unless a process uses it`() async throws {
    let store = try await open()
    let job = try await store.add([.fixture()])
    for sql in [
      "UPDATE meta SET version = 1",
      "ALTER TABLE jobs DROP COLUMN needs, DROP COLUMN submitter",
      "ALTER TABLE lanes DROP COLUMN pausedBy", "ALTER TABLE meta DROP COLUMN timeline",
    ] {
      try run(sql)
    }
    let server = try PostgresServer.test(for: folder)
    let older = await #expect(throws: Failure.self) { try await open() }
    #expect(older?.why.contains("schema 1; this version uses 2") ?? false)
    #expect(older?.whatToDo.contains("weir store migrate") ?? false)
    let refused = await #expect(throws: Failure.self) { _ = try await server.migrate() }
    #expect(refused?.why.contains("process \(getpid())") ?? false)
    #expect(try await server.status().version == 1)
    await store.close()
    #expect(try await server.migrate()?.before == 1)
    #expect(try await server.migrate()?.before == 2)
    let changed = try await open()
    #expect(try await ids(changed) == job)
    await changed.close()
  }

  @Test func `the pages of a long queue are those of the whole list, in both directions`()
    async throws
  {
    let store = try await open()
    let lanes = [LaneKey(name: "one"), LaneKey(name: "two")]
    _ = try await store.add(
      (0..<1_400).map { number in
        var job = NewJob.fixture("/\(number)")
        job.lane = lanes[number % 2]
        job.priority = number % 3
        return job
      })
    let all = try await store.jobs(matching: JobQuery()).map(\.id)
    for offset in [0, 699, 1_001, 1_200, 1_395, 1_400] {
      let page = try await store.jobs(matching: JobQuery(offset: offset, limit: 100))
      #expect(page.map(\.id) == Array(all.dropFirst(offset).prefix(100)), "offset \(offset)")
      let alone = try await store.jobs(
        matching: JobQuery(part: .alone, workspaces: [""], offset: offset, limit: 100))
      #expect(alone.map(\.id) == page.map(\.id), "offset \(offset), alone")
    }
    let ahead = try await store.queue(
      matching: QueueQuery(jobs: JobQuery(offset: 1_300, limit: 100))
    ).ahead
    #expect(ahead.count == 100)
    let lane = try await store.jobs(matching: JobQuery(lane: lanes[1])).map(\.id)
    #expect(ahead.allSatisfy { job, count in lane[count] == job })
    await store.close()
  }

  @Test func `a server that cannot be reached is a failure that says what to do`() async throws {
    let server = try PostgresServer(Secret("host=\(folder.path) dbname=none user=none"))
    let failure = await #expect(throws: Failure.self) {
      try await PostgresStorage.open(on: server, folder: folder.path, clock: clock)
    }
    #expect(failure?.what.contains("could not be used") ?? false)
    #expect(failure?.why.contains("cannot be reached") ?? false)
    #expect(failure?.whatToDo.contains("Check that PostgreSQL runs") ?? false)
  }

  @Test func `a process is woken by the commit of another one`() async throws {
    let (one, two) = (try await open(), try await open())
    var wakeUps = two.wakeUps.makeAsyncIterator()
    let id = try await one.add([.fixture()])[0]
    await wakeUps.next()
    #expect(try await two.changes(since: 0).jobs.map(\.id) == [id])
    await one.close()
    await two.close()
  }

  @Test func `the end of an attempt that was taken away changes nothing`() async throws {
    let (stopped, other) = (try await open(lease: .seconds(1)), try await open())
    let id = try await stopped.add([.fixture()])[0]
    _ = try await stopped.commit(StoreBatch(starts: [.fixture(id)]))
    #expect(try await other.recoverOrphans { _ in JobChange(at: Timestamp(milliseconds: 6)) } == [])
    let running = AttemptID(job: id, number: 1)
    #expect(try await other.livingOwners(of: [running])[running]?.name == stopped.owner)
    // Its lease is not renewed any more, as if the process were stopped.
    stopped.lease.close()
    await other.waitForEnd(of: stopped.owner)
    let knowledge = JobState.Knowledge(sent: 4, responseBegan: false, why: "It was stopped.")
    let recovered = try await other.recoverOrphans { _ in
      JobChange(state: .interrupted(knowledge), at: Timestamp(milliseconds: 7))
    }
    #expect(recovered.map(\.id) == [id])
    await #expect(throws: Failure.self) {
      try await stopped.commit(StoreBatch(ends: [.fixture(id)]))
    }
    #expect(try await other.jobs(matching: JobQuery()).map(\.state) == [.interrupted(knowledge)])
    #expect(try await other.attempts(of: id).map(\.result) == [nil])
    await other.close()
  }

  @Test func `a machine without the key of the others does not make one of its own`()
    async throws
  {
    let (one, elsewhere) = (try await open(), StateFolder())
    let two = try await PostgresStorage.open(
      on: try PostgresServer.test(for: folder), folder: elsewhere.path, clock: clock)
    var sealed = NewJob.fixture("/sealed")
    sealed.request.credentials = .bearer(.secret("hush"))
    let ids = try await one.add([sealed, .fixture("/plain")])
    #expect(try await one.openable(ids) == ids)
    #expect(try await two.openable(ids) == [ids[1]])
    let problem = try #require(two.check(.certain).problem)
    #expect(problem.what == "Secrets can be neither encrypted nor decrypted.")
    #expect(problem.why.contains("The machines that share the store use key"))
    #expect(problem.whatToDo == "Copy the key file from one of these machines.")
    #expect(StateFolder.names(in: elsewhere.path) == [])
    // A job without secrets runs on any machine.
    let starts = StoreBatch(starts: ids.map { .fixture($0) })
    #expect(try await two.commit(starts).started.keys.map(\.self) == [ids[1]])
    await one.close()
    await two.close()
  }

  @Test func `a body is read on another machine after it was received`() async throws {
    let (one, elsewhere) = (try await open(), StateFolder())
    let two = try await PostgresStorage.open(
      on: try PostgresServer.test(for: folder), folder: elsewhere.path, clock: clock)
    let id = try await one.add([.fixture()])[0]
    let writer = try one.newBody(for: AttemptID(job: id, number: 1)).create()
    let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    try content.withUnsafeBytes { bytes in
      try #require(write(writer.descriptor, bytes.baseAddress, bytes.count) == bytes.count)
    }
    #expect(writer.sync() == 0)
    let opened = try two.bytes(named: writer.name).open()
    #expect(try opened.length() == content.count)
    for (start, count) in [(0, 300_000), (65_530, 20), (131_072, 65_536), (299_999, 5)] {
      var part = [UInt8](repeating: 0, count: count)
      let got = try opened.read(into: &part, at: 0..<count, from: start)
      #expect(Array(part.prefix(got)) == Array(content[start...].prefix(count)), "from \(start)")
    }
    #expect(StateFolder.names(in: folder.path + "/bodies") == [])
    await one.close()
    await two.close()
  }

  @Test func `pruning deletes the files of bodies whose process is dead`() async throws {
    let store = try await open()
    let folder = folder.path + "/bodies"
    mkdir(folder, 0o700)
    let (dead, own) = ("17-abc-1-1", "\(store.owner)-1-1")
    for name in [dead, own] { StateFolder.write([1], to: "\(folder)/\(name)") }
    _ = try await store.remove(.retention(olderThan: clock.now, retaining: .mebibytes(1)))
    #expect(StateFolder.names(in: folder) == [own])
    await store.close()
  }

  @Test func `revisions have the order of the commits of several processes`() async throws {
    let stores = [try await open(), try await open(), try await open()]
    let reader = try await open()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for store in stores {
        group.addTask { for _ in 0..<40 { _ = try await store.add([.fixture(), .fixture()]) } }
      }
      // A commit that became visible after a later revision would be missing in the end.
      var (revision, seen): (Int64, Set<JobID>) = (0, [])
      while seen.count < 240 {
        let changes = try await reader.changes(since: revision)
        seen.formUnion(changes.jobs.map(\.id))
        #expect(changes.revision >= revision)
        if changes.jobs.isEmpty, changes.revision > 240 { break }
        revision = changes.revision
      }
      #expect(seen.count == 240)
      try await group.waitForAll()
    }
    #expect(try await reader.lanes().first?.counts == [.waiting: 240])
  }

  @Test func `the counts of a batch stay right while several processes change it`() async throws {
    let stores = [try await open(), try await open(), try await open()]
    let batch = NewBatch(
      source: "rows", jobs: (0..<120).map { .fixture("/\($0)") },
      values: (0..<120).map { _ in Array("{}".utf8) })
    let run = try await stores[0].add(batch, at: clock.now)
    let rows = try await ids(stores[0])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for part in 0..<2 {
        group.addTask {
          for id in rows where Int(id.rawValue) % 2 == part {
            _ = try await stores[part].commit(StoreBatch(starts: [.fixture(id)]))
            _ = try await stores[part].commit(StoreBatch(ends: [.fixture(id)]))
          }
        }
      }
      group.addTask {
        for number in 0..<40 {
          let instruction: GraphRun.Instruction = number.isMultiple(of: 2) ? .hold : .run
          _ = try await stores[2].change(graph: run.id) { run in
            GraphChange(
              steps: run.steps, instruction: instruction, at: Timestamp(milliseconds: 3))
          }
        }
      }
      try await group.waitForAll()
    }
    let jobs = try await stores[1].jobs(matching: JobQuery())
    var counts = RowCounts()
    for job in jobs { counts[job.state.word] += 1 }
    #expect(try await stores[1].graphs(matching: GraphQuery()).first?.rows?.counts == counts)
    #expect(try await stores[1].lanes().first?.counts.values.reduce(0, +) == rows.count)
    for store in stores { await store.close() }
  }

  @Test func `a commit whose session ends is stored exactly once`() async throws {
    let store = try await open()
    let server = try PostgresServer.test(for: folder)
    let administrator = try server.connect(for: .write)
    var added: [JobID] = []
    for round in 0..<60 {
      async let ids = store.add((0..<5).map { .fixture("/\(round)/\($0)") })
      // Every session of the store ends, the writer's at some point of its transaction.
      _ = try administrator.rows(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
        WHERE application_name = $1 AND pid <> pg_backend_pid()
        """, [.text(server.sessionName)])
      added += try await ids
    }
    #expect(try await self.ids(store) == added)
    await store.close()
  }

  @Test func `a commit that took effect without a response is not repeated`() async throws {
    let cluster = try PostgresCluster()
    let server = try PostgresServer.test(for: folder, on: cluster)
    let store = try await PostgresStorage.open(on: server, folder: folder.path, clock: clock)
    let first = try await store.add([.fixture()])
    let administrator = try server.connect(for: .write)
    // The server writes a commit, then waits for a standby that does not exist.
    _ = try administrator.rows("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    _ = try administrator.rows("SELECT pg_reload_conf()")
    // The setting takes effect after a moment, so jobs are added until a commit waits.
    let adding = Task {
      var ids: [JobID] = []
      while !Task.isCancelled { ids += try await store.add([.fixture(), .fixture()]) }
      return ids
    }
    while try administrator.rows(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
      WHERE application_name = $1 AND query = 'COMMIT' AND wait_event = 'SyncRep'
      """, [.text(server.sessionName)]
    ).isEmpty {
      _ = try administrator.rows("SELECT pg_sleep(0.01)")
    }
    adding.cancel()
    _ = try administrator.rows("ALTER SYSTEM RESET synchronous_standby_names")
    _ = try administrator.rows("SELECT pg_reload_conf()")
    let added = try await first + adding.value
    #expect(try await ids(store) == added)
    await store.close()
  }

  @Test func `acknowledged jobs survive immediate stops of the server`() async throws {
    let cluster = try PostgresCluster()
    let store = try await PostgresStorage.open(
      on: try PostgresServer.test(for: folder, on: cluster), folder: folder.path, clock: clock)
    let writing = Task {
      var added: [JobID] = []
      while !Task.isCancelled {
        do throws(Failure) {
          let ids = try await store.add([.fixture(), .fixture()])
          added += ids
          _ = try await store.commit(StoreBatch(starts: ids.map { .fixture($0) }))
          _ = try await store.commit(StoreBatch(ends: ids.map { .fixture($0) }))
        } catch {
          // The server is down. The next call connects again.
          await Task.yield()
        }
      }
      return added
    }
    for _ in 0..<3 {
      var revision = Int64.max
      // The server stops in the middle of the work: after 30 more changes.
      repeat {
        do throws(Failure) {
          let now = try await store.changes(since: .max).revision
          if revision == .max { revision = now + 30 }
          if now >= revision { break }
        } catch { await Task.yield() }
      } while true
      try await onOwnThread { cluster.crash() }
      try await onOwnThread { try cluster.start() }
    }
    writing.cancel()
    let added = await writing.value
    let stored = try await store.jobs(matching: JobQuery(order: .oldestFirst))
    #expect(Set(added).isSubset(of: Set(stored.map(\.id))))
    let counts = Dictionary(grouping: stored, by: \.state.word).mapValues(\.count)
    #expect(try await store.lanes().first?.counts == counts)
    await store.close()
  }
}
