import CSQLite
import ClientModel

/// Functions that return free pages to the file system after rows were deleted.
extension SQLiteStorage {
  /// The maximum number of pages that one write transaction moves. Other writers can write between
  /// two transactions.
  private static let portion: Int64 = 256

  /// Returns free pages to the file system. Does nothing if one transaction could move all of them.
  /// If another process is the queue runner, the next checkpoint of that process shortens the file.
  /// After an error, the next deletion returns the remaining pages.
  func returnSpace() async {
    do throws(Failure) { try await returnPages() } catch {
      // The error is not reported, because the rows were deleted as requested. Damage to the
      // database was already recorded.
    }
  }

  private func returnPages() async throws(Failure) {
    guard try await freePages() > Self.portion else { return }
    if try await isOfOldForm() {
      try await rebuild()
    } else {
      var free = try await freePages()
      while free > 0 {
        free = try await write { turn in
          try Query(once: "PRAGMA incremental_vacuum(\(Self.portion))", turn.db).eachRow { _ in }
          return try Self.freePages(turn.db)
        }
      }
    }
    try await shortenFile()
  }

  private func freePages() async throws(Failure) -> Int64 {
    try await read { tables in try Self.freePages(tables.db) }
  }

  private static func freePages(_ db: Database) throws -> Int64 {
    try Query(db, "PRAGMA freelist_count").first { $0.integer(0) } ?? 0
  }

  /// Returns whether the file has the setting of an earlier version, with which pages cannot be
  /// returned.
  private func isOfOldForm() async throws(Failure) -> Bool {
    try await read { tables in
      try Query(tables.db, "PRAGMA auto_vacuum").first { $0.integer(0) } == 0
    }
  }

  /// Rewrites the whole file with the current setting. Does nothing unless more than half of the
  /// pages are free.
  private func rebuild() async throws(Failure) {
    try await writes.maintain { db in
      let pages = try Query(db, "PRAGMA page_count").first { $0.integer(0) } ?? 0
      let free = try Self.freePages(db)
      guard free > pages / 2 else { return }
      try Query(once: "PRAGMA \(StoreSchema.spaceReturn)", db).eachRow { _ in }
      try Query(once: "VACUUM", db).run()
    }
  }

  /// Shortens the file by running a checkpoint. Does nothing if another process holds the runner
  /// lock.
  private func shortenFile() async throws(Failure) {
    let isRunner = writes.journal.isOurs
    if !isRunner {
      guard try files.runnerLock.claim(to: .shortenLog) == .mine else { return }
    }
    defer { if !isRunner { files.runnerLock.release() } }
    let mode = isRunner ? SQLITE_CHECKPOINT_RESTART : SQLITE_CHECKPOINT_TRUNCATE
    try await writes.maintain { [writes] db in writes.journal.checkpoint(db, mode) }
  }
}
