public import ClientModel

/// What the user should hear about the opening of a store.
public struct StoreReport: Hashable, Sendable {
  /// True when a new, empty store was made.
  public var isNew: Bool
  /// Where a damaged or foreign store was moved to, whole.
  public var movedAside: String?
  /// What happened, when something did.
  public var notice: Failure?

  public init(isNew: Bool = false, movedAside: String? = nil, notice: Failure? = nil) {
    self.isNew = isNew
    self.movedAside = movedAside
    self.notice = notice
  }
}

/// A store, open, and what there is to say about it.
public struct OpenedStore: Sendable {
  public let storage: SQLiteStorage
  public let report: StoreReport
}
