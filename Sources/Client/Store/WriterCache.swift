import ClientModel

/// The data that the writer caches between transactions: prepared statements, a buffer for rows,
/// and the rows of jobs that run in this process.
///
/// Only the writer's thread may use it.
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
  /// A reusable buffer for rows. Each use clears it first.
  var buffer: PayloadWriter
  /// The rows of running jobs at `revision`. They are discarded after another process has written.
  private var rows: [JobID: JobRow] = [:]
  private var revision: Int64 = -1
  /// The batches, or nil if they must be read again.
  private var batches: BatchIndex?

  let clock: any WallClock

  init(vault: Vault, clock: any WallClock) {
    self.clock = clock
    buffer = PayloadWriter(for: .job(0), vault: vault)
  }

  func statement(_ step: Step, _ db: Database) throws -> Query {
    if let cached = statements[step.rawValue] { return cached }
    let made = try Query(once: step.sql, db)
    statements[step.rawValue] = made
    return made
  }

  /// Starts a transaction at a revision. Discards the cached rows if another process has changed
  /// the revision.
  func begin(at found: Int64) {
    if found != revision { clearRows() }
    revision = found
  }

  /// Records that a transaction was committed.
  func committed(at reached: Int64) { revision = reached }

  func insert(_ row: JobRow) { rows[row.job.id] = row }
  func take(_ id: JobID) -> JobRow? { rows.removeValue(forKey: id) }

  /// Discards the cached rows after a rollback.
  func clearRows() {
    rows = [:]
    batches = nil
  }

  /// Returns the batches. They stay cached until `clearRows` or `clearBatches` is called.
  func batches(_ db: Database) throws -> BatchIndex {
    if let batches { return batches }
    let read = try BatchIndex(db)
    batches = read
    return read
  }

  /// Discards the cached batches. Must be called after adding, removing or instructing a batch.
  func clearBatches() { batches = nil }

  /// Releases the prepared statements and the cached rows before the connection closes.
  func clear() {
    statements = statements.map { _ in nil }
    clearRows()
  }
}
