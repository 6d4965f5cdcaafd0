import ClientCore
import ClientModel

/// A write transaction, which several operations may share. Only the writer's thread uses it.
final class WriteTransaction {
  let tables: StoreTables
  let owner: Owner
  let snapshots: SnapshotFolder
  let cache: WriterCache
  var db: Database { tables.db }

  /// The changes of the transaction that are not written yet. The changes of a failed operation are
  /// removed.
  struct Ledger {
    /// The job of each change, in order. A change without a job is 0.
    var changes: [Int64] = []
    var tallies: [CountKey: Int64] = [:]
    /// The changes to the job counts of batches. The field `lane` of a key contains the id of the
    /// batch.
    var rows: [CountKey: Int64] = [:]
    /// The time of the last change to a job in each changed batch.
    var moved: [GraphID: Timestamp] = [:]
    var namesBodies = false
    /// The number of all changes to the store's cookies, including those of this transaction.
    var cookieRevision: Int64 = 0
    var deletedBodies: [String] = []
    var doomedSnapshots: [JobID] = []
  }

  struct CountKey: Hashable {
    var lane: Int64
    var code: Int64
  }

  private(set) var ledger = Ledger()
  /// The lane of the last added job. It is cached because consecutive jobs are usually in the same
  /// lane.
  private var lastLane: (key: LaneKey, id: Int64)?
  private let firstRevision: Int64
  let hasSnapshots: Bool

  init(
    _ db: Database, vault: Vault, owner: Owner, snapshots: SnapshotFolder, cache: WriterCache
  ) throws {
    tables = StoreTables(db, vault: vault)
    self.owner = owner
    self.snapshots = snapshots
    hasSnapshots = snapshots.isUsed
    self.cache = cache
    let found = try cache.statement(.revision, db).first { ($0.integer(0), $0.integer(1)) }
    guard let (revision, cookieRevision) = found else {
      throw Failure.damaged("the store's revision is missing")
    }
    firstRevision = revision
    ledger.cookieRevision = cookieRevision
    cache.begin(at: revision)
  }

  var hasChanged: Bool { !ledger.changes.isEmpty }
  var revision: Int64 { firstRevision + Int64(ledger.changes.count) }

  func roll(back earlier: Ledger) {
    ledger = earlier
    lastLane = nil
    cache.clearRows()
  }

  /// Records a change to a job. Each change has its own revision, so other processes can read
  /// changes in chunks.
  func note(_ job: JobID) { ledger.changes.append(job.rawValue) }

  /// Records a change without a job, and returns its revision.
  func nextRevision() -> Int64 {
    ledger.changes.append(0)
    return revision
  }

  func insert(_ row: JobRow) throws {
    try row.write(.insertJob, to: db, cache)
    note(row.job.id)
    // The jobs of a new batch are counted after all of them are inserted.
    tally(row.lane, row.code, 1)
  }

  func update(_ row: JobRow) throws {
    let (before, word) = (row.code, row.job.state.word)
    try row.write(row.change, to: db, cache)
    row.noteWritten()
    note(row.job.id)
    if row.job.attempts > 1, !row.job.goesOnFromHop { try removeHop(of: row.job.id) }
    if word == .running { cache.insert(row) } else { _ = cache.take(row.job.id) }
    if let batch = try cache.batches(db)[row.job.id] {
      move(since: row.job.since, in: batch, from: before, to: word.code)
    }
    guard before != word.code else { return }
    tally(row.lane, before, -1)
    tally(row.lane, word.code, 1)
  }

  func doom(body name: String) { ledger.deletedBodies.append(name) }
  func doom(snapshotsOf id: JobID) { ledger.doomedSnapshots.append(id) }

  func tally(_ lane: Int64, _ code: Int64, _ change: Int64) {
    ledger.tallies[CountKey(lane: lane, code: code), default: 0] += change
  }

  /// Updates the counts of a batch after a change to a job's state. A nil state means that the row
  /// does not exist.
  func move(
    since: Timestamp, in batch: BatchIndex.Batch, from before: Int64?, to next: Int64?
  ) {
    guard before != next else { return }
    let graph = batch.graph.rawValue
    if let before { ledger.rows[CountKey(lane: graph, code: before), default: 0] -= 1 }
    if let next { ledger.rows[CountKey(lane: graph, code: next), default: 0] += 1 }
    ledger.moved[batch.graph] = max(since, ledger.moved[batch.graph] ?? since)
  }

  /// Returns the id of a lane. If the lane does not exist, creates it with the same pause as
  /// `LaneKey.future`.
  func lane(_ key: LaneKey) throws -> Int64 {
    if let lastLane, lastLane.key == key { return lastLane.id }
    let id = try tables.laneID(key) ?? newLane(key)
    lastLane = (key, id)
    return id
  }

  private func newLane(_ key: LaneKey) throws -> Int64 {
    let lane = Lane(key: key)
    let query = try Query(
      db,
      """
      INSERT INTO lanes(workspace, name, pause, lim, revision) VALUES(?1, ?2, \
      ifnull((SELECT pause FROM lanes WHERE workspace = ?6 AND name = ?7), ?3), ?4, ?5) \
      RETURNING id
      """)
    query.bind(1, key.workspace)
    query.bind(2, key.name)
    query.bind(3, Int64(lane.pause.rawValue))
    query.bind(4, Int64(lane.limit))
    query.bind(5, nextRevision())
    query.bind(6, LaneKey.future.workspace)
    query.bind(7, LaneKey.future.name)
    guard let id = try query.first({ $0.integer(0) }) else {
      throw Failure.damaged("a new lane has no id")
    }
    return id
  }

  /// Writes the request and the sealed draft of a job. Returns their size in bytes.
  func write(_ request: PreparedRequest, draft: [UInt8]?, of id: JobID) throws -> Int64 {
    cache.buffer.begin(.request(of: id))
    try request.write(to: &cache.buffer)
    if let draft { cache.buffer.blob(draft) }
    Record.close(&cache.buffer)
    let query = try cache.statement(.insertRequest, db)
    query.bind(1, id.rawValue)
    query.bind(2, cache.buffer.bytes)
    try query.run()
    return Int64(cache.buffer.bytes.count)
  }

  func insert(_ attempt: Attempt) throws {
    guard attempt.id.number > 0, attempt.id.number < AttemptID.mostAttempts else {
      throw Failure(
        .storage, what: "Job \(attempt.id.job) was not retried.",
        why: "It has reached the maximum number of attempts.",
        whatToDo: "Run it again as a new job.")
    }
    cache.buffer.begin(.facts(of: attempt.id))
    try attempt.write(to: &cache.buffer)
    Record.close(&cache.buffer)
    let query = try cache.statement(.insertAttempt, db)
    query.bind(1, attempt.id.key)
    query.bind(2, try owner.name())
    query.bind(3, cache.buffer.bytes)
    try query.run()
  }

  /// Writes a result. Returns the size in bytes, including the body file.
  func write(
    _ result: AttemptResult, of id: AttemptID, protection: AttemptEnd.Protection
  ) throws -> Int64 {
    cache.buffer.begin(.result(of: id))
    try result.write(to: &cache.buffer, protection: protection)
    Record.close(&cache.buffer)
    let query = try cache.statement(.insertResult, db)
    query.bind(1, id.key)
    query.bind(2, cache.buffer.bytes)
    try query.run()
    let count = Int64(cache.buffer.bytes.count)
    guard case .file(_, let length, _) = result.body else { return count }
    ledger.namesBodies = true
    return count + length.bytes
  }

  /// Writes the collected counts and the list of changed jobs to their tables.
  func finish() throws {
    guard hasChanged else { return }
    if !ledger.moved.isEmpty { try countRows() }
    for (tally, change) in ledger.tallies where change != 0 {
      let query = try cache.statement(.addTally, db)
      query.bind(1, tally.lane)
      query.bind(2, tally.code)
      query.bind(3, change)
      try query.run()
    }
    cache.buffer.begin(.changes(revision))
    ChangedJobs.write(ledger.changes, to: &cache.buffer)
    let changes = try cache.statement(.addChanges, db)
    changes.bind(1, revision)
    changes.bind(2, cache.buffer.bytes)
    try changes.run()
    let query = try cache.statement(.setRevision, db)
    query.bind(1, revision)
    query.bind(2, ledger.cookieRevision)
    try query.run()
  }

  func noteCookies() {
    ledger.cookieRevision += 1
    _ = nextRevision()
  }
}
