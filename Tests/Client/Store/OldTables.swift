/// Turns the tables of a store into what versions 1 and 2 had.
enum OldTables {
  /// What versions 6 and 7 had in addition.
  static let beforeOutcomes = "ALTER TABLE batches ADD COLUMN judge INTEGER NOT NULL DEFAULT 0;"

  /// What every version before 7 had in place of its tables.
  static let beforeSharing = """
    DROP TABLE cookies; DROP TABLE jars; DROP TABLE hops; DROP TABLE adders;
    \(beforeOutcomes)
    ALTER TABLE meta DROP COLUMN cookies; ALTER TABLE meta DROP COLUMN runner;
    CREATE TABLE cookies(
      workspace TEXT NOT NULL, environment TEXT NOT NULL, jar BLOB NOT NULL,
      PRIMARY KEY(workspace, environment)) WITHOUT ROWID;
    """

  static func sql(version: Int) -> String {
    """
    \(beforeSharing)
    DROP TABLE shared; DROP TABLE sharedList;
    DROP TABLE batches; DROP TABLE rowCounts; DROP TABLE rowValues;
    DROP INDEX unfinished; DROP INDEX finished; DROP INDEX running; DROP INDEX urgent;
    DROP TABLE news; DROP TABLE graphs; DROP TABLE materials; DROP TABLE steps;
    ALTER TABLE attempts ADD COLUMN result BLOB;
    UPDATE attempts SET result = (SELECT result FROM results WHERE results.id = attempts.id);
    DROP TABLE results;
    ALTER TABLE jobs DROP COLUMN done;
    ALTER TABLE jobs ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
    CREATE INDEX unfinished ON jobs(lane, priority DESC, position, id, state, urgency)
      WHERE state <= 4;
    CREATE INDEX finished ON jobs(since DESC, id DESC, state, lane, stored) WHERE state >= 5;
    CREATE INDEX running ON jobs(id) WHERE state = 2;
    CREATE INDEX urgent ON jobs(id) WHERE urgency = 1 AND state <= 4;
    CREATE INDEX changed ON jobs(revision);
    PRAGMA user_version = \(version);
    """
  }
}
