import ClientModel
import GRDB

/// The tables, their version, and how an older version becomes this one.
///
///     1   the tables below
///     2   the same tables; requests, results, job details and sealed values in newer forms
///
/// Records say their own form, so that old ones stay as they are and no store is rewritten.
///
/// A job's request is in a table of its own, so that lists of jobs read small rows. A job's
/// attempts are numbered `job << 20 | number`: one key, in order, without a second index.
enum Schema {
  static let version = 2
  /// "Weir" in ASCII: marks the file as ours.
  static let application = 0x5765_6972

  private static let first = """
    CREATE TABLE meta(id INTEGER PRIMARY KEY CHECK(id = 1), revision INTEGER NOT NULL);
    INSERT INTO meta VALUES(1, 0);
    CREATE TABLE lanes(
      id INTEGER PRIMARY KEY, workspace TEXT NOT NULL, name TEXT NOT NULL, pause INTEGER NOT NULL,
      lim INTEGER NOT NULL, rate REAL, held INTEGER, revision INTEGER NOT NULL,
      UNIQUE(workspace, name));
    CREATE TABLE tallies(
      lane INTEGER NOT NULL, state INTEGER NOT NULL, jobs INTEGER NOT NULL,
      PRIMARY KEY(lane, state)) WITHOUT ROWID;
    CREATE TABLE jobs(
      id INTEGER PRIMARY KEY AUTOINCREMENT, revision INTEGER NOT NULL, lane INTEGER NOT NULL,
      state INTEGER NOT NULL, detail BLOB NOT NULL, since INTEGER NOT NULL,
      created INTEGER NOT NULL, priority INTEGER NOT NULL, position REAL NOT NULL,
      urgency INTEGER NOT NULL, method TEXT NOT NULL, url TEXT NOT NULL, name TEXT,
      repeatable INTEGER NOT NULL, attempts INTEGER NOT NULL, status INTEGER, length INTEGER,
      elapsed INTEGER, cancel INTEGER NOT NULL, stored INTEGER NOT NULL, sum INTEGER NOT NULL);
    CREATE INDEX unfinished ON jobs(lane, priority DESC, position, id, state, urgency)
      WHERE state <= 4;
    CREATE INDEX finished ON jobs(since DESC, id DESC, state, lane, stored) WHERE state >= 5;
    CREATE INDEX running ON jobs(id) WHERE state = 2;
    CREATE INDEX urgent ON jobs(id) WHERE urgency = 1 AND state <= 4;
    CREATE INDEX changed ON jobs(revision);
    CREATE TABLE requests(job INTEGER PRIMARY KEY, request BLOB NOT NULL);
    CREATE TABLE attempts(
      id INTEGER PRIMARY KEY, owner TEXT NOT NULL, facts BLOB NOT NULL, result BLOB);
    CREATE TABLE cookies(
      workspace TEXT NOT NULL, environment TEXT NOT NULL, jar BLOB NOT NULL,
      PRIMARY KEY(workspace, environment)) WITHOUT ROWID;
    """

  private static let names: Set<String> = [
    "table meta", "table lanes", "table tallies", "table jobs", "table requests",
    "table attempts", "table cookies", "index unfinished", "index finished", "index running",
    "index urgent", "index changed",
  ]

  /// What a database turned out to be.
  enum Finding: Equatable {
    case current
    /// Just made, without a table.
    case empty
    case newer(Int)
    /// Sound, and to be brought up to this version.
    case older(Int)
    /// Not one of ours, or ours with tables missing or added.
    case foreign

    /// Whether its rows can be read as they are.
    var isReadable: Bool {
      switch self {
      case .current, .older, .newer: true
      case .empty, .foreign: false
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
    guard application == Self.application, found == names, version > 0 else { return .foreign }
    return version == Self.version ? .current : .older(version)
  }

  /// Brings an older store up to this version; inside the caller's transaction.
  static func migrate(_ db: Database) throws {
    // From 1 to 2 only records changed: the number keeps an older Weir from writing beside them.
    try db.execute(sql: "PRAGMA user_version = \(version)")
  }

  /// Makes the tables; inside the caller's transaction.
  static func make(in db: Database) throws {
    try db.execute(sql: first)
    try db.execute(sql: "PRAGMA application_id = \(application)")
    try db.execute(sql: "PRAGMA user_version = \(version)")
  }
}

extension AttemptID {
  static let mostAttempts = 1 << 20

  /// The key of the attempt's row.
  var key: Int64 { job.rawValue << 20 | Int64(number) }

  init(key: Int64) {
    self.init(job: JobID(key >> 20), number: Int(key & Int64(Self.mostAttempts - 1)))
  }
}
