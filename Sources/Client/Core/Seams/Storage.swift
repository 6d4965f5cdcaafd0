public import ClientModel

/// The data that a client stores. Several processes may share a store.
///
/// Each part is the interface for one kind of caller. Only the code that creates the client uses
/// all parts.
public protocol Storage:
  JobStore, LaneStore, CookieStore, BodyStore, SealingKey, ChangeFeed, Ownership, ValueStore,
  GraphStore, HistoryStore
{
  /// The access mode of the store. If it is read-only, it contains the reason, for example a newer
  /// schema or a read-only disk.
  var access: StoreAccess { get }

  /// Closes the store. If this process is the queue runner, another process can then become it.
  func close() async
}

/// The access mode of a store.
public enum StoreAccess: Hashable, Sendable {
  /// The store can be read and written.
  case full
  /// The store can only be read. The failure is the reason.
  case readOnly(Failure)
}

/// The parts of a store. Each part is the interface for one kind of caller.
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
