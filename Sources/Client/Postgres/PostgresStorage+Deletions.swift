public import ClientCore
public import ClientModel
import ClientStore

/// Functions that delete jobs and graphs, and undo a deletion.
///
/// A deletion first marks the rows of jobs and graphs, in one transaction, so that no query finds
/// them. When it can no longer be undone, the rows are deleted in small transactions.
extension PostgresStorage {
  /// The maximum number of jobs that one transaction deletes.
  private static let portion = 500

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
    let count = try await write { turn in try turn.remove(jobs, graphs, as: deletion, at: now) }
    if deletion == nil { try await purge("deleter = $1", [.text("")]) }
    return count
  }

  /// Deletes the jobs and graphs that exceed the retention limits. Returns the number of deleted
  /// jobs.
  private func prune(
    olderThan limit: Timestamp, retaining size: ByteCount
  ) async throws(Failure) -> Int {
    let doomed = try await read { tables in try tables.expired(limit, size) }
    let now = clock.now
    let count = try await write { turn in try turn.remove(doomed, as: nil, at: now) }
    var age = PlausibleAge()
    let graphs = try await graphs(matching: GraphQuery(progress: .ended)).reversed().filter {
      age.isPlausible(created: $0.created, ended: $0.since) && $0.since < limit
    }
    _ = try await remove(Removal(graphs: GraphQuery(ids: graphs.map(\.id))))
    // A dead process cannot undo its deletions.
    try await purge(
      """
      deleter = '' OR deletedAt < $1 OR deleter <> $2 AND NOT EXISTS (SELECT 1 FROM runners \
      WHERE runners.id = deleter AND lease > clock_timestamp())
      """,
      [.integer(now.advanced(by: .zero - DeletionID.undoable).milliseconds), .text(owner)])
    let living = try await write { turn in
      try turn.sweep()
      return try turn.tables.living()
    }
    bodies.sweep(isAlive: living.contains)
    return count
  }

  /// Deletes the rows of deleted jobs and graphs that match a condition.
  func purge(_ condition: String, _ parameters: [PostgresValue]) async throws(Failure) {
    let parameters = PurgeParameters(values: parameters)
    while try await write({ turn in
      try turn.purge(condition, parameters.values, most: Self.portion)
    }) {}
  }

  private struct PurgeParameters: Sendable {
    let values: [PostgresValue]
  }
}

extension PostgresTables {
  /// Returns the finished jobs that exceed the retention limits.
  fileprivate func expired(_ limit: Timestamp, _ size: ByteCount) throws -> [JobID] {
    var total: Int64 = 0
    var (large, old): ([JobID], [JobID]) = ([], [])
    for row in try db.rows(
      "SELECT id, since, stored FROM jobs WHERE done AND deletedAt IS NULL "
        + "ORDER BY ended DESC, id DESC")
    {
      total += row.integer(2)
      if total > size.bytes {
        large.append(JobID(row.integer(0)))
      } else if row.integer(1) < limit.milliseconds {
        old.append(JobID(row.integer(0)))
      }
    }
    return try large + plausible(old)
  }

  /// Returns the given jobs with plausible recorded times. The age of the other jobs is unknown.
  private func plausible(_ jobs: [JobID]) throws -> [JobID] {
    if jobs.isEmpty { return [] }
    let wanted = Set(jobs)
    var age = PlausibleAge()
    var found: [JobID] = []
    for row in try db.rows(
      "SELECT id, created, since FROM jobs WHERE deletedAt IS NULL ORDER BY id")
    {
      let (id, created) = (JobID(row.integer(0)), Timestamp(milliseconds: row.integer(1)))
      let ended = Timestamp(milliseconds: row.integer(2))
      if age.isPlausible(created: created, ended: ended), wanted.contains(id) { found.append(id) }
    }
    return found
  }
}

extension PostgresTransaction {
  /// The number of changes that the table retains. A process that missed more reads everything
  /// again.
  private static let retainedChanges: Int64 = 1_000_000

  /// The graph of the batch that contains a job.
  private static let batch = """
    (SELECT graph FROM (SELECT last, graph FROM batches WHERE first <= jobs.id \
    ORDER BY first DESC LIMIT 1) b WHERE last >= jobs.id)
    """

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
    let gone = try tables.graphs(matching: graphs, living: []).filter {
      $0.isEnded && $0.rows == nil
    }
    if gone.isEmpty { return count }
    try db.add(
      "UPDATE graphs SET deleter = $2, deletion = $3, deletedAt = $4 WHERE id = ANY($1) AND done",
      [
        .integers(gone.map(\.id.rawValue)), .text(deletion == nil ? "" : owner),
        .integer(deletion?.rawValue ?? 0), .integer(now.milliseconds),
      ])
    for run in gone { note(graph: run.id) }
    return count
  }

  /// Marks jobs as deleted. Skips unfinished jobs and jobs that a running graph needs.
  fileprivate func remove(
    _ ids: [JobID], as deletion: DeletionID?, at now: Timestamp
  ) throws -> Int {
    if ids.isEmpty { return 0 }
    let keys = PostgresValue.integers(ids.map(\.rawValue))
    try db.add("SELECT 1 FROM jobs WHERE id = ANY($1) ORDER BY id FOR UPDATE", [keys])
    let gone = try db.rows(
      """
      UPDATE jobs SET deleter = $2, deletion = $3, deletedAt = $4 \
      WHERE id = ANY($1) AND done AND deletedAt IS NULL \
      AND NOT EXISTS (SELECT 1 FROM steps JOIN graphs ON graphs.id = graph \
      WHERE job = jobs.id AND NOT graphs.done) RETURNING id, lane, state, since, \(Self.batch)
      """,
      [
        keys, .text(deletion == nil ? "" : owner), .integer(deletion?.rawValue ?? 0),
        .integer(now.milliseconds),
      ])
    for row in gone { count(row, -1) }
    if !gone.isEmpty { noteOther() }
    return gone.count
  }

  /// Counts a job that was deleted or restored. The row has the id, the lane, the state, the time
  /// and the batch.
  private func count(_ row: PostgresRow, _ change: Int64) {
    guard let word = JobState.Word(code: row.integer(2)) else { return }
    tally(row.integer(1), word, change)
    if row.isNull(4) { return }
    move(
      since: Timestamp(milliseconds: row.integer(3)), in: GraphID(row.integer(4)),
      from: change < 0 ? word : nil, to: change < 0 ? nil : word)
  }

  /// Marks an empty batch as deleted, as a part of the deletion that removed its last job.
  func hide(emptyBatch graph: GraphID) throws {
    try db.add(
      """
      UPDATE graphs SET (deleter, deletion, deletedAt) = \
      (SELECT jobs.deleter, jobs.deletion, jobs.deletedAt FROM batches JOIN jobs \
      ON jobs.id BETWEEN first AND last WHERE graph = $1 AND jobs.deletedAt IS NOT NULL \
      ORDER BY jobs.deletedAt DESC LIMIT 1) WHERE id = $1
      """, [.integer(graph.rawValue)])
    note(graph: graph)
  }

  fileprivate func restore(_ deletion: DeletionID) throws -> Int {
    let names: [PostgresValue] = [.text(owner), .integer(deletion.rawValue)]
    let rows = try db.rows(
      """
      UPDATE jobs SET deleter = NULL, deletion = NULL, deletedAt = NULL \
      WHERE deleter = $1 AND deletion = $2 AND deletedAt IS NOT NULL \
      RETURNING id, lane, state, since, \(Self.batch)
      """, names)
    for row in rows {
      count(row, 1)
      note(JobID(row.integer(0)))
    }
    let batches = Set(rows.filter { !$0.isNull(4) }.map { $0.integer(4) })
    for row in try db.rows(
      """
      UPDATE graphs SET deleter = NULL, deletion = NULL, deletedAt = NULL \
      WHERE deletedAt IS NOT NULL AND (deleter = $1 AND deletion = $2 OR id = ANY($3)) RETURNING id
      """, names + [.integers(batches.sorted())])
    {
      note(graph: GraphID(row.integer(0)))
    }
    return rows.count
  }

  /// Deletes the rows of deleted jobs and graphs.
  ///
  /// - Returns: Whether more deleted jobs may match the condition.
  fileprivate func purge(
    _ condition: String, _ parameters: [PostgresValue], most: Int
  ) throws -> Bool {
    let jobs = try db.rows(
      """
      SELECT id FROM jobs WHERE deletedAt IS NOT NULL AND (\(condition)) LIMIT \(most) \
      FOR UPDATE SKIP LOCKED
      """, parameters
    ).map { $0.integer(0) }
    for sql in jobs.isEmpty
      ? []
      : [
        "DELETE FROM jobs WHERE id = ANY($1)", "DELETE FROM requests WHERE job = ANY($1)",
        "DELETE FROM hops WHERE job = ANY($1)", "DELETE FROM adders WHERE job = ANY($1)",
        "DELETE FROM rowValues WHERE job = ANY($1)",
        "DELETE FROM attempts USING unnest($1) j WHERE id > j << 20 AND id < j + 1 << 20",
        "DELETE FROM results USING unnest($1) j WHERE id > j << 20 AND id < j + 1 << 20",
        "DELETE FROM chunks USING unnest($1) j WHERE attempt > j << 20 AND attempt < j + 1 << 20",
      ]
    { try db.add(sql, [.integers(jobs)]) }
    // A deleted batch is needed while rows of it can be restored.
    let graphs = try db.rows(
      """
      SELECT id FROM graphs WHERE deletedAt IS NOT NULL AND (\(condition)) \
      AND NOT EXISTS (SELECT 1 FROM batches JOIN jobs ON jobs.id BETWEEN first AND last \
      WHERE batches.graph = graphs.id) LIMIT \(most) FOR UPDATE SKIP LOCKED
      """, parameters
    ).map { $0.integer(0) }
    for sql in graphs.isEmpty
      ? []
      : [
        "DELETE FROM graphs WHERE id = ANY($1)", "DELETE FROM materials WHERE graph = ANY($1)",
        "DELETE FROM steps WHERE graph = ANY($1)", "DELETE FROM batches WHERE graph = ANY($1)",
        "DELETE FROM rowCounts WHERE graph = ANY($1)",
      ]
    { try db.add(sql, [.integers(graphs)]) }
    if !jobs.isEmpty || !graphs.isEmpty { noteOther() }
    return jobs.count == most
  }

  /// Deletes outdated changes, and the rows of processes that ended a day ago.
  fileprivate func sweep() throws {
    try db.add(
      "DELETE FROM changes WHERE revision < (SELECT revision - $1 FROM meta)",
      [.integer(Self.retainedChanges)])
    try db.add("DELETE FROM runners WHERE lease < clock_timestamp() - interval '1 day'")
    try db.add(
      "DELETE FROM writers WHERE runner <> $1 AND NOT EXISTS "
        + "(SELECT 1 FROM runners WHERE id = runner)", [.text(owner)])
    noteOther()
  }
}
