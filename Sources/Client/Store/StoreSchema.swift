package import ClientModel

/// The definitions of all tables, and the version of tables and payloads.
///
/// Weir reads stores that have its own schema version. It opens newer stores read-only, upgrades
/// stores of the previous version (`StoreMigration`), and rejects older ones. New fields of a
/// payload need no new version: see `PayloadFields`.
///
/// The table `requests` contains the request of each job and the sealed draft of the request. The
/// job's own row stays small, so lists are read quickly. The jobs of a batch share one draft, which
/// is in the batch's material.
///
/// An attempt has the key `job << 20 | number`, so attempts are sorted by job without a second
/// index. Results are in a separate table, because a row must not grow.
///
/// The column `pause` of a lane contains the reason and the start: see `Lane.pauseColumn`.
///
/// `done` states that a job has ended. The large indexes use `done` instead of the state, so the
/// start of a job changes only one small index.
enum StoreSchema {
  static let version = 11
  /// "Weir" in ASCII, which identifies the file as a store of Weir.
  static let application = 0x5765_6972

  private static let tables = """
    CREATE TABLE meta(
      id INTEGER PRIMARY KEY CHECK(id = 1), revision INTEGER NOT NULL,
      cookies INTEGER NOT NULL DEFAULT 0, runner TEXT NOT NULL DEFAULT '');
    INSERT INTO meta(id, revision) VALUES(1, 0);
    CREATE TABLE lanes(
      id INTEGER PRIMARY KEY, workspace TEXT NOT NULL, name TEXT NOT NULL, pause INTEGER NOT NULL,
      lim INTEGER NOT NULL, rate REAL, held INTEGER, revision INTEGER NOT NULL,
      UNIQUE(workspace, name));
    CREATE TABLE tallies(
      lane INTEGER NOT NULL, state INTEGER NOT NULL, jobs INTEGER NOT NULL,
      PRIMARY KEY(lane, state)) WITHOUT ROWID;
    CREATE TABLE jobs(
      id INTEGER PRIMARY KEY AUTOINCREMENT, lane INTEGER NOT NULL, state INTEGER NOT NULL,
      detail BLOB NOT NULL, since INTEGER NOT NULL, created INTEGER NOT NULL,
      priority INTEGER NOT NULL, position REAL NOT NULL, scheduling INTEGER NOT NULL,
      method TEXT NOT NULL, url TEXT NOT NULL, name TEXT, repeatable INTEGER NOT NULL,
      attempts INTEGER NOT NULL, status INTEGER, length INTEGER, elapsed INTEGER,
      cancel INTEGER NOT NULL, stored INTEGER NOT NULL, sum INTEGER NOT NULL,
      done INTEGER NOT NULL);
    CREATE TABLE changes(revision INTEGER PRIMARY KEY, jobs BLOB NOT NULL);
    CREATE TABLE requests(job INTEGER PRIMARY KEY, request BLOB NOT NULL);
    CREATE TABLE attempts(id INTEGER PRIMARY KEY, owner TEXT NOT NULL, facts BLOB NOT NULL);
    CREATE TABLE results(id INTEGER PRIMARY KEY, result BLOB NOT NULL);
    """

  /// `meta` contains the number of all changes to cookies, and the name of the queue runner until
  /// it ends normally. A jar contains the number of times that it was cleared. The line with the
  /// value is the only sealed part of a cookie.
  private static let sharingTables = """
    CREATE TABLE jars(
      id INTEGER PRIMARY KEY, workspace TEXT NOT NULL, environment TEXT NOT NULL,
      cleared INTEGER NOT NULL, UNIQUE(workspace, environment));
    CREATE TABLE cookies(
      jar INTEGER NOT NULL, domain TEXT NOT NULL, reach INTEGER NOT NULL, path TEXT NOT NULL,
      name TEXT NOT NULL, expires INTEGER, cookie BLOB NOT NULL,
      PRIMARY KEY(jar, domain, reach, path, name)) WITHOUT ROWID;
    CREATE TABLE hops(job INTEGER PRIMARY KEY, hop BLOB NOT NULL);
    CREATE TABLE adders(job INTEGER PRIMARY KEY, owner TEXT NOT NULL);
    """

  /// `version` is the number of all changes to shared values. `list` contains the last version of
  /// each sealed value.
  private static let sharedTables = """
    CREATE TABLE shared(
      name TEXT PRIMARY KEY, version INTEGER NOT NULL, changed INTEGER NOT NULL,
      facts BLOB NOT NULL, value BLOB NOT NULL);
    CREATE TABLE sharedList(
      id INTEGER PRIMARY KEY CHECK(id = 1), version INTEGER NOT NULL, list BLOB);
    INSERT INTO sharedList VALUES(1, 0, NULL);
    """

  /// The row of a graph is small, because lists read it. The material of the steps is read only
  /// when the graph continues.
  private static let graphTables = """
    CREATE TABLE graphs(
      id INTEGER PRIMARY KEY AUTOINCREMENT, done INTEGER NOT NULL, owner TEXT NOT NULL,
      revision INTEGER NOT NULL, since INTEGER NOT NULL, standing BLOB NOT NULL);
    CREATE TABLE materials(graph INTEGER PRIMARY KEY, material BLOB NOT NULL);
    CREATE TABLE steps(
      graph INTEGER NOT NULL, step INTEGER NOT NULL, job INTEGER, result BLOB,
      PRIMARY KEY(graph, step)) WITHOUT ROWID;
    CREATE INDEX openGraphs ON graphs(id) WHERE done = 0;
    CREATE INDEX changedGraphs ON graphs(revision);
    CREATE INDEX stepJobs ON steps(job) WHERE job NOT NULL;
    """

  /// The jobs of a batch have consecutive ids, so the row of a batch stores only the first and the
  /// last id. `held` is the user's instruction: run, hold or stop. `rowCounts` contains the number
  /// of jobs in each state.
  private static let batchTables = """
    CREATE TABLE batches(
      first INTEGER PRIMARY KEY, last INTEGER NOT NULL, graph INTEGER NOT NULL UNIQUE,
      held INTEGER NOT NULL);
    CREATE TABLE rowCounts(
      graph INTEGER NOT NULL, state INTEGER NOT NULL, jobs INTEGER NOT NULL,
      PRIMARY KEY(graph, state)) WITHOUT ROWID;
    CREATE TABLE rowValues(job INTEGER PRIMARY KEY, value BLOB NOT NULL);
    """

  /// The rows of deleted jobs and graphs, retained while the deletion can be undone. `deleter` is
  /// the process that deleted them, or empty if the deletion cannot be undone. `deletion` is the
  /// number that this process assigned to the deletion.
  static let deletionTables = """
    CREATE TABLE deletedJobs(
      id INTEGER PRIMARY KEY, lane INTEGER NOT NULL, state INTEGER NOT NULL,
      detail BLOB NOT NULL, since INTEGER NOT NULL, created INTEGER NOT NULL,
      priority INTEGER NOT NULL, position REAL NOT NULL, scheduling INTEGER NOT NULL,
      method TEXT NOT NULL, url TEXT NOT NULL, name TEXT, repeatable INTEGER NOT NULL,
      attempts INTEGER NOT NULL, status INTEGER, length INTEGER, elapsed INTEGER,
      cancel INTEGER NOT NULL, stored INTEGER NOT NULL, sum INTEGER NOT NULL,
      done INTEGER NOT NULL, deleter TEXT NOT NULL, deletion INTEGER NOT NULL,
      deletedAt INTEGER NOT NULL);
    CREATE TABLE deletedGraphs(
      id INTEGER PRIMARY KEY, done INTEGER NOT NULL, owner TEXT NOT NULL,
      revision INTEGER NOT NULL, since INTEGER NOT NULL, standing BLOB NOT NULL,
      deleter TEXT NOT NULL, deletion INTEGER NOT NULL, deletedAt INTEGER NOT NULL);
    """

  private static let indices = """
    CREATE INDEX unfinished ON jobs(lane, priority DESC, position, id, done) WHERE done = 0;
    CREATE INDEX finished ON jobs(since, id, state, lane, stored) WHERE done = 1;
    CREATE INDEX running ON jobs(id) WHERE state = 2;
    CREATE INDEX immediateJobs ON jobs(id) WHERE scheduling = 1 AND done = 0;
    """

  private static let names: Set<String> = [
    "table meta", "table lanes", "table tallies", "table jobs", "table requests",
    "table attempts", "table results", "table changes", "table cookies", "table jars", "table hops",
    "table adders", "table shared", "table sharedList", "table graphs", "table materials",
    "table steps", "table batches", "table rowCounts", "table rowValues", "table deletedJobs",
    "table deletedGraphs", "index unfinished",
    "index finished", "index running", "index immediateJobs", "index openGraphs",
    "index changedGraphs",
    "index stepJobs",
  ]

  /// The kind of database that was found in the file.
  enum Finding: Equatable {
    case current
    /// The database was just created and has no tables.
    case empty
    case newer(Int)
    /// An earlier version of Weir wrote the database. Weir can upgrade the database only from
    /// `StoreMigration.previous`.
    case older(Int)
    /// Another program wrote the database, or the tables differ from Weir's.
    case foreign

    /// Whether the rows can be read without an upgrade.
    var isReadable: Bool {
      switch self {
      case .current, .newer, .older(StoreMigration.previous): true
      case .older, .empty, .foreign: false
      }
    }
  }

  static func look(at db: Database) throws -> Finding {
    let version = try Query(db, "PRAGMA user_version").first { Int($0.integer(0)) } ?? 0
    let application = try Query(db, "PRAGMA application_id").first { Int($0.integer(0)) } ?? 0
    if version > Self.version, application == Self.application { return .newer(version) }
    var found: Set<String> = []
    try Query(db, "SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite@_%' ESCAPE '@'")
      .eachRow { found.insert("\($0.text(0) ?? "") \($0.text(1) ?? "")") }
    if version == 0, found.isEmpty { return .empty }
    guard application == Self.application else { return .foreign }
    if 0 < version, version < Self.version { return .older(version) }
    return version == Self.version && found == names ? .current : .foreign
  }

  /// The setting by which SQLite can return free pages to the file system. It must be set before
  /// the first page of a new file is written.
  static let spaceReturn = "auto_vacuum = INCREMENTAL"

  /// Creates the tables. The caller must have started a transaction.
  static func make(in db: Database) throws {
    try db.execute(
      tables + sharedTables + graphTables + batchTables + sharingTables + deletionTables + indices)
    try db.execute("PRAGMA application_id = \(application)")
    try db.execute("PRAGMA user_version = \(version)")
  }
}

extension AttemptID {
  package static let mostAttempts = 1 << 20

  /// The key of the attempt's row.
  package var key: Int64 { job.rawValue << 20 | Int64(number) }

  package init(key: Int64) {
    self.init(job: JobID(key >> 20), number: Int(key & Int64(Self.mostAttempts - 1)))
  }
}
