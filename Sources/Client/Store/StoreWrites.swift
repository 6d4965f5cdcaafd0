import CSQLite

/// The writes of this process to stores and caches.
package enum StoreWrites {
  /// Runs `body`, which stops the process, while no thread writes. A process that is stopped during
  /// a write blocks every other process that writes.
  package static func pause(during body: () -> Void) {
    csqlite_begin_stop()
    defer { csqlite_end_stop() }
    body()
  }
}
