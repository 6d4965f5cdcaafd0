public import ClientModel

/// Everything that a client stores. Several processes may share one store.
///
/// Each part is the interface for one kind of caller.
public protocol Storage:
  JobStore, LaneStore, CookieStore, BodyStore, SealingKey, ChangeFeed, RunnerLock, AttemptOwners,
  ValueStore, GraphStore, HistoryStore
{
  /// The access to the store: full, or read-only with the reason, for example a newer schema or a
  /// read-only disk.
  var access: StoreAccess { get }

  /// Ends the use of the store. For a queue runner, the last action is a checkpoint.
  func close() async
}

/// The access to a store: full or read-only.
public enum StoreAccess: Hashable, Sendable {
  /// The store can be read and written.
  case full
  /// The store can only be read, for this reason.
  case readOnly(Failure)
}
