public import ClientCore
public import ClientModel

/// Functions that delete jobs and graphs, and undo a deletion.
///
/// A deletion first moves the rows of jobs and graphs into separate tables, in one transaction, so
/// that no query finds them. Undoing the deletion moves them back. When the deletion can no longer
/// be undone, the remaining rows and the files are deleted in small transactions.
extension SQLiteStorage {
  /// The maximum number of jobs that one transaction deletes. Other writers can write between two
  /// transactions.
  private static let portion = 500
  /// The maximum time that closing the store spends on deleting data. The next queue runner deletes
  /// the remaining data.
  private static let deletionTimeout = Duration.seconds(1)

  public func remove(_ removal: Removal) async throws(Failure) -> Int {
    switch removal {
    case .selected(let jobs, let graphs, let deletion):
      try await remove(jobs, graphs, as: deletion)
    case .retention(let limit, let size): try await prune(olderThan: limit, retaining: size)
    case .undoing(let deletion): try await write { turn in try turn.restore(deletion) }
    }
  }

  private func remove(
    _ jobs: JobQuery?, _ graphs: GraphQuery?, as deletion: DeletionID?
  ) async throws(Failure) -> Int {
    let now = clock.now
    let count = try await write { turn in
      try turn.remove(jobs, graphs, as: deletion, at: now)
    }
    if deletion != nil {
      hasDeleted.store(true, ordering: .relaxed)
    } else {
      try await purge("deleter = ''")
      if count > 0 { await returnSpace() }
    }
    return count
  }

  /// Deletes jobs permanently. Skips unfinished jobs, and jobs that a running graph needs.
  ///
  /// - Returns: The number of deleted jobs.
  func remove(_ jobs: [JobID]) async throws(Failure) -> Int {
    let now = clock.now
    let count = try await write { turn in try turn.remove(jobs, as: nil, at: now) }
    try await purge("deleter = ''")
    return count
  }

  /// Deletes the data of deletions that can no longer be undone. Such a deletion is older than a
  /// day, or its process has ended.
  func purgeEnded() async throws(Failure) {
    let (owner, now) = (owner, clock.now)
    let own = owner.instance
    let ended = try await read { tables in
      var names: [String] = []
      for table in ["deletedJobs", "deletedGraphs"] {
        try Query(tables.db, "SELECT DISTINCT deleter FROM \(table)").eachRow {
          names.append($0.text(0) ?? "")
        }
      }
      return Set(names).filter { $0.isEmpty || $0 != own && !owner.mayLive($0) }
    }
    for name in ended { try await purge("deleter = ?1", name) }
    try await purge("deletedAt < \(now.advanced(by: .zero - DeletionID.undoable).milliseconds)")
  }

  /// Deletes the data of this process's deletions. Stops after `deletionTimeout`.
  func purgeOwn() async throws(Failure) {
    guard hasDeleted.load(ordering: .relaxed) else { return }
    try await purge("deleter = ?1", owner.instance, until: .now + Self.deletionTimeout)
  }

  private func purge(
    _ condition: String, _ name: String? = nil, until end: ContinuousClock.Instant? = nil
  ) async throws(Failure) {
    while try await write({ turn in try turn.purge(condition, name, most: Self.portion) }) {
      if let end, ContinuousClock.now >= end { return }
    }
  }
}

extension WriteTransaction {
  fileprivate func remove(
    _ jobs: JobQuery?, _ graphs: GraphQuery?, as deletion: DeletionID?, at now: Timestamp
  ) throws -> Int {
    var count = 0
    if var jobs {
      (jobs.offset, jobs.limit, jobs.order) = (0, nil, .oldestFirst)
      jobs.states = (jobs.states ?? Set(JobState.Word.allCases)).filter(\.isFinished)
      count = try remove(try tables.ids(matching: jobs), as: deletion, at: now)
    }
    guard let graphs else { return count }
    // A batch is not removed here. It is removed together with its last job.
    let gone = try tables.graphs(matching: graphs) { _ in false }
      .filter { $0.isEnded && $0.rows == nil }
    for run in gone { try hide(run.id, as: deletion, at: now) }
    return count
  }

  /// Moves the rows of jobs to `deletedJobs`. Skips unfinished jobs and jobs that a running graph
  /// needs.
  fileprivate func remove(
    _ ids: [JobID], as deletion: DeletionID?, at now: Timestamp
  ) throws -> Int {
    let name = deletion == nil ? "" : try owner.name()
    let batches = try cache.batches(db)
    let areGraphsOpen =
      try Query(db, "SELECT 1 FROM graphs WHERE done = 0 LIMIT 1").first { _ in true } ?? false
    let read = try Query(
      once: "SELECT lane, state, since FROM jobs WHERE id = ?1 AND done = 1", db)
    let copy = try Query(
      once: "INSERT INTO deletedJobs SELECT \(JobRow.columns), ?2, ?3, ?4 FROM jobs WHERE id = ?1",
      db)
    copy.bind(2, name)
    copy.bind(3, deletion?.rawValue ?? 0)
    copy.bind(4, now.milliseconds)
    let delete = try Query(once: "DELETE FROM jobs WHERE id = ?1", db)
    var count = 0
    for id in ids {
      if areGraphsOpen, try tables.isNeeded(id) { continue }
      read.bind(1, id.rawValue)
      guard let row = try read.first({ ($0.integer(0), $0.integer(1), $0.integer(2)) }) else {
        continue
      }
      for query in [copy, delete] {
        query.bind(1, id.rawValue)
        try query.run()
      }
      tally(row.0, row.1, -1)
      if let batch = batches[id] {
        move(since: Timestamp(milliseconds: row.2), in: batch, from: row.1, to: nil)
      }
      count += 1
    }
    if count > 0 { _ = nextRevision() }
    return count
  }

  func hide(_ graph: GraphID, as deletion: DeletionID?, at now: Timestamp) throws {
    let copy = try Query(
      db, "INSERT INTO deletedGraphs SELECT *, ?2, ?3, ?4 FROM graphs WHERE id = ?1")
    copy.bind(1, graph.rawValue)
    copy.bind(2, deletion == nil ? "" : try owner.name())
    copy.bind(3, deletion?.rawValue ?? 0)
    copy.bind(4, now.milliseconds)
    try copy.run()
    let delete = try Query(db, "DELETE FROM graphs WHERE id = ?1")
    delete.bind(1, graph.rawValue)
    try delete.run()
    _ = nextRevision()
  }

  /// Moves the row of an empty batch to `deletedGraphs`, as a part of the deletion that removed the
  /// last job of the batch.
  func hide(emptyBatch graph: GraphID) throws {
    let copy = try Query(
      db,
      """
      INSERT INTO deletedGraphs SELECT graphs.*, deleter, deletion, deletedAt \
      FROM batches JOIN graphs ON graphs.id = graph \
      JOIN deletedJobs ON deletedJobs.id BETWEEN first AND last \
      WHERE graph = ?1 ORDER BY deletedAt DESC LIMIT 1
      """)
    let delete = try Query(db, "DELETE FROM graphs WHERE id = ?1")
    for query in [copy, delete] {
      query.bind(1, graph.rawValue)
      try query.run()
    }
    _ = nextRevision()
  }

  fileprivate func restore(_ deletion: DeletionID) throws -> Int {
    let own = try owner.name()
    let batches = try cache.batches(db)
    var rows: [(id: Int64, lane: Int64, code: Int64, since: Int64)] = []
    let read = try Query(
      db, "SELECT id, lane, state, since FROM deletedJobs WHERE deleter = ?1 AND deletion = ?2")
    read.bind(1, own)
    read.bind(2, deletion.rawValue)
    try read.eachRow { rows.append(($0.integer(0), $0.integer(1), $0.integer(2), $0.integer(3))) }
    var graphs: Set<Int64> = []
    let find = try Query(db, "SELECT id FROM deletedGraphs WHERE deleter = ?1 AND deletion = ?2")
    find.bind(1, own)
    find.bind(2, deletion.rawValue)
    try find.eachRow { graphs.insert($0.integer(0)) }
    let copy = try Query(
      db,
      "INSERT INTO jobs(\(JobRow.columns)) SELECT \(JobRow.columns) FROM deletedJobs WHERE id = ?1")
    let delete = try Query(db, "DELETE FROM deletedJobs WHERE id = ?1")
    for row in rows {
      for query in [copy, delete] {
        query.bind(1, row.id)
        try query.run()
      }
      tally(row.lane, row.code, 1)
      if let batch = batches[JobID(row.id)] {
        graphs.insert(batch.graph.rawValue)
        move(since: Timestamp(milliseconds: row.since), in: batch, from: nil, to: row.code)
      }
      note(JobID(row.id))
    }
    for graph in graphs { try restore(graph: graph) }
    return rows.count
  }

  private func restore(graph: Int64) throws {
    let copy = try Query(
      db,
      """
      INSERT INTO graphs SELECT id, done, owner, ?2, since, standing FROM deletedGraphs \
      WHERE id = ?1
      """)
    copy.bind(1, graph)
    copy.bind(2, nextRevision())
    try copy.run()
    let delete = try Query(db, "DELETE FROM deletedGraphs WHERE id = ?1")
    delete.bind(1, graph)
    try delete.run()
  }

  /// Deletes the remaining data of deleted jobs and graphs. The files are deleted after the commit.
  ///
  /// - Parameter name: The value of `?1` in the condition.
  /// - Returns: Whether more deleted jobs may match the condition.
  fileprivate func purge(_ condition: String, _ name: String?, most: Int) throws -> Bool {
    let jobs = try ids("deletedJobs", condition, name, most: most)
    for job in jobs { try purge(JobID(job)) }
    let graphs = try ids("deletedGraphs", condition, name, most: most)
    for graph in graphs where try !hasDeletedRows(graph) { try remove(GraphID(graph)) }
    if !jobs.isEmpty || !graphs.isEmpty { _ = nextRevision() }
    return jobs.count == most
  }

  private func ids(
    _ table: String, _ condition: String, _ name: String?, most: Int
  ) throws -> [Int64] {
    let query = try Query(db, "SELECT id FROM \(table) WHERE \(condition) LIMIT \(most)")
    if let name { query.bind(1, name) }
    var found: [Int64] = []
    try query.eachRow { found.append($0.integer(0)) }
    return found
  }

  /// Returns whether rows of a deleted batch can still be restored.
  private func hasDeletedRows(_ graph: Int64) throws -> Bool {
    let query = try Query(
      db,
      """
      SELECT 1 FROM batches JOIN deletedJobs ON deletedJobs.id BETWEEN first AND last \
      WHERE graph = ?1 LIMIT 1
      """)
    query.bind(1, graph)
    return try query.first { _ in true } ?? false
  }

  private func purge(_ id: JobID) throws {
    if hasSnapshots { doom(snapshotsOf: id) }
    do {
      for attempt in try tables.attempts(of: id) {
        if case .file(let name, _, _) = attempt.result?.body { doom(body: name) }
      }
    } catch is Failure {
      // A row must be removed even if it is damaged or its key is lost. The next prune deletes body
      // files without a row.
    }
    for sql in [
      "DELETE FROM deletedJobs WHERE id = ?1", "DELETE FROM requests WHERE job = ?1",
      "DELETE FROM hops WHERE job = ?1", "DELETE FROM adders WHERE job = ?1",
      "DELETE FROM rowValues WHERE job = ?1",
    ] {
      let query = try Query(db, sql)
      query.bind(1, id.rawValue)
      try query.run()
    }
    for table in ["attempts", "results"] {
      let query = try Query(db, "DELETE FROM \(table) WHERE id > ?1 AND id < ?2")
      query.bind(1, AttemptID(job: id, number: 0).key)
      query.bind(2, AttemptID(job: JobID(id.rawValue + 1), number: 0).key)
      try query.run()
    }
  }
}
