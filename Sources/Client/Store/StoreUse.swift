/// How long a store stays open; this decides how much work opening it may do.
public enum StoreUse: Sendable {
  /// For a few sequential calls, as a command makes them: one connection, and each call blocks its thread,
  /// even while another process holds the store's lock.
  case oneShot
  /// For as long as a screen or a queue runs: reads use their own connections, separate from the writer's.
  case session
}
