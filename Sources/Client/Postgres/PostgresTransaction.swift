import ClientCore
import ClientModel
import ClientStore

/// A write transaction. Only the writer's thread uses it.
///
/// Changed rows are collected and written by few statements. Locks are taken in this order, so that
/// transactions rarely wait for each other in a circle: graphs of steps, jobs by id, attempts,
/// lanes, and at last the row of `meta`. If they do, the server ends one, and it is repeated.
///
/// The revision is the row of `meta`, which is locked only at the end of a transaction, until its
/// commit. Revisions therefore have no gaps and the order of the commits, and a reader that sees a
/// revision sees every commit before it. A sequence has neither property. This costs no further
/// speed, because the notification of a commit holds a lock of the whole server during this time.
final class PostgresTransaction {
  let tables: PostgresTables
  let owner: String
  let clock: any WallClock
  /// The term in which this transaction began.
  let term: RunnerLease.Term
  var db: PostgresConnection { tables.db }
  var coder: RecordCoder { tables.coder }

  /// The key of a count: of a lane or a batch, and a state.
  struct CountKey: Hashable {
    var owner: Int64
    var state: JobState.Word
  }

  /// The job of each change, in order. A change without a job is 0.
  private(set) var changes: [Int64] = []
  private(set) var changedLanes: Set<Int64> = []
  private(set) var changedGraphs: Set<Int64> = []
  private(set) var tallies: [CountKey: Int64] = [:]
  /// The changes to the job counts of batches.
  var rowCounts: [CountKey: Int64] = [:]
  /// The time of the last change to a job in each changed batch.
  var moved: [GraphID: Timestamp] = [:]
  var cookieChanges: Int64 = 0
  private var laneIDs: [LaneKey: Int64] = [:]

  /// The rows that were read for a change, by job.
  private var loaded: [JobID: PostgresJob] = [:]
  private var new = PostgresJobColumns()
  private var dirty: Set<JobID> = []
  private var pending = PendingRows()

  /// The number of rows after which collected rows are sent.
  private static let portion = 500

  /// Rows to write at the next flush.
  private struct PendingRows {
    var requests: (jobs: [Int64], bytes: [[UInt8]]) = ([], [])
    var attempts: (ids: [Int64], facts: [[UInt8]]) = ([], [])
    var results: (ids: [Int64], bytes: [[UInt8]]) = ([], [])
    var hops: (jobs: [Int64], bytes: [[UInt8]]) = ([], [])
    var goneHops: [Int64] = []
    var adders: [Int64] = []
    var values: (jobs: [Int64], bytes: [[UInt8]]) = ([], [])
    var running: [Int64] = []
    var stopped: [Int64] = []
    /// The slots that pass from one attempt to another one, or become free.
    var slots: (lanes: [Int64], from: [Int64], next: [Int64?]) = ([], [], [])
  }

  init(_ tables: PostgresTables, owner: String, clock: any WallClock, term: RunnerLease.Term) {
    (self.tables, self.owner, self.clock, self.term) = (tables, owner, clock, term)
  }

  var hasChanged: Bool { !changes.isEmpty }

  func note(_ job: JobID) { changes.append(job.rawValue) }

  func note(lane: Int64) {
    changes.append(0)
    changedLanes.insert(lane)
  }

  func note(graph: GraphID) {
    changes.append(0)
    changedGraphs.insert(graph.rawValue)
  }

  func noteOther() { changes.append(0) }

  func tally(_ lane: Int64, _ state: JobState.Word, _ change: Int64) {
    tallies[CountKey(owner: lane, state: state), default: 0] += change
  }

  // MARK: Ids

  /// Reserves consecutive ids. Ids of a transaction that fails are never used.
  ///
  /// - Returns: The first id.
  func reserve(_ count: Int, from sequence: String) throws -> Int64 {
    let key = "hashtextextended('weir ids ' || current_schema(), 0)"
    try db.add("SELECT pg_advisory_lock(\(key))")
    try db.add(
      "SELECT setval('\(sequence)', nextval('\(sequence)') + $1 - 1) - $1 + 1",
      [.integer(Int64(count))])
    try db.add("SELECT pg_advisory_unlock(\(key))")
    let rows = try db.run()
    return rows[rows.count - 2].first?.integer(0) ?? 0
  }

  // MARK: Jobs

  /// Reads and locks jobs. Jobs that were read before are omitted.
  func load(_ ids: some Sequence<JobID>) throws {
    let missing = Set(ids).filter { loaded[$0] == nil }.map(\.rawValue).sorted()
    if missing.isEmpty { return }
    try load(try db.rows(Self.lockJobs, [.integers(missing)]))
  }

  static let lockJobs = """
    SELECT \(PostgresJob.columns) FROM \(PostgresJob.source) \
    WHERE jobs.id = ANY($1) AND deletedAt IS NULL ORDER BY jobs.id FOR UPDATE OF jobs
    """

  func load(_ rows: PostgresRows) throws {
    for row in rows {
      let row = try tables.row(row)
      loaded[row.job.id] = row
    }
  }

  /// Returns a job that `load` has read, or nil if there is none.
  subscript(_ id: JobID) -> PostgresJob? { loaded[id] }

  func insert(_ row: PostgresJob) throws {
    try new.append(row, coder)
    note(row.job.id)
    // The jobs of a new batch are counted after all of them are inserted.
    tally(row.lane, row.storedState, 1)
    if row.storedState == .running { pending.running.append(row.job.id.rawValue) }
    if new.count >= Self.portion { try flush() }
  }

  /// Records the changes of a loaded job.
  func update(_ row: PostgresJob) throws {
    let (job, before, word) = (row.job, row.storedState, row.job.state.word)
    loaded[job.id] = row
    dirty.insert(job.id)
    note(job.id)
    if job.attempts > 1, !job.goesOnFromHop { removeHop(of: job.id) }
    guard before != word else { return }
    row.storedState = word
    tally(row.lane, before, -1)
    tally(row.lane, word, 1)
    if word == .running { pending.running.append(job.id.rawValue) }
    if before == .running {
      pending.stopped.append(job.id.rawValue)
      moveSlot(of: row, from: AttemptID(job: job.id, number: job.attempts), to: nil)
    }
    if let batch = row.batch { move(since: job.since, in: batch.graph, from: before, to: word) }
  }

  /// Updates the counts of a batch after a change to a job's state. A nil state means that the row
  /// does not exist.
  func move(
    since: Timestamp, in graph: GraphID, from before: JobState.Word?, to next: JobState.Word?
  ) {
    guard before != next else { return }
    if let before { rowCounts[CountKey(owner: graph.rawValue, state: before), default: 0] -= 1 }
    if let next { rowCounts[CountKey(owner: graph.rawValue, state: next), default: 0] += 1 }
    moved[graph] = max(since, moved[graph] ?? since)
  }

  /// Passes the slot of an attempt to the next attempt of its job, or frees it. Does nothing if the
  /// attempt has no slot.
  func moveSlot(of row: PostgresJob, from attempt: AttemptID, to next: AttemptID?) {
    pending.slots.lanes.append(row.lane)
    pending.slots.from.append(attempt.key)
    pending.slots.next.append(next?.key)
  }

  /// Writes a request. Returns its size in bytes.
  func write(_ request: [UInt8], of id: JobID) -> Int64 {
    pending.requests.jobs.append(id.rawValue)
    pending.requests.bytes.append(request)
    return Int64(request.count)
  }

  func insert(_ attempt: Attempt) throws {
    guard attempt.id.number > 0, attempt.id.number < AttemptID.mostAttempts else {
      throw Failure(
        .storage, what: "Job \(attempt.id.job) was not retried.",
        why: "It has reached the maximum number of attempts.",
        whatToDo: "Run it again as a new job.")
    }
    pending.attempts.ids.append(attempt.id.key)
    pending.attempts.facts.append(try coder.bytes(of: attempt))
  }

  /// Writes a result. Returns the size in bytes, including the body.
  func write(_ end: AttemptEnd) throws -> Int64 {
    let bytes = try coder.bytes(of: end)
    pending.results.ids.append(end.id.key)
    pending.results.bytes.append(bytes)
    guard case .file(_, let length, _) = end.result.body else { return Int64(bytes.count) }
    return Int64(bytes.count) + length.bytes
  }

  /// Writes a redirect. Returns its size in bytes.
  func write(_ hop: RedirectHop, of id: JobID) throws -> Int64 {
    let bytes = try coder.bytes(of: hop, job: id)
    pending.goneHops.removeAll { $0 == id.rawValue }
    pending.hops.jobs.append(id.rawValue)
    pending.hops.bytes.append(bytes)
    return Int64(bytes.count)
  }

  func removeHop(of id: JobID) {
    if let place = pending.hops.jobs.firstIndex(of: id.rawValue) {
      pending.hops.jobs.remove(at: place)
      pending.hops.bytes.remove(at: place)
    }
    pending.goneHops.append(id.rawValue)
  }

  func hasRemovedHop(of id: JobID) -> Bool { pending.goneHops.contains(id.rawValue) }

  /// Records that this process added an immediate job and may start it.
  func recordAdder(of id: JobID) { pending.adders.append(id.rawValue) }

  func write(values: [UInt8], of row: JobID) throws {
    pending.values.jobs.append(row.rawValue)
    pending.values.bytes.append(try coder.bytes(ofValues: values, row: row))
  }

  /// Sends the collected rows with the next statement. Must be called before their tables are read.
  func flush() throws {
    if new.count > 0 { try db.add(PostgresJobColumns.insert, new.parameters) }
    new = PostgresJobColumns()
    var changed = PostgresJobColumns()
    for id in dirty.sorted() {
      if let row = loaded[id] { try changed.append(row, coder) }
    }
    dirty = []
    if changed.count > 0 { try db.add(PostgresJobColumns.update, changed.parameters) }
    let rows = pending
    pending = PendingRows()
    try put(rows.requests.jobs, rows.requests.bytes, "requests(job, request)", "job", "request")
    try put(rows.results.ids, rows.results.bytes, "results(id, result)", "id", "result")
    try put(rows.hops.jobs, rows.hops.bytes, "hops(job, hop)", "job", "hop")
    try put(rows.values.jobs, rows.values.bytes, "rowValues(job, value)", "job", "value")
    if !rows.attempts.ids.isEmpty {
      try db.add(
        """
        INSERT INTO attempts(id, owner, taken, facts) \
        SELECT id, $3, false, facts FROM unnest($1::bigint[], $2::bytea[]) r(id, facts)
        """, [.integers(rows.attempts.ids), .blobs(rows.attempts.facts), .text(owner)])
    }
    if !rows.goneHops.isEmpty {
      try db.add("DELETE FROM hops WHERE job = ANY($1)", [.integers(rows.goneHops)])
    }
    if !rows.adders.isEmpty {
      try db.add(
        "INSERT INTO adders SELECT unnest($1::bigint[]), $2",
        [.integers(rows.adders), .text(owner)])
    }
    if !rows.slots.lanes.isEmpty {
      try db.add(
        """
        UPDATE slots SET attempt = r.next FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) \
        r(lane, attempt, next) WHERE slots.lane = r.lane AND slots.attempt = r.attempt
        """,
        [
          .integers(rows.slots.lanes), .integers(rows.slots.from), .integers(rows.slots.next),
        ])
    }
    // A job may stop and start again in one transaction.
    if !rows.stopped.isEmpty {
      try db.add("DELETE FROM running WHERE job = ANY($1)", [.integers(rows.stopped)])
    }
    let started = rows.running.filter {
      loaded[JobID($0)].map { $0.storedState == .running } ?? true
    }
    if !started.isEmpty {
      try db.add(
        "INSERT INTO running SELECT unnest($1::bigint[]) ON CONFLICT DO NOTHING",
        [.integers(started)])
    }
  }

  private func put(
    _ keys: [Int64], _ bytes: [[UInt8]], _ table: String, _ key: String, _ value: String
  ) throws {
    if keys.isEmpty { return }
    // Of several rows with one key, the last one counts.
    var latest: [Int64: Int] = [:]
    for (place, key) in keys.enumerated() { latest[key] = place }
    let places = latest.values.sorted()
    try db.add(
      """
      INSERT INTO \(table) SELECT * FROM unnest($1::bigint[], $2::bytea[]) \
      ON CONFLICT(\(key)) DO UPDATE SET \(value) = excluded.\(value)
      """, [.integers(places.map { keys[$0] }), .blobs(places.map { bytes[$0] })])
  }

  /// Releases the rows that were read. Must be called after `flush`.
  func forgetRows() { loaded = [:] }

  // MARK: Lanes

  /// Returns the id of a lane. If the lane does not exist, creates it with the same pause as
  /// `LaneKey.future`.
  func lane(_ key: LaneKey) throws -> Int64 {
    if let known = laneIDs[key] { return known }
    let find = "SELECT id FROM lanes WHERE workspace = $1 AND name = $2"
    let names: [PostgresValue] = [.text(key.workspace), .text(key.name)]
    if let id = try db.rows(find, names).first?.integer(0) {
      laneIDs[key] = id
      return id
    }
    let lane = Lane(key: key)
    let made = try db.rows(
      """
      INSERT INTO lanes(id, workspace, name, pause, lim) VALUES(nextval('laneIDs'), $1, $2, \
      coalesce((SELECT pause FROM lanes WHERE workspace = $3 AND name = $4), $5), $6) \
      ON CONFLICT DO NOTHING RETURNING id
      """,
      names + [
        .text(LaneKey.future.workspace), .text(LaneKey.future.name),
        .integer(Int64(lane.pause.rawValue)), .integer(Int64(lane.limit)),
      ])
    // Another process may have created it in the meantime.
    guard let id = try made.first?.integer(0) ?? db.rows(find, names).first?.integer(0) else {
      throw PostgresError.refused(state: "40001", message: "a new lane has no id")
    }
    if !made.isEmpty {
      try db.add(
        "INSERT INTO slots(lane, n) SELECT $1, generate_series(1, $2)",
        [.integer(id), .integer(Int64(lane.limit))])
      note(lane: id)
    }
    laneIDs[key] = id
    return id
  }

  /// Locks lanes, so that no other process changes them before the commit.
  func lockLanes() throws {
    try db.add("SELECT 1 FROM lanes ORDER BY id FOR UPDATE")
  }

  func change(lane id: Int64, from before: Lane, _ decide: (inout Lane) -> Void) throws -> Lane {
    var lane = before
    decide(&lane)
    lane.key = before.key
    guard lane != before else { return lane }
    try db.add(
      "UPDATE lanes SET pause = $2, lim = $3, rate = $4, held = $5 WHERE id = $1",
      [
        .integer(id), .integer(lane.pauseColumn), .integer(Int64(lane.limit)), .real(lane.rate),
        .integer(lane.heldUntil?.milliseconds),
      ])
    if lane.limit != before.limit { try resize(lane: id, to: lane.limit) }
    note(lane: id)
    return lane
  }

  // MARK: The end

  /// Locks the row of `meta`, and returns the number of all cookie changes before this transaction.
  func lockMeta() throws -> Int64 {
    try addMetaLock()
    return try db.rows("SELECT cookies FROM meta").first?.integer(0) ?? 0
  }

  /// Locks the row of `meta` with the next statement.
  func addMetaLock() throws {
    try flush()
    try db.add("SELECT 1 FROM meta FOR UPDATE")
  }

  /// Adds the statements that end the transaction, except the commit.
  ///
  /// - Parameter commit: The number of the commit, which this process asks for if it loses the
  ///   connection during the commit. The statement fails with a division by zero if this process
  ///   has already asked.
  /// - Returns: The number of statements after the one that returns the revision.
  func finish(commit: Int64, epoch: Int64, channel: String) throws -> Int {
    try flush()
    let counted = tallies.filter { $0.value != 0 }
    try db.add(
      """
      WITH c AS (UPDATE meta SET revision = revision + $1, cookies = cookies + $2 \
      RETURNING revision), \
      w AS (UPDATE writers SET commits = $3, revision = c.revision FROM c \
      WHERE runner = $4 AND epoch = $5 RETURNING 1), \
      i AS (INSERT INTO changes SELECT revision, $6, $7, $8 FROM c) \
      SELECT revision / (SELECT count(*) FROM w) FROM c
      """,
      [
        .integer(Int64(changes.count)), .integer(cookieChanges), .integer(commit), .text(owner),
        .integer(epoch), .integers(changes), .integers(changedLanes.sorted()),
        .integers(changedGraphs.sorted()),
      ])
    if !counted.isEmpty {
      try db.add(
        """
        INSERT INTO tallies SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) \
        ON CONFLICT(lane, state) DO UPDATE SET jobs = tallies.jobs + excluded.jobs
        """,
        [
          .integers(counted.map(\.key.owner)), .integers(counted.map(\.key.state.code)),
          .integers(counted.map(\.value)),
        ])
    }
    try db.add("SELECT pg_notify($1, $2)", [.text(channel), .text(owner)])
    return counted.isEmpty ? 1 : 2
  }
}
