public import ClientModel

/// Everything that a client stores. Several processes may share one store.
///
/// A store implements the parts; each is what one kind of caller needs.
public protocol Storage:
  JobStore, LaneStore, CookieStore, BodyStore, SealingKey, ChangeFeed, RunnerLock, AttemptOwners,
  ValueStore, GraphStore, HistoryStore
{
  /// Full, or read-only with the reason: a newer schema, a disk that takes no writes.
  var access: StoreAccess { get }

  /// Ends use in good order. The last act of a queue runner is a checkpoint.
  func close() async
}

/// Whether a store takes changes.
public enum StoreAccess: Hashable, Sendable {
  /// The store can be read and written.
  case full
  /// The store can only be read, for this reason.
  case readOnly(Failure)
}
