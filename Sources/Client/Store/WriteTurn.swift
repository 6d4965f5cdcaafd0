import ClientCore
import ClientModel
import GRDB

// GRDB has a type of this name as well.
import struct ClientModel.PreparedRequest

/// One write transaction, as the orders that share it see it. Lives on the writer's thread.
final class WriteTurn {
  let shelf: Shelf
  let owner: Owner
  let snapshots: SnapshotFolder
  var db: Database { shelf.db }

  /// What must go back when one of several orders fails.
  struct Ledger {
    var revision: Int64
    var tallies: [Int64: [Int64: Int64]] = [:]
    var namesBodies = false
    var doomedBodies: [String] = []
    var doomedSnapshots: [JobID] = []
  }

  private(set) var ledger: Ledger
  private let firstRevision: Int64
  private let hasSnapshots: Bool

  init(_ db: Database, vault: Vault, owner: Owner, snapshots: SnapshotFolder) throws {
    shelf = Shelf(db, vault: vault)
    self.owner = owner
    self.snapshots = snapshots
    hasSnapshots = snapshots.isUsed
    let revision = try Query(db, "SELECT revision FROM meta").first { $0.integer(0) }
    guard let revision else { throw Failure.damaged("the store's revision is missing") }
    firstRevision = revision
    ledger = Ledger(revision: revision)
  }

  var hasChanged: Bool { ledger.revision != firstRevision }
  var revision: Int64 { ledger.revision }

  func roll(back earlier: Ledger) { ledger = earlier }

  /// Every changed row gets a number of its own, so that others can read changes in portions.
  func nextRevision() -> Int64 {
    ledger.revision += 1
    return ledger.revision
  }

  func insert(_ row: JobRow) throws {
    try row.write(JobRow.insert, to: db, revision: nextRevision(), vault: shelf.vault)
    tally(row.lane, row.code, 1)
  }

  func update(_ row: JobRow) throws {
    let sql = row.hasOnlyMoved ? JobRow.move : JobRow.update
    try row.write(sql, to: db, revision: nextRevision(), vault: shelf.vault)
    guard row.code != row.job.state.word.code else { return }
    tally(row.lane, row.code, -1)
    tally(row.lane, row.job.state.word.code, 1)
  }

  /// Removes a job with its attempts; its files go after the commit.
  func remove(_ row: JobRow) throws {
    let id = row.job.id
    if hasSnapshots { ledger.doomedSnapshots.append(id) }
    do {
      for attempt in try shelf.attempts(of: id) {
        if case .file(let name, _, _) = attempt.result?.body { ledger.doomedBodies.append(name) }
      }
    } catch is Failure {
      // Damaged, or sealed under a lost key: it must go all the same. A body file that nobody
      // names any more is taken by the next prune.
    }
    for sql in ["DELETE FROM jobs WHERE id = ?1", "DELETE FROM requests WHERE job = ?1"] {
      let query = try Query(db, sql)
      query.bind(1, id.rawValue)
      try query.run()
    }
    let query = try Query(db, "DELETE FROM attempts WHERE id > ?1 AND id < ?2")
    query.bind(1, AttemptID(job: id, number: 0).key)
    query.bind(2, AttemptID(job: JobID(id.rawValue + 1), number: 0).key)
    try query.run()
    tally(row.lane, row.code, -1)
    _ = nextRevision()
  }

  private func tally(_ lane: Int64, _ code: Int64, _ change: Int64) {
    ledger.tallies[lane, default: [:]][code, default: 0] += change
  }

  /// The lane's number; the lane is made when there is none.
  func lane(_ key: LaneKey) throws -> Int64 {
    if let id = try shelf.laneID(key) { return id }
    let lane = Lane(key: key)
    let query = try Query(
      db,
      """
      INSERT INTO lanes(workspace, name, pause, lim, revision) VALUES(?1, ?2, ?3, ?4, ?5) \
      RETURNING id
      """)
    query.bind(1, key.workspace)
    query.bind(2, key.name)
    query.bind(3, Int64(lane.pause.rawValue))
    query.bind(4, Int64(lane.limit))
    query.bind(5, nextRevision())
    guard let id = try query.first({ $0.integer(0) }) else {
      throw Failure.damaged("a new lane has no number")
    }
    return id
  }

  /// A request's bytes, for the job's key. Returns how many there are.
  func write(_ request: PreparedRequest, of id: JobID) throws -> Int64 {
    var writer = ByteWriter(for: .request(of: id), vault: shelf.vault)
    try request.write(to: &writer)
    let bytes = Record.close(writer)
    let query = try Query(db, "INSERT OR REPLACE INTO requests(job, request) VALUES(?1, ?2)")
    query.bind(1, id.rawValue)
    query.bind(2, bytes)
    try query.run()
    return Int64(bytes.count)
  }

  func insert(_ attempt: Attempt) throws {
    guard attempt.id.number > 0, attempt.id.number < AttemptID.mostAttempts else {
      throw Failure(
        .storage, what: "Job \(attempt.id.job) was not tried again.",
        why: "It has been tried more often than the store can count.",
        whatToDo: "Run it again as a new job.")
    }
    var writer = ByteWriter(for: .facts(of: attempt.id), vault: shelf.vault)
    attempt.write(to: &writer)
    let query = try Query(db, "INSERT INTO attempts(id, owner, facts) VALUES(?1, ?2, ?3)")
    query.bind(1, attempt.id.key)
    query.bind(2, try owner.name())
    query.bind(3, Record.close(writer))
    try query.run()
  }

  /// Returns how many bytes the result keeps, its body file among them.
  func write(
    _ result: AttemptResult, of id: AttemptID, keeping: AttemptEnd.Keeping
  ) throws -> Int64 {
    var writer = ByteWriter(for: .result(of: id), vault: shelf.vault)
    try result.write(to: &writer, keeping: keeping)
    let bytes = Record.close(writer)
    let query = try Query(db, "UPDATE attempts SET result = ?2 WHERE id = ?1")
    query.bind(1, id.key)
    query.bind(2, bytes)
    try query.run()
    guard case .file(_, let length, _) = result.body else { return Int64(bytes.count) }
    ledger.namesBodies = true
    return Int64(bytes.count) + length.bytes
  }

  /// Writes what the orders together changed in the tables of totals.
  func finish() throws {
    guard hasChanged else { return }
    for (lane, counts) in ledger.tallies {
      for (state, change) in counts where change != 0 {
        let query = try Query(
          db,
          """
          INSERT INTO tallies VALUES(?1, ?2, ?3) \
          ON CONFLICT(lane, state) DO UPDATE SET jobs = jobs + excluded.jobs
          """)
        query.bind(1, lane)
        query.bind(2, state)
        query.bind(3, change)
        try query.run()
      }
    }
    let query = try Query(db, "UPDATE meta SET revision = ?1")
    query.bind(1, ledger.revision)
    try query.run()
  }
}
