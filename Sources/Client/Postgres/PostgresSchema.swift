import ClientModel
import ClientStore

/// The tables of a store on PostgreSQL. Their rows have the same bytes as those of SQLite's store.
///
/// - The column `done` states that a job has ended. No index contains a column that changes before
///   the end, so that PostgreSQL updates the row of a job that starts in place. `ended` is the time
///   of the end, because `since` changes earlier.
/// - An attempt has the key `job << 20 | number`. It is also the fence of the attempt: the end of
///   an attempt that was taken away (`taken`) changes nothing.
/// - A lane has as many rows of `slots` as it may have running jobs. A started job takes a free
///   slot, and the end of its attempt frees the slot with the attempt's key, so at most once. If
///   the limit is lowered, `surplus` is the number of slots that are still in use above it. `opens`
///   is the time of the next start by the rate, by the server's clock in milliseconds.
/// - `ready` is the time from which a job may start, 0 if it waits only for a slot, or NULL.
/// - `running` contains the running jobs. It is separate, because an index on the state would be
///   written with each start.
/// - A deleted job stays in its table until the deletion can no longer be undone.
/// - `meta` contains the id of the key that seals secrets on every machine, and the timeline of the
///   server at the last check, which changes with each failover.
/// - `needs` are the labels that a queue runner must have to start the job. `submitter` is the
///   database role that added the job.
/// - `pausedBy` is the user and machine that paused a lane.
/// - `writers` contains the number of the last commit of each process. After a lost connection, it
///   shows whether the commit took effect.
enum PostgresSchema {
  static let version: Int64 = 2

  static let tables = [
    """
    CREATE TABLE meta(
      id integer PRIMARY KEY CHECK(id = 1), version bigint NOT NULL, revision bigint NOT NULL,
      cookies bigint NOT NULL, shared bigint NOT NULL, sharedList bytea, key bytea,
      timeline bigint) WITH (fillfactor = 10)
    """,
    "CREATE SEQUENCE jobIDs", "CREATE SEQUENCE graphIDs", "CREATE SEQUENCE laneIDs",
    """
    CREATE TABLE lanes(
      id bigint PRIMARY KEY, workspace text NOT NULL, name text NOT NULL, pause bigint NOT NULL,
      lim bigint NOT NULL, rate double precision, held bigint,
      surplus bigint NOT NULL DEFAULT 0, opens double precision NOT NULL DEFAULT 0,
      pausedBy text, UNIQUE(workspace, name)) WITH (fillfactor = 50)
    """,
    """
    CREATE TABLE slots(
      lane bigint NOT NULL, n bigint NOT NULL, attempt bigint, PRIMARY KEY(lane, n))
      WITH (fillfactor = 30)
    """,
    """
    CREATE TABLE tallies(
      lane bigint NOT NULL, state smallint NOT NULL, jobs bigint NOT NULL,
      PRIMARY KEY(lane, state)) WITH (fillfactor = 30)
    """,
    """
    CREATE TABLE jobs(
      id bigint PRIMARY KEY, lane bigint NOT NULL, state smallint NOT NULL, detail bytea NOT NULL,
      since bigint NOT NULL, created bigint NOT NULL, priority bigint NOT NULL,
      position double precision NOT NULL, scheduling smallint NOT NULL, method text NOT NULL,
      url text NOT NULL, name text, repeatable boolean NOT NULL, attempts bigint NOT NULL,
      status bigint, length bigint, elapsed bigint, cancel boolean NOT NULL,
      stored bigint NOT NULL, done boolean NOT NULL, ended bigint, ready bigint, deleter text, deletion bigint,
      deletedAt bigint, needs text[] NOT NULL DEFAULT '{}',
      submitter text NOT NULL DEFAULT CURRENT_USER) WITH (fillfactor = 80)
    """,
    "CREATE INDEX unfinished ON jobs(lane, priority DESC, position, id) WHERE NOT done",
    "CREATE INDEX finished ON jobs(ended DESC, id DESC) WHERE done AND deletedAt IS NULL",
    "CREATE INDEX immediateJobs ON jobs(id) WHERE scheduling = 1 AND NOT done",
    "CREATE INDEX deletedJobs ON jobs(deleter, deletion) WHERE deletedAt IS NOT NULL",
    "CREATE TABLE running(job bigint PRIMARY KEY) WITH (fillfactor = 50)",
    """
    CREATE TABLE changes(
      revision bigint PRIMARY KEY, jobs bigint[] NOT NULL, lanes bigint[] NOT NULL,
      graphs bigint[] NOT NULL)
    """,
    "CREATE TABLE requests(job bigint PRIMARY KEY, request bytea NOT NULL)",
    """
    CREATE TABLE attempts(
      id bigint PRIMARY KEY, owner text NOT NULL, taken boolean NOT NULL, facts bytea NOT NULL)
    """,
    "CREATE TABLE results(id bigint PRIMARY KEY, result bytea NOT NULL)",
    """
    CREATE TABLE chunks(
      attempt bigint NOT NULL, number bigint NOT NULL, bytes bytea NOT NULL,
      PRIMARY KEY(attempt, number))
    """,
    // Bodies are often compressed already.
    "ALTER TABLE chunks ALTER COLUMN bytes SET STORAGE EXTERNAL",
    "CREATE TABLE hops(job bigint PRIMARY KEY, hop bytea NOT NULL)",
    "CREATE TABLE adders(job bigint PRIMARY KEY, owner text NOT NULL)",
    """
    CREATE TABLE jars(
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, workspace text NOT NULL,
      environment text NOT NULL, cleared bigint NOT NULL, UNIQUE(workspace, environment))
    """,
    """
    CREATE TABLE cookies(
      jar bigint NOT NULL, domain text NOT NULL, reach smallint NOT NULL, path text NOT NULL,
      name text NOT NULL, expires bigint, cookie bytea NOT NULL,
      PRIMARY KEY(jar, domain, reach, path, name))
    """,
    """
    CREATE TABLE shared(
      name text COLLATE "C" PRIMARY KEY, version bigint NOT NULL, changed bigint NOT NULL,
      facts bytea NOT NULL, value bytea NOT NULL)
    """,
    """
    CREATE TABLE graphs(
      id bigint PRIMARY KEY, done boolean NOT NULL, owner text NOT NULL, since bigint NOT NULL,
      standing bytea NOT NULL, deleter text, deletion bigint, deletedAt bigint)
    """,
    "CREATE INDEX openGraphs ON graphs(id) WHERE NOT done",
    "CREATE INDEX deletedGraphs ON graphs(deleter, deletion) WHERE deletedAt IS NOT NULL",
    "CREATE TABLE materials(graph bigint PRIMARY KEY, material bytea NOT NULL)",
    """
    CREATE TABLE steps(
      graph bigint NOT NULL, step bigint NOT NULL, job bigint, result bytea,
      PRIMARY KEY(graph, step))
    """,
    "CREATE INDEX stepJobs ON steps(job) WHERE job IS NOT NULL",
    """
    CREATE TABLE batches(
      first bigint PRIMARY KEY, last bigint NOT NULL, graph bigint NOT NULL UNIQUE,
      held smallint NOT NULL)
    """,
    """
    CREATE TABLE rowCounts(
      graph bigint NOT NULL, state smallint NOT NULL, jobs bigint NOT NULL,
      PRIMARY KEY(graph, state)) WITH (fillfactor = 50)
    """,
    "CREATE TABLE rowValues(job bigint PRIMARY KEY, value bytea NOT NULL)",
    """
    CREATE TABLE runners(
      id text PRIMARY KEY, lease timestamptz NOT NULL, runs boolean NOT NULL, machine text NOT NULL,
      process bigint NOT NULL, labels text[] NOT NULL) WITH (fillfactor = 50)
    """,
    """
    CREATE TABLE writers(
      runner text PRIMARY KEY, epoch bigint NOT NULL, commits bigint NOT NULL,
      revision bigint NOT NULL) WITH (fillfactor = 50)
    """,
    """
    CREATE TABLE events(
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, owner text NOT NULL,
      at timestamptz NOT NULL, event bytea NOT NULL)
    """,
    "INSERT INTO meta(id, version, revision, cookies, shared) VALUES(1, \(version), 0, 0, 0)",
  ]

  /// The statements that change the tables of each older version to the next version, version 1
  /// first.
  private static let migrations = [
    [
      "ALTER TABLE jobs ADD COLUMN needs text[] NOT NULL DEFAULT '{}'",
      "ALTER TABLE jobs ADD COLUMN submitter text NOT NULL DEFAULT CURRENT_USER",
      "ALTER TABLE lanes ADD COLUMN pausedBy text",
      "ALTER TABLE meta ADD COLUMN timeline bigint",
    ]
  ]

  /// Changes the tables of an older version to this version, in one transaction.
  ///
  /// - Returns: The version before, or nil if there are no tables.
  /// - Throws: A failure if a process uses the store, or if a newer version of Weir wrote it.
  static func migrate(_ db: PostgresConnection, _ schema: String) throws -> Int64? {
    guard let before = try present(db, schema), before < version else {
      return try present(db, schema)
    }
    try db.add("BEGIN")
    try addLock(db, schema)
    // A process that begins to use the store now waits until the tables are changed.
    try db.add("LOCK TABLE runners IN ACCESS EXCLUSIVE MODE")
    let users = try db.rows(
      "SELECT DISTINCT machine, process FROM runners WHERE lease > clock_timestamp() ORDER BY 1, 2")
    guard users.isEmpty else {
      let names = users.map { "\($0.text(0) ?? "") (process \($0.integer(1)))" }
      throw Failure(
        .storage, what: "The store was not changed.",
        why: "It is in use on \(names.joined(separator: ", ")).",
        whatToDo: "End Weir there. A process that was killed counts as ended after half a minute.")
    }
    for sql in migrations[Int(before - 1)...].joined() { try db.add(sql) }
    try db.add("UPDATE meta SET version = $1", [.integer(version)])
    try db.add("COMMIT")
    try db.run()
    return before
  }

  /// Locks the creation and the change of the tables until the end of the transaction.
  private static func addLock(_ db: PostgresConnection, _ schema: String) throws {
    try db.add(
      "SELECT pg_advisory_xact_lock(hashtextextended('weir store ' || $1, 0))", [.text(schema)])
  }

  /// Creates the tables, or checks their version.
  ///
  /// - Throws: A failure if another version of Weir wrote the store.
  static func prepare(_ db: PostgresConnection, _ schema: String) throws {
    if try check(db, schema) { return }
    // Two processes may open a new store at the same time.
    try db.add("BEGIN")
    try addLock(db, schema)
    _ = try db.rows("SELECT 1")
    if try !check(db, schema) {
      // The name of the schema has only letters, digits and underscores.
      try db.add("CREATE SCHEMA IF NOT EXISTS \(schema)")
      for sql in tables { try db.add(sql) }
    }
    try db.add("COMMIT")
    try db.run()
  }

  /// Returns the id of the key that seals secrets. The first machine creates the key.
  static func keyID(_ db: PostgresConnection, _ coder: RecordCoder) throws -> [UInt8] {
    let select = "SELECT key FROM meta"
    if let known = try db.rows(select).first?.blob(0), !known.isEmpty { return known }
    try db.add("UPDATE meta SET key = $1 WHERE key IS NULL", [.bytes(try coder.keyID())])
    return try db.rows(select).first?.blob(0) ?? []
  }

  /// Returns the version of the tables, or nil if there are none.
  static func present(_ db: PostgresConnection, _ schema: String) throws -> Int64? {
    let found = try db.rows("SELECT to_regclass($1) IS NOT NULL", [.text("\(schema).meta")])
    guard found.first?.flag(0) ?? false else { return nil }
    let present = try db.rows("SELECT version FROM meta").first?.integer(0) ?? 0
    guard present <= version else {
      throw Failure(
        .storage, what: "The store was not opened.",
        why:
          "A newer version of Weir wrote it (schema \(present); this version reads \(version)).",
        whatToDo: "Install the version of Weir that the other machines use.")
    }
    return present
  }

  /// Returns whether the tables exist.
  static func check(_ db: PostgresConnection, _ schema: String) throws -> Bool {
    guard let present = try present(db, schema) else { return false }
    guard present == version else {
      throw Failure(
        .storage, what: "The store was not opened.",
        why:
          "An older version of Weir wrote it (schema \(present); this version uses \(version)).",
        whatToDo: "Install this version on every machine, then run: weir store migrate")
    }
    return true
  }
}
