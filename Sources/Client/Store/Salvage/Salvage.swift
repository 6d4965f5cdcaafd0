import ClientCore
import ClientModel

/// A copy of the readable rows of a damaged store to a new store.
///
/// The columns of a row determine its table. A row is copied if it fits a table and its checksum is
/// correct. The copy is complete if each table has as many rows as SQLite counts in the damaged
/// store.
struct Salvage {
  private let turn: WriteTransaction
  private var db: Database { turn.db }
  private var result = SalvageResult()

  /// Creates a salvage.
  ///
  /// - Parameter turn: A transaction in a new store that already has its tables.
  init(_ turn: WriteTransaction) { self.turn = turn }

  /// Copies the rows, then repairs the new store.
  ///
  /// - Parameter files: The names of body files, and of the folders with copied files. These names
  ///   contain job ids.
  mutating func run(_ pages: SalvagePages, files: [String]) throws -> SalvageResult {
    try db.execute(
      """
      DELETE FROM sharedList; DELETE FROM meta;
      CREATE TEMP TABLE sequence(name TEXT NOT NULL, seq INTEGER NOT NULL);
      """)
    let tables = try SalvageTable.all(in: db)
    let names = tables.map(\.name).filter { $0 != "meta" && $0 != "sequence" }
    let counted = try names.map { try pages.number("SELECT count(*) FROM \($0) NOT INDEXED") }
    let jobs = try pages.number("SELECT sum(jobs) FROM tallies") ?? 0
    try pages.eachRow { row, isKeyed in
      _ = try tables.contains { try $0.take(row, isKeyed: isKeyed, vault: turn.tables.vault) }
    }
    for (name, counted) in zip(names, counted) {
      let copied = try db.numbers("SELECT count(*) FROM \(name)")[0]
      if copied > 0 { result.isEmpty = false }
      if counted != copied { result.isComplete = false }
      if name != "jobs" { result.lostRecords += max(0, Int((counted ?? 0) - copied)) }
    }
    if pages.isLogDamaged { result.isComplete = false }
    let last = Self.lastJob(in: files)
    let counters = try counters(last)
    if try last > 0 || !db.numbers("SELECT seq FROM sequence").isEmpty { result.isEmpty = false }
    try db.execute(
      """
      INSERT OR IGNORE INTO meta(id, revision) VALUES(1, 0);
      INSERT OR IGNORE INTO sharedList VALUES(1, 0, NULL);
      """)
    var repair = SalvageRepair(turn, result)
    try repair.run(counted: Int(jobs))
    // The new revision is greater than all revisions in the table of changes, so other processes
    // read everything again.
    try db.execute(
      """
      UPDATE meta SET runner = '', revision = 1000000 + max(revision,
        (SELECT ifnull(max(revision), 0) FROM lanes), (SELECT ifnull(max(revision), 0) FROM graphs));
      UPDATE sharedList SET version = max(version, (SELECT ifnull(max(version), 0) FROM shared));
      DELETE FROM sqlite_sequence;
      INSERT INTO sqlite_sequence VALUES('jobs', \(counters.job)), ('graphs', \(counters.graph));
      """)
    return repair.result
  }

  /// Returns the highest ids that jobs and graphs may already have. If the store's last id cannot
  /// be read, the result is the highest id found plus 1000, because rows with higher ids may have
  /// been lost.
  private func counters(_ last: Int64) throws -> (job: Int64, graph: Int64) {
    func next(_ table: String, _ ids: String) throws -> Int64 {
      let known = try db.numbers("SELECT max(seq) FROM sequence WHERE name = '\(table)'").first
      let used = try db.numbers("SELECT ifnull(max(n), 0) FROM (\(ids))")[0]
      return max(known ?? 0, used) + (known == nil ? 1000 : 0)
    }
    let jobs = """
      SELECT \(last) AS n UNION SELECT max(id) FROM jobs UNION SELECT max(job) FROM requests
      UNION SELECT max(id) >> 20 FROM attempts UNION SELECT max(last) FROM batches
      """
    let graphs = "SELECT max(id) AS n FROM graphs UNION SELECT max(graph) FROM materials"
    return (try next("jobs", jobs), try next("graphs", graphs))
  }

  /// Returns the highest job id in file names. The names have the forms `INSTANCE-JOB-ATTEMPT` and
  /// `JOB`.
  static func lastJob(in files: [String]) -> Int64 {
    let jobs = files.compactMap { name in
      let parts = name.words(at: "-")
      return Int64(parts.count > 2 ? parts[parts.count - 2] : parts.first ?? "")
    }
    return jobs.filter { $0 < 1 << 40 }.max() ?? 0
  }
}

extension Database {
  /// Returns the numbers in the first column, without NULL.
  func numbers(_ sql: String) throws -> [Int64] {
    try Query(once: sql, self).all { $0.isNull(0) ? nil : $0.integer(0) }.compactMap { $0 }
  }
}
