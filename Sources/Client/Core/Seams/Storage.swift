public import ClientModel

/// Everything that a client stores. Several processes may share one store.
///
/// Each part is the interface for one kind of caller. Only the wiring uses all of them.
public protocol Storage:
  JobStore, LaneStore, CookieStore, BodyStore, SealingKey, ChangeFeed, Ownership, ValueStore,
  GraphStore, HistoryStore
{
  /// The store's access mode: full, or read-only with the reason, for example a newer schema or a
  /// read-only disk.
  var access: StoreAccess { get }

  /// Closes the store, and ends the claim of a queue runner.
  func close() async
}

/// The access mode of a store: full or read-only.
public enum StoreAccess: Hashable, Sendable {
  /// The store can be read and written.
  case full
  /// The store can only be read, for this reason.
  case readOnly(Failure)
}

/// The parts of a store, each with the interface that its callers use.
struct Store: Sendable {
  let jobs: any JobStore
  let lanes: any LaneStore
  let graphs: any GraphStore
  let history: any HistoryStore
  let bodies: any BodyStore
  let cookies: any CookieStore
  let values: any ValueStore
  let sealing: any SealingKey
  let feed: any ChangeFeed
  let ownership: any Ownership
  let access: StoreAccess
  let close: @Sendable () async -> Void

  init(_ storage: some Storage) {
    jobs = storage
    lanes = storage
    graphs = storage
    history = storage
    bodies = storage
    cookies = storage
    values = storage
    sealing = storage
    feed = storage
    ownership = storage
    access = storage.access
    close = { await storage.close() }
  }
}
