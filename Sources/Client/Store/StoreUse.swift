/// The expected use of an open store, which determines the amount of work when it is opened.
public enum StoreUse: Sendable {
  /// The store stays open for a few sequential calls, as in a command. There is one connection, and
  /// each call blocks its thread, even while another process holds the store's lock.
  case oneShot
  /// The store stays open until an interactive session or a queue runner ends. Reads use their own
  /// connections, separate from the writer's.
  case session
}
