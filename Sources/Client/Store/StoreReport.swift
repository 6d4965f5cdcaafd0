public import ClientModel

/// What the user should hear about the opening of a store.
public struct StoreReport: Hashable, Sendable {
  /// True when a new, empty store was made.
  public var isNew: Bool
  /// Where a damaged or foreign store was moved to, whole.
  public var movedAside: String?
  /// What happened, when something did.
  public var notice: Failure?

  /// Creates a report; by default on a store that existed and had no faults.
  public init(isNew: Bool = false, movedAside: String? = nil, notice: Failure? = nil) {
    self.isNew = isNew
    self.movedAside = movedAside
    self.notice = notice
  }
}

/// A store, open, and what there is to say about it.
public struct OpenedStore: Sendable {
  /// The open store.
  public let storage: SQLiteStorage
  /// What was found and repaired when it was opened.
  public let report: StoreReport
}
