public import ClientModel

/// One thing that is wrong with a store, found by `SQLiteStorage.check()`.
public struct StoreFinding: Hashable, Sendable {
  public enum Kind: UInt8, Hashable, Sendable {
    /// The database file itself; nothing in it can be trusted.
    case database
    /// A row that does not match its checksum or cannot be read.
    case row
    /// The totals of a lane differ from its jobs.
    case tally
    /// A body file that a row names and that is missing or of another length.
    case missingBody
    /// A body file that no row names. Harmless: the next prune takes it.
    case orphanBody
  }

  public var kind: Kind
  /// The job concerned, when there is one.
  public var job: JobID?
  /// For people.
  public var text: String
}
