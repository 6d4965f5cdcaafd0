import ClientModel

/// The tables, their version, and how an older version becomes this one.
///
///     1   a job's revision in its row, an attempt's result in its row
///     2   the same tables; requests, results, job details and sealed values in newer forms
///     3   results, and the news of what changed, in tables of their own
///     4   shared values
///     5   graphs with their steps
///     6   batches, graphs whose rows are jobs
///     7   the tables below: cookies one by one, redirects that jobs follow, the queue runner's name,
///         who added an immediate job. Cookies of earlier versions are not taken over.
///     8   batches without a rule for failed rows: the state of a row's job says whether it failed
///
/// Each record identifies its own format, so a migration does not convert records; it only moves rows.
///
/// A job's request is in a table of its own, so that lists of jobs read small rows. A job's
/// attempts are numbered `job << 20 | number`: one key, in order, without a second index; their results
/// are in a table of their own, so that no row grows. `done` says that a job has ended. The large indices
/// depend on `done` instead of the state, so a job that starts running changes just one small index.
enum Schema {
  static let version = 8
  /// "Weir" in ASCII: marks the file as ours.
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
      priority INTEGER NOT NULL, position REAL NOT NULL, urgency INTEGER NOT NULL,
      method TEXT NOT NULL, url TEXT NOT NULL, name TEXT, repeatable INTEGER NOT NULL,
      attempts INTEGER NOT NULL, status INTEGER, length INTEGER, elapsed INTEGER,
      cancel INTEGER NOT NULL, stored INTEGER NOT NULL, sum INTEGER NOT NULL,
      done INTEGER NOT NULL);
    CREATE TABLE news(revision INTEGER PRIMARY KEY, jobs BLOB NOT NULL);
    CREATE TABLE requests(job INTEGER PRIMARY KEY, request BLOB NOT NULL);
    CREATE TABLE attempts(id INTEGER PRIMARY KEY, owner TEXT NOT NULL, facts BLOB NOT NULL);
    CREATE TABLE results(id INTEGER PRIMARY KEY, result BLOB NOT NULL);
    """

  /// `meta` counts every change to a cookie, and names the queue runner until it leaves in good order.
  /// A jar counts how often it was cleared; of a cookie only the line, with its value, is sealed.
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

  /// `version` counts every change to a shared value; `list` says which versions of the sealed ones are
  /// the last.
  private static let sharedTables = """
    CREATE TABLE shared(
      name TEXT PRIMARY KEY, version INTEGER NOT NULL, changed INTEGER NOT NULL,
      facts BLOB NOT NULL, value BLOB NOT NULL);
    CREATE TABLE sharedList(
      id INTEGER PRIMARY KEY CHECK(id = 1), version INTEGER NOT NULL, list BLOB);
    INSERT INTO sharedList VALUES(1, 0, NULL);
    """

  /// A graph's row is small and read in lists; what its steps are made of is read when it goes on.
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

  /// The jobs of a batch have consecutive ids, so its row stores only the first and the last; `held` is the
  /// user's order: run, hold or stop. Rows are counted by the state of their job.
  private static let batchTables = """
    CREATE TABLE batches(
      first INTEGER PRIMARY KEY, last INTEGER NOT NULL, graph INTEGER NOT NULL UNIQUE,
      held INTEGER NOT NULL);
    CREATE TABLE rowCounts(
      graph INTEGER NOT NULL, state INTEGER NOT NULL, jobs INTEGER NOT NULL,
      PRIMARY KEY(graph, state)) WITHOUT ROWID;
    CREATE TABLE rowValues(job INTEGER PRIMARY KEY, value BLOB NOT NULL);
    """

  private static let indices = """
    CREATE INDEX unfinished ON jobs(lane, priority DESC, position, id) WHERE done = 0;
    CREATE INDEX finished ON jobs(since, id, state, lane, stored) WHERE done = 1;
    CREATE INDEX running ON jobs(id) WHERE state = 2;
    CREATE INDEX urgent ON jobs(id) WHERE urgency = 1 AND done = 0;
    """

  private static let names: Set<String> = Set([
    "table meta", "table lanes", "table tallies", "table jobs", "table requests",
    "table attempts", "table results", "table news", "table cookies", "index unfinished",
    "index finished", "index running", "index urgent",
  ]).union(sharedNames).union(graphNames).union(batchNames).union(sharingNames)

  private static let graphNames: Set<String> = [
    "table graphs", "table materials", "table steps", "index openGraphs", "index changedGraphs",
    "index stepJobs",
  ]
  private static let batchNames: Set<String> = [
    "table batches", "table rowCounts", "table rowValues",
  ]
  private static let sharingNames: Set<String> = ["table jars", "table hops", "table adders"]
  private static let sharedNames: Set<String> = ["table shared", "table sharedList"]

  /// What a database turned out to be.
  enum Finding: Equatable {
    case current
    /// Just made, without a table.
    case empty
    case newer(Int)
    /// Whole, but of an earlier Weir: `migrate` makes it current.
    case older(Int)
    /// Not one of ours, or ours with tables missing or added.
    case foreign

    /// Whether its rows can be read as they are.
    var isReadable: Bool {
      switch self {
      case .current, .newer: true
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
    if version == Self.version { return found == names ? .current : .foreign }
    let known =
      switch version {
      case 7: names
      case 6: sixthNames
      case 5: fifthNames
      case 4: fourthNames
      case 3: thirdNames
      default: firstNames
      }
    return version > 0 && found == known ? .older(version) : .foreign
  }

  /// Allows free pages to be returned to the file system; must be set before the first page of a new file
  /// is written.
  static let spaceReturn = "auto_vacuum = INCREMENTAL"

  /// Makes the tables; inside the caller's transaction.
  static func make(in db: Database) throws {
    try db.execute(
      tables + sharedTables + graphTables + batchTables + sharingTables + indices)
    try db.execute("PRAGMA application_id = \(application)")
    try db.execute("PRAGMA user_version = \(version)")
  }

  /// What the user is to be told about a migration from an older version; nil when all is taken over.
  static func loss(in db: Database, from version: Int) throws -> Failure? {
    guard version < 7, try Query(db, "SELECT 1 FROM cookies LIMIT 1").first({ _ in true }) != nil
    else {
      return nil
    }
    return Failure(
      .storage, what: "The cookies were not taken over.",
      why: "The store was made by an earlier version of Weir, which kept them in another form.",
      whatToDo: "Log in again where that is needed. Everything else is there.")
  }

  /// Makes an older store current; inside the caller's transaction, so that a crash leaves it as it was.
  static func migrate(_ db: Database, from version: Int) throws {
    if version < 3 { try separateResults(db) }
    if version < 4 { try db.execute(sharedTables) }
    if version < 5 { try db.execute(graphTables) }
    if version < 6 { try db.execute(batchTables) } else { try dropJudges(db) }
    if version < 7 {
      try db.execute(
        """
        DROP TABLE cookies;
        ALTER TABLE meta ADD COLUMN cookies INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE meta ADD COLUMN runner TEXT NOT NULL DEFAULT '';
        """ + sharingTables)
    }
    try db.execute("PRAGMA user_version = \(Self.version)")
  }

  /// From version 6 or 7. There, a row with a response of 400 or more was counted as refused, although its job
  /// had succeeded.
  private static func dropJudges(_ db: Database) throws {
    let (refused, succeeded) = (32, JobState.Word.succeeded.code)
    try db.execute(
      """
      INSERT INTO rowCounts SELECT graph, \(succeeded), jobs FROM rowCounts WHERE state = \(refused)
        ON CONFLICT(graph, state) DO UPDATE SET jobs = jobs + excluded.jobs;
      DELETE FROM rowCounts WHERE state = \(refused);
      ALTER TABLE batches DROP COLUMN judge;
      """)
  }

  /// From version 1 or 2. Earlier changes have no rows in `news`, so a process that asks for them reads
  /// everything.
  private static func separateResults(_ db: Database) throws {
    try db.execute(
      """
      DROP INDEX unfinished; DROP INDEX finished; DROP INDEX running; DROP INDEX urgent;
      DROP INDEX changed;
      ALTER TABLE jobs DROP COLUMN revision;
      ALTER TABLE jobs ADD COLUMN done INTEGER NOT NULL DEFAULT 0;
      UPDATE jobs SET done = 1 WHERE state >= 5;
      CREATE TABLE news(revision INTEGER PRIMARY KEY, jobs BLOB NOT NULL);
      CREATE TABLE results(id INTEGER PRIMARY KEY, result BLOB NOT NULL);
      INSERT INTO results SELECT id, result FROM attempts WHERE result IS NOT NULL;
      ALTER TABLE attempts DROP COLUMN result;
      """ + indices)
  }

  /// What versions 1 and 2 consisted of.
  private static let firstNames = thirdNames.subtracting(["table results", "table news"])
    .union(["index changed"])
  private static let thirdNames = fourthNames.subtracting(sharedNames)
  private static let fourthNames = fifthNames.subtracting(graphNames)
  private static let fifthNames = sixthNames.subtracting(batchNames)
  private static let sixthNames = names.subtracting(sharingNames)
}

extension AttemptID {
  static let mostAttempts = 1 << 20

  /// The key of the attempt's row.
  var key: Int64 { job.rawValue << 20 | Int64(number) }

  init(key: Int64) {
    self.init(job: JobID(key >> 20), number: Int(key & Int64(Self.mostAttempts - 1)))
  }
}
