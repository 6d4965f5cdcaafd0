import CPostgres
package import ClientCore
package import ClientModel
package import ClientStore

/// The state of a store on a server.
package struct PostgresStatus: Sendable {
  /// A process that uses the store.
  package struct Runner: Sendable {
    package var name: String
    package var machine: String
    package var process: Int64
    /// The time until the other processes consider it dead. It is negative for a dead process.
    package var lease: Duration
    /// Whether it runs the queue.
    package var isQueueRunner: Bool
  }

  /// A session of the server that prevents vacuum from removing old rows.
  package struct Snapshot: Sendable {
    package var process: Int64
    package var application: String
    package var state: String
    /// The duration of its transaction, or nil if it has none.
    package var age: Duration?
    /// The number of transactions since its snapshot.
    package var transactions: Int64
  }

  /// The version of the server, such as `15.18`.
  package var server: String
  package var schema: String
  /// The version of the tables, or nil if the store was not created.
  package var version: Int64?
  package var runners: [Runner] = []
  package var jobs: [JobState.Word: Int] = [:]
  /// The sessions with the oldest snapshots, oldest first.
  package var snapshots: [Snapshot] = []
}

extension PostgresServer {
  /// The version of the installed libpq, such as `15.18`. It is nil if libpq is not installed.
  package static var libraryVersion: String? {
    cpostgres_library_name().map { _ in version(Int(cpostgres_library_version())) }
  }

  /// - Source: `PQserverVersion` in PostgreSQL's manual, for version 10 and later.
  private static func version(_ number: Int) -> String { "\(number / 10_000).\(number % 10_000)" }

  /// Reads the state of the store. Creates nothing.
  ///
  /// - Throws: A failure if the server cannot be used, or if a newer version of Weir wrote the
  ///   store.
  package func status() async throws(Failure) -> PostgresStatus {
    try await run(for: .read) { [self] db in
      var status = PostgresStatus(server: Self.version(db.serverVersion), schema: schema)
      status.version = try PostgresSchema.present(db, schema)
      if status.version == nil { return status }
      status.runners = try Self.runners(db)
      for row in try db.rows("SELECT state, sum(jobs)::bigint FROM tallies GROUP BY state") {
        guard let word = JobState.Word(code: row.integer(0)) else { continue }
        status.jobs[word] = Int(row.integer(1))
      }
      status.snapshots = try Self.snapshots(db)
      return status
    }
  }

  /// Creates the tables of the store.
  ///
  /// - Returns: False if the store existed.
  package func create() async throws(Failure) -> Bool {
    try await run(for: .write) { [self] db in
      if try PostgresSchema.check(db, schema) { return false }
      try PostgresSchema.prepare(db, schema)
      return true
    }
  }

  /// Changes the tables of an older version of Weir to this version.
  ///
  /// - Returns: The version before and now, or nil if there are no tables.
  package func migrate() async throws(Failure) -> (before: Int64, now: Int64)? {
    try await run(for: .write) { [self] db in
      try PostgresSchema.migrate(db, schema).map { ($0, PostgresSchema.version) }
    }
  }

  private func run<Value: Sendable>(
    for use: Use, _ body: @escaping @Sendable (PostgresConnection) throws -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      OwnThread.run { [self] in
        do {
          continuation.resume(returning: .success(try body(try connect(for: use))))
        } catch {
          continuation.resume(returning: .failure(.postgres(error, self)))
        }
      }
    }
    return try result.get()
  }

  private static func runners(_ db: PostgresConnection) throws -> [PostgresStatus.Runner] {
    try db.rows(
      """
      SELECT id, machine, process, \
      (extract(epoch FROM lease - clock_timestamp()) * 1000)::bigint, runs \
      FROM runners ORDER BY machine, process
      """
    ).map { row in
      PostgresStatus.Runner(
        name: row.text(0) ?? "", machine: row.text(1) ?? "", process: row.integer(2),
        lease: .milliseconds(row.integer(3)), isQueueRunner: row.flag(4))
    }
  }

  /// The server shows the sessions of other roles only to members of `pg_read_all_stats`.
  private static func snapshots(_ db: PostgresConnection) throws -> [PostgresStatus.Snapshot] {
    try db.rows(
      """
      SELECT pid, coalesce(application_name, ''), coalesce(state, ''), \
      (extract(epoch FROM clock_timestamp() - xact_start) * 1000)::bigint, \
      age(backend_xmin) FROM pg_stat_activity \
      WHERE backend_xmin IS NOT NULL AND pid <> pg_backend_pid() \
      AND datname = current_database() ORDER BY age(backend_xmin) DESC, pid LIMIT 5
      """
    ).map { row in
      PostgresStatus.Snapshot(
        process: row.integer(0), application: row.text(1) ?? "", state: row.text(2) ?? "",
        age: row.isNull(3) ? nil : .milliseconds(row.integer(3)), transactions: row.integer(4))
    }
  }
}

extension PostgresStorage {
  /// Creates a temporary file in a folder of this machine, for jobs that are added later.
  package func spool(in folder: String) throws(Failure) -> JobSpoolWriter {
    try coder.spool(in: folder)
  }

  /// Reads the ids of jobs in the query's order, within its offset and limit.
  package func ids(matching query: JobQuery) async throws(Failure) -> [JobID] {
    try await read { tables in try tables.ids(matching: query) }
  }
}
