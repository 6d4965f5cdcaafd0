import ClientModel

/// The memory of the writer from one transaction to the next: prepared statements, a buffer for rows, and
/// the rows of the jobs that run in this process.
///
/// Confined to the writer's thread.
final class WriterCache {
  /// A statement that runs for each job or each commit.
  enum Step: Int, CaseIterable {
    case begin, commit, savepoint, release
    case revision, setRevision, addChanges, addTally
    case selectJob, selectStart, insertJob, advanceJob, moveJob, updateJob
    case insertRequest, insertAttempt, insertResult

    var sql: String {
      switch self {
      case .begin: "BEGIN IMMEDIATE"
      case .commit: "COMMIT"
      case .savepoint: "SAVEPOINT one"
      case .release: "RELEASE one"
      case .revision: "SELECT revision, cookies FROM meta"
      case .setRevision: "UPDATE meta SET revision = ?1, cookies = ?2"
      case .addChanges: "INSERT INTO changes(revision, jobs) VALUES(?1, ?2)"
      case .addTally:
        """
        INSERT INTO tallies VALUES(?1, ?2, ?3) \
        ON CONFLICT(lane, state) DO UPDATE SET jobs = jobs + excluded.jobs
        """
      case .selectJob: JobRow.select
      case .selectStart: JobRow.selectStart
      case .insertJob: JobRow.insert
      case .advanceJob: JobRow.advance
      case .moveJob: JobRow.move
      case .updateJob: JobRow.update
      case .insertRequest: "INSERT OR REPLACE INTO requests(job, request) VALUES(?1, ?2)"
      case .insertAttempt: "INSERT INTO attempts(id, owner, facts) VALUES(?1, ?2, ?3)"
      case .insertResult: "INSERT OR REPLACE INTO results(id, result) VALUES(?1, ?2)"
      }
    }
  }

  private var statements = [Query?](repeating: nil, count: Step.allCases.count)
  /// Emptied by whoever begins to write in it.
  var buffer: ByteWriter
  /// As they stand after the revision below; empty when another process has written since.
  private var rows: [JobID: JobRow] = [:]
  private var revision: Int64 = -1
  /// Which jobs are rows of batches; nil when that is to be read.
  private var batches: BatchIndex?

  let clock: any WallClock

  init(vault: Vault, clock: any WallClock) {
    self.clock = clock
    buffer = ByteWriter(for: .job(0), vault: vault)
  }

  func statement(_ step: Step, _ db: Database) throws -> Query {
    if let cached = statements[step.rawValue] { return cached }
    let made = try Query(once: step.sql, db)
    statements[step.rawValue] = made
    return made
  }

  /// A turn finds the store at a revision. If it is another one, cached rows may have changed.
  func begin(at found: Int64) {
    if found != revision { clearRows() }
    revision = found
  }

  /// A turn is on disk.
  func committed(at reached: Int64) { revision = reached }

  func insert(_ row: JobRow) { rows[row.job.id] = row }
  func take(_ id: JobID) -> JobRow? { rows.removeValue(forKey: id) }

  /// Something was undone.
  func clearRows() {
    rows = [:]
    batches = nil
  }

  /// Read once, as long as no other process writes: nothing for a store without batches.
  func batches(_ db: Database) throws -> BatchIndex {
    if let batches { return batches }
    let read = try BatchIndex(db)
    batches = read
    return read
  }

  /// A batch came, went, or got another order.
  func clearBatches() { batches = nil }

  /// Lets go of the connection, which is about to close.
  func clear() {
    statements = statements.map { _ in nil }
    clearRows()
  }
}
