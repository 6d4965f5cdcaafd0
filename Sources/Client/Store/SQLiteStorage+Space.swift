import CSQLite
import ClientModel

/// Gives the pages that removed rows leave behind back to the file system.
extension SQLiteStorage {
  /// As many pages as one write transaction moves, so that other writers need not wait until all are moved.
  private static let portion: Int64 = 256

  /// Does nothing for less than a portion. A runner's next checkpoint shortens the file where this process
  /// may not. What cannot be done now is done after the next removal.
  func returnSpace() async {
    do throws(Failure) { try await returnPages() } catch {
      // The rows are gone, which is what was asked for; damage was noted where it was found.
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

  /// Whether an earlier version made the file, in which no page can be moved.
  private func isOfOldForm() async throws(Failure) -> Bool {
    try await read { tables in
      try Query(tables.db, "PRAGMA auto_vacuum").first { $0.integer(0) } == 0
    }
  }

  /// Writes the file anew, in the form of new ones; worth it where most of it is free.
  private func rebuild() async throws(Failure) {
    try await writes.maintain { db in
      let pages = try Query(db, "PRAGMA page_count").first { $0.integer(0) } ?? 0
      let free = try Self.freePages(db)
      guard free > pages / 2 else { return }
      try Query(once: "PRAGMA \(Schema.spaceReturn)", db).eachRow { _ in }
      try Query(once: "VACUUM", db).run()
    }
  }

  /// The file becomes shorter when the log is moved into it.
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
