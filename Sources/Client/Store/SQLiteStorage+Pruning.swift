import ClientCore
import ClientModel

extension SQLiteStorage {
  /// Deletes the jobs and graphs that exceed the retention limits. Returns the number of deleted
  /// jobs.
  func prune(olderThan limit: Timestamp, retaining size: ByteCount) async throws(Failure) -> Int {
    let doomed = try await read { tables in
      var total: Int64 = 0
      var (large, old): ([JobID], [JobID]) = ([], [])
      try Query(
        tables.db,
        "SELECT id, since, stored FROM jobs WHERE done = 1 ORDER BY since DESC, id DESC"
      ).eachRow { row in
        total += row.integer(2)
        if total > size.bytes {
          large.append(JobID(row.integer(0)))
        } else if row.integer(1) < limit.milliseconds {
          old.append(JobID(row.integer(0)))
        }
      }
      return try large + tables.plausible(old)
    }
    let count = try await remove(doomed)
    var age = PlausibleAge()
    let graphs = try await graphs(matching: GraphQuery(progress: .ended)).reversed().filter {
      age.isPlausible(created: $0.created, ended: $0.since) && $0.since < limit
    }
    _ = try await remove(Removal(graphs: GraphQuery(ids: graphs.map(\.id))))
    try await purgeEnded()
    try await sweep()
    await returnSpace()
    return count
  }

  /// Deletes lock files of ended processes, unreferenced body files, and outdated changes.
  ///
  /// This function and the creation of a lock file both hold the store's lock. Therefore a new lock
  /// file is never mistaken for the lock file of an ended process.
  private func sweep() async throws(Failure) {
    let (owner, files) = (owner, files)
    try await write { turn in
      try files.sweep(owner, turn.tables)
      for name in owner.allNames() where !owner.mayLive(name) { owner.bury(name) }
      let query = try Query(turn.db, "DELETE FROM changes WHERE revision < ?1")
      query.bind(1, turn.revision - ChangedJobs.retention)
      try query.run()
    }
  }
}

extension StoreTables {
  /// Returns the given jobs with plausible recorded times. The age of the other jobs is unknown.
  fileprivate func plausible(_ jobs: [JobID]) throws -> [JobID] {
    if jobs.isEmpty { return [] }
    let wanted = Set(jobs)
    var age = PlausibleAge()
    var found: [JobID] = []
    try Query(db, "SELECT id, created, since FROM jobs ORDER BY id").eachRow { row in
      let (id, created) = (JobID(row.integer(0)), Timestamp(milliseconds: row.integer(1)))
      let ended = Timestamp(milliseconds: row.integer(2))
      if age.isPlausible(created: created, ended: ended), wanted.contains(id) { found.append(id) }
    }
    return found
  }

  /// Returns whether the job has a row, which may be unreadable. A deleted job has no row.
  func holds(_ job: JobID) throws -> Bool { try has(job, in: "jobs") }

  /// Returns whether a job's files are still needed. A deleted job needs them while the deletion
  /// can be undone.
  func needsFiles(of job: JobID) throws -> Bool { try holds(job) || has(job, in: "deletedJobs") }

  private func has(_ job: JobID, in table: String) throws -> Bool {
    let query = try Query(db, "SELECT 1 FROM \(table) WHERE id = ?1")
    query.bind(1, job.rawValue)
    return try query.first { _ in true } ?? false
  }

  /// Returns whether the result of an attempt refers to this body file. Also returns true if the
  /// result cannot be read.
  func isNamed(body name: String) throws -> Bool {
    let parts = name.words(at: "-")
    guard parts.count > 2, let job = Int64(parts[parts.count - 2]),
      let number = Int(parts[parts.count - 1])
    else { return false }
    let id = AttemptID(job: JobID(job), number: number)
    let query = try Query(db, "SELECT result FROM results WHERE id = ?1")
    query.bind(1, id.key)
    guard let bytes = try query.first({ $0.blob(0) }) else { return false }
    do {
      var reader = try Record.open(bytes, at: .result(of: id), vault: vault)
      guard case .file(let stored, _, _) = try AttemptResult(from: &reader).body else {
        return false
      }
      return stored == name
    } catch {
      return true
    }
  }
}
