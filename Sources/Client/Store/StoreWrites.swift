import CSQLite

/// The writes of this process to stores and caches.
package enum StoreWrites {
  /// Runs `body`, which stops the process, for example after Ctrl+Z, while no thread of this
  /// process writes. A process that is stopped during a write would block all other writers.
  package static func pause(during body: () -> Void) {
    csqlite_begin_stop()
    defer { csqlite_end_stop() }
    body()
  }
}
