/// For how long a store is opened; it decides what opening may cost.
public enum StoreUse: Sendable {
  /// For a handful of calls, one after another, as a command makes them: one connection, and a call
  /// holds the thread it comes from, also while another process has the store's lock.
  case errand
  /// For as long as a screen or a queue runs: reads have connections of their own, beside the writer's.
  case session
}
