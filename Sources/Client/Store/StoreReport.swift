public import ClientModel

/// What was found when a store was opened.
public struct StoreReport: Hashable, Sendable {
  /// True when a new, empty store was made.
  public var isNew: Bool
  /// The path to which a damaged or foreign store was moved.
  public var movedAside: String?
  /// A message for the user; nil when there is nothing to report.
  public var notice: Failure?

  /// Creates a report; by default on a store that existed and had no faults.
  public init(isNew: Bool = false, movedAside: String? = nil, notice: Failure? = nil) {
    self.isNew = isNew
    self.movedAside = movedAside
    self.notice = notice
  }
}

/// An open store, and the report of its opening.
public struct OpenedStore: Sendable {
  /// The open store.
  public let storage: SQLiteStorage
  /// What was found and repaired when it was opened.
  public let report: StoreReport
}
