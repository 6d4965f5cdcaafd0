public import ClientModel

/// The result of opening a store.
public struct StoreReport: Hashable, Sendable {
  /// Whether a new, empty store was created.
  public var isNew: Bool
  /// The path to which a damaged or foreign store was moved, or nil.
  public var movedAside: String?
  /// A message for the user, or nil if there is nothing to report.
  public var notice: Failure?

  /// Creates a report. By default the store existed and had no problems.
  public init(isNew: Bool = false, movedAside: String? = nil, notice: Failure? = nil) {
    self.isNew = isNew
    self.movedAside = movedAside
    self.notice = notice
  }
}

/// An open store and the report on opening it.
public struct OpenedStore: Sendable {
  /// The open store.
  public let storage: SQLiteStorage
  /// The result of opening the store.
  public let report: StoreReport
}
