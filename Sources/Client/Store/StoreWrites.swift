import CSQLite

/// The writes of this process to stores and caches.
package enum StoreWrites {
  /// Runs `body` while no thread of this process writes. `body` stops the process, and a process
  /// that is stopped during a write would block every other process that writes.
  package static func pause(during body: () -> Void) {
    csqlite_begin_stop()
    defer { csqlite_end_stop() }
    body()
  }
}
