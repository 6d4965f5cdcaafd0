/// The expected use of an open store. It determines the number of threads and connections.
public enum StoreUse: Sendable {
  /// The store is used for a few sequential calls, as in a command. There is one connection. Each
  /// call blocks its thread, even while another process holds the store's lock.
  case oneShot
  /// The store stays open for an interactive session or a queue runner. Reads use their own
  /// connections, separate from the writer's connection.
  case session
}
