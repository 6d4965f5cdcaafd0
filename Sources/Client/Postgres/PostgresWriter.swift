import ClientCore
import ClientModel
import ClientStore
import Glibc
import Synchronization

/// The thread and the connection for writing.
///
/// A lost connection is made again at the next use. If it was lost before the commit was sent, the
/// transaction is repeated. If it was lost later, the writer asks the server whether the commit
/// took effect:
///
///     send BEGIN … COMMIT n ─ lost ─ connect ─ raise the epoch, read the number of the last
///       commit ─ n: committed ─ less: the old transaction cannot commit any more; repeat it
final class PostgresWriter: Sendable {
  let server: PostgresServer
  private let coder: RecordCoder
  private let laneNames: PostgresTables.LaneNames
  private let owner: String
  private let clock: any WallClock
  private let lease: RunnerLease
  /// The time during which the writer asks the server whether a commit took effect, before it
  /// reports that this is unknown.
  private let patience: Duration
  private let threads = ThreadPool(of: 1)
  // Only the thread of `threads` uses it.
  private nonisolated(unsafe) let state = State()

  private final class State {
    var connection: PostgresConnection?
    /// The number of commits of this process.
    var commits: Int64 = 0
    /// The number of times that this process has asked for a commit.
    var epoch: Int64 = 0
    /// The jobs that the last commit started, if it is unknown whether it took effect.
    var unknown: (commit: Int64, started: [JobID: StartedJob])?
    /// The started jobs that the queue runner does not know, because their commit was unknown.
    var found: [JobID: StartedJob] = [:]
    var isClosed = false
    /// Whether this process is a queue runner, which notices failovers.
    var isRunner = false

    /// Decides on the unknown commit by the number of the last commit.
    func settle(_ last: Int64) {
      if let unknown, unknown.commit <= last { found.merge(unknown.started) { first, _ in first } }
      unknown = nil
    }

    /// Adds the found jobs to the receipt of a batch.
    func addFound<Value>(to value: Value) -> Value {
      guard !found.isEmpty, var receipt = value as? StoreReceipt else { return value }
      receipt.started.merge(found) { first, _ in first }
      found = [:]
      return receipt as? Value ?? value
    }
  }

  /// A result and the revision of the store after the commit.
  struct Committed<Value: Sendable>: Sendable {
    var value: Value
    var revision: Int64
  }

  init(
    _ server: PostgresServer, coder: RecordCoder, laneNames: PostgresTables.LaneNames,
    owner: String, clock: any WallClock, lease: RunnerLease, patience: Duration
  ) {
    (self.server, self.coder, self.laneNames) = (server, coder, laneNames)
    (self.owner, self.clock, self.lease, self.patience) = (owner, clock, lease, patience)
  }

  /// Runs an operation in a transaction. It may run again if the transaction is repeated.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (PostgresTransaction) throws -> Value
  ) async throws(Failure) -> Committed<Value> {
    let result: Result<Committed<Value>, Failure> = await withCheckedContinuation { continuation in
      add(body) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  /// Adds an operation without waiting for it. `answer` receives the result on the writer's thread.
  func add<Value: Sendable>(
    _ body: @escaping @Sendable (PostgresTransaction) throws -> Value,
    then answer: @escaping @Sendable (Result<Committed<Value>, Failure>) -> Void
  ) {
    threads.add { [self] in
      do { answer(.success(try perform(body))) } catch {
        answer(.failure(.postgres(error, server)))
      }
    }
  }

  /// Waits for all operations and closes the connection.
  func close() async {
    await threads.run { [self] in (state.connection, state.isClosed) = (nil, true) }
  }

  /// The number of times that a transaction is repeated.
  private static let repetitions = 8

  private func perform<Value>(
    _ body: (PostgresTransaction) throws -> Value
  ) throws -> Committed<Value> {
    for _ in 0..<Self.repetitions {
      do {
        if let committed = try transact(try connected(), body) { return committed }
      } catch let error as PostgresError {
        if error.isFatal { state.connection = nil }
        if case .notConnected = error { throw error }
        guard error.isRepeatable || error.isFatal else { throw error }
      }
    }
    throw Failure(
      .storage, what: "The store on \(server) was not changed.",
      why: "The transaction was ended \(Self.repetitions) times.",
      whatToDo: "Check the server's log and the network, then try again.")
  }

  /// Returns nil if the connection was lost and the transaction did not take effect.
  private func transact<Value>(
    _ db: PostgresConnection, _ body: (PostgresTransaction) throws -> Value
  ) throws -> Committed<Value>? {
    let tables = PostgresTables(db, coder: coder, laneNames: laneNames)
    let turn = PostgresTransaction(tables, owner: owner, clock: clock, term: lease.term)
    let value: Value
    let after: Int
    do {
      try db.add("BEGIN")
      value = try body(turn)
      guard turn.hasChanged else {
        let revision = try tables.revision()
        try db.send("COMMIT")
        return Committed(value: state.addFound(to: value), revision: revision)
      }
      try turn.countRows()
      state.commits += 1
      after = try turn.finish(commit: state.commits, epoch: state.epoch, channel: server.schema)
      try db.add("COMMIT")
    } catch {
      undo(db)
      throw error
    }
    do {
      let rows = try db.run()
      // The last statement is COMMIT.
      let revision = rows.dropLast(1 + after).last?.first?.integer(0)
      return Committed(value: state.addFound(to: value), revision: revision ?? 0)
    } catch {
      guard error.isFatal else {
        undo(db)
        throw error
      }
      state.connection = nil
      do {
        return try revisionOfLostCommit().map { Committed(value: value, revision: $0) }
      } catch {
        if let receipt = value as? StoreReceipt { state.unknown = (state.commits, receipt.started) }
        throw error
      }
    }
  }

  private func undo(_ db: PostgresConnection) {
    if db.isLost { return }
    // After an error in Swift, some statements of the group may not be sent yet.
    do throws(PostgresError) { _ = try db.run() } catch {
      // The transaction is rolled back in any case.
    }
    do throws(PostgresError) {
      try db.add("ROLLBACK")
      // The statement that releases the lock of the ids may have been skipped.
      _ = try db.rows("SELECT pg_advisory_unlock_all()")
    } catch {
      state.connection = nil
    }
  }

  // MARK: Connections

  /// Asks whether the last commit took effect.
  ///
  /// - Returns: Its revision, or nil if it did not.
  /// - Throws: A failure if the server cannot be reached.
  private func revisionOfLostCommit() throws -> Int64? {
    let end = ContinuousClock.now + patience
    while true {
      do {
        let db = try server.connect(for: .write)
        let row = try raiseEpoch(db)
        state.connection = db
        return row.commits == state.commits ? row.revision : nil
      } catch let error as PostgresError {
        guard ContinuousClock.now < end, error.isFatal else { throw unknown(error) }
        // The server is starting, or the transaction holds its lock until the server notices the
        // end of the connection.
        usleep(100_000)
      }
    }
  }

  private func unknown(_ error: PostgresError) -> Failure {
    let cause = Failure.postgres(error, server)
    return Failure(
      .storage, what: "It is unknown whether the last change was stored on \(server).",
      why: "The connection was lost during the commit. \(cause.why)",
      whatToDo: "When the server can be reached again, check the job before you repeat it.",
      cause: cause.cause)
  }

  private func connected() throws -> PostgresConnection {
    if state.isClosed { throw Failure.closedStore }
    if let open = state.connection, !open.isLost { return open }
    let db = try server.connect(for: .write)
    let row = try raiseEpoch(db)
    state.settle(row.commits)
    state.commits = max(state.commits, row.commits)
    state.connection = db
    if state.isRunner { try noteTimeline(db) }
    return db
  }

  // MARK: Failovers

  /// Makes this process one that notices failovers: at its next use of the store, and at each new
  /// connection.
  func beginRunning() async {
    await threads.run { [self] in (state.isRunner, state.connection) = (true, nil) }
  }

  /// Records the timeline of the server. If it is newer than the recorded one, a standby has
  /// replaced the server, and all lanes are paused.
  ///
  /// - Throws: A failure for the user if this process paused the lanes.
  /// - Source: PostgreSQL's manual, 26.3: each promotion begins a new timeline, which is the first
  ///   part of the names of the files of the log.
  private func noteTimeline(_ db: PostgresConnection) throws {
    let rows: [PostgresRows]
    do throws(PostgresError) {
      try db.add("SELECT timeline FROM meta")
      try db.add("SELECT pg_walfile_name(pg_current_wal_lsn())")
      rows = try db.run()
    } catch {
      // The server does not allow it to the user, or has no such files.
      if error.isFatal || error.state == "25006" { throw error }
      return
    }
    let current = Int64((rows.last?.first?.text(0) ?? "").prefix(8), radix: 16) ?? 0
    guard let known = rows.first?.first, !known.isNull(0) else {
      try db.add("UPDATE meta SET timeline = $1 WHERE timeline IS NULL", [.integer(current)])
      try db.run()
      return
    }
    guard known.integer(0) < current else { return }
    let paused = try transact(db) { turn in try turn.pauseAfterFailover(to: current) }
    if paused?.value == true { throw Failure.failover(server, known.integer(0), current) }
  }

  /// Raises the epoch, after which a transaction of an earlier connection cannot commit. Waits for
  /// such a transaction if it is just committing.
  private func raiseEpoch(
    _ db: PostgresConnection
  ) throws -> (commits: Int64, revision: Int64) {
    let row = try db.rows(
      """
      INSERT INTO writers(runner, epoch, commits, revision) VALUES($1, 1, 0, 0) \
      ON CONFLICT(runner) DO UPDATE SET epoch = writers.epoch + 1 \
      RETURNING epoch, commits, revision
      """, [.text(owner)]
    ).first
    state.epoch = row?.integer(0) ?? 0
    return (row?.integer(1) ?? 0, row?.integer(2) ?? 0)
  }
}

extension Failure {
  /// The notice that a standby has replaced the server, after all lanes were paused.
  fileprivate static func failover(
    _ server: PostgresServer, _ before: Int64, _ now: Int64
  ) -> Failure {
    Failure(
      .storage, what: "All lanes are paused.",
      why: "A standby has replaced the server of the store on \(server) (timeline \(before), now "
        + "\(now)). Without synchronous replication, its last changes may be lost, so that a "
        + "request that was sent may wait here again.",
      whatToDo: "Check the last jobs, then resume the lanes: weir queue resume")
  }
}
