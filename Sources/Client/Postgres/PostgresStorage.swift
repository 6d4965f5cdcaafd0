public import ClientCore
public import ClientModel
import ClientStore
import Glibc
import Synchronization

/// A store on a PostgreSQL server that several machines can share.
///
/// When a call returns, its changes are on the server's disk. Each process has one connection for
/// writing, a few for reading, and one on which it listens for the commits of other processes and
/// renews its lease. The key of sealed secrets is a file on each machine.
public final class PostgresStorage: Storage {
  let server: PostgresServer
  let coder: RecordCoder
  let clock: any WallClock
  /// The name of this process in the store.
  let owner: String
  let writer: PostgresWriter
  let readers: PostgresReaders
  let lease: PostgresLease
  let bodies: PostgresBodies

  /// Opens the store. Creates a missing schema.
  ///
  /// - Parameters:
  ///   - folder: A folder of this machine for the key and for bodies that are being received. It is
  ///     created if it is missing.
  ///   - lease: The time after which a process that cannot reach the server counts as dead.
  /// - Throws: The reason why the store cannot be opened, for example because a newer version of
  ///   Weir wrote it.
  public static func open(
    on server: PostgresServer, folder: String, clock: any WallClock,
    lease: Duration = .seconds(30)
  ) async throws(Failure) -> PostgresStorage {
    let coder = try RecordCoder(keyFolder: folder)
    let result: Result<PostgresStorage, Failure> = await withCheckedContinuation { continuation in
      OwnThread.run {
        do {
          let db = try server.connect(for: .write)
          try PostgresSchema.prepare(db, server.schema)
          coder.share(keyID: try PostgresSchema.keyID(db, coder))
          let storage = PostgresStorage(
            on: server, folder: folder, coder: coder, clock: clock, lease: lease)
          try storage.lease.register(db)
          continuation.resume(returning: .success(storage))
        } catch {
          continuation.resume(returning: .failure(.postgres(error, server)))
        }
      }
    }
    return try result.get()
  }

  private init(
    on server: PostgresServer, folder: String, coder: RecordCoder, clock: any WallClock,
    lease duration: Duration
  ) {
    (self.server, self.coder, self.clock) = (server, coder, clock)
    owner = "\(getpid())-\(String(UInt64.random(in: 1 ... .max), radix: 16))"
    let laneNames = PostgresTables.LaneNames()
    lease = PostgresLease(server, owner: owner, duration: duration)
    writer = PostgresWriter(
      server, coder: coder, laneNames: laneNames, owner: owner, clock: clock, lease: lease.end,
      patience: min(duration, .seconds(20)))
    readers = PostgresReaders(server, coder: coder, laneNames: laneNames)
    bodies = PostgresBodies(server, folder: folder, owner: owner, readers: readers)
  }

  public var access: StoreAccess { .full }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (PostgresTables) throws -> Value
  ) async throws(Failure) -> Value {
    try await readers.run(body)
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (PostgresTransaction) throws -> Value
  ) async throws(Failure) -> Value {
    try await writer.run(body).value
  }

  public func close() async {
    lease.close()
    do throws(Failure) { try await leave() } catch {
      // The lease of this process expires, and the others then continue.
    }
    await writer.close()
    readers.close()
    bodies.close()
  }

  // MARK: Jobs

  public func add(_ jobs: JobAddition) async throws(Failure) -> AddedJobs {
    let clock = clock
    return try await write { turn in try turn.add(jobs, at: clock.now) }
  }

  public func commit(
    _ batch: StoreBatch,
    then completion: @escaping @Sendable (Result<StoreReceipt, Failure>) -> Void
  ) {
    if batch.isEmpty {
      Task {
        do throws(Failure) {
          completion(
            .success(StoreReceipt(revision: try await read { tables in try tables.revision() })))
        } catch {
          completion(.failure(error))
        }
      }
      return
    }
    let answer: @Sendable (Result<PostgresWriter.Committed<StoreReceipt>, Failure>) -> Void = {
      result in
      completion(
        result.map { committed in
          var receipt = committed.value
          receipt.revision = committed.revision
          return receipt
        })
    }
    writer.add({ turn in try turn.apply(batch) }, then: answer)
  }

  public func change(
    _ selection: JobSelection, _ decide: @escaping @Sendable (Job) -> JobChange?
  ) async throws(Failure) -> ChangedSelection {
    switch selection {
    case .ids(let jobs):
      try await write { turn in ChangedSelection(try turn.change(jobs, decide)) }
    case .query(let query):
      try await write { turn in ChangedSelection(ids: try turn.change(query, decide)) }
    }
  }

  public func jobs(matching query: JobQuery) async throws(Failure) -> [Job] {
    try await read { tables in try tables.jobs(matching: query) }
  }

  public func count(matching query: JobQuery) async throws(Failure) -> Int {
    try await read { tables in try tables.count(matching: query) }
  }

  public func queue(matching query: QueueQuery) async throws(Failure) -> QueueState {
    try await read { tables in
      try QueueState(
        query, jobs: { try tables.jobs(matching: $0) }, count: { try tables.count(matching: $0) },
        lanes: { try tables.tallies().map(\.tally) },
        graphs: { try tables.graphs(matching: $0, living: []) },
        ahead: { try tables.waitingAhead(of: $0) })
    }
  }

  public func requests(of job: JobID) async throws(Failure) -> JobRequests? {
    try await read { tables in try tables.requests(of: job) }
  }

  public func attempts(of job: JobID) async throws(Failure) -> [Attempt] {
    try await read { tables in try tables.attempts(of: [job])[job] ?? [] }
  }

  // MARK: Lanes

  public func lanes() async throws(Failure) -> [LaneTally] {
    try await read { tables in try tables.tallies().map(\.tally) }
  }

  public func changeLanes(
    _ keys: [LaneKey]?, _ decide: @escaping @Sendable (inout Lane) -> Void
  ) async throws(Failure) -> [Lane] {
    try await write { turn in try turn.changeLanes(keys, decide) }
  }

  // MARK: The key

  public func check(_ need: SealingKeyNeed) -> KeyCheck { coder.check(need) }

  public func openable(_ jobs: [JobID]) async throws(Failure) -> [JobID] {
    let coder = coder
    return try await read { tables in
      guard coder.check(.possible).problem == nil else { return [] }
      return try jobs.filter(tables.opens)
    }
  }
}

extension PostgresTables {
  /// Returns whether the key works for a job: for its request and for the cookies that it sends.
  fileprivate func opens(_ id: JobID) throws -> Bool {
    do {
      guard let job = try jobs([id]).first?.job, let request = try requests(of: id)?.request else {
        return false
      }
      if request.options.cookies == .jar {
        let jar = CookieJarKey(workspace: job.lane.workspace, environment: request.environment)
        _ = try self.jar(jar, at: Timestamp(milliseconds: 0))
      }
      return true
    } catch is Failure {
      return false
    }
  }
}

extension PostgresTransaction {
  /// Pauses all lanes, present and future, unless another process has done it for this timeline.
  ///
  /// - Returns: Whether this transaction paused them.
  func pauseAfterFailover(to timeline: Int64) throws -> Bool {
    let now = clock.now
    try lockLanes()
    let known = try db.rows("SELECT timeline FROM meta FOR UPDATE").first?.integer(0) ?? 0
    guard known < timeline else { return false }
    _ = try changeLanes(nil) { $0.pause(.byUser, at: now) }
    try db.add("UPDATE meta SET timeline = $1", [.integer(timeline)])
    noteOther()
    return true
  }

  /// Changes lanes as `LaneStore.changeLanes` does.
  fileprivate func changeLanes(
    _ keys: [LaneKey]?, _ decide: (inout Lane) -> Void
  ) throws -> [Lane] {
    // Missing lanes are created before any lane is locked.
    let wanted = try keys?.map { try lane($0) }
    try lockLanes()
    var lanes = try tables.lanes()
    if let wanted {
      let known = Dictionary(uniqueKeysWithValues: lanes.map { ($0.id, $0.lane) })
      return try wanted.compactMap { id in
        try known[id].map { try change(lane: id, from: $0, decide) }
      }
    }
    if !lanes.contains(where: { $0.lane.key == .future }) {
      var future = Lane(key: .future)
      decide(&future)
      if future != Lane(key: .future) {
        lanes.append((try lane(.future), Lane(key: .future)))
      }
    }
    return try lanes.compactMap { id, before in
      let lane = try change(lane: id, from: before, decide)
      return lane == before ? nil : lane
    }
  }
}
