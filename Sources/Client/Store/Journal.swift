import ClientModel
import GRDB
import GRDBSQLite
import Synchronization

/// The write-ahead log's length, and the rule for moving it into the database.
///
/// Automatic checkpoints are off. The process that drains moves the log when it passes 16 MB, and
/// wholly when it closes; always under the store's lock, as SQLite before 3.51.3 can damage a file
/// when two processes checkpoint and write at once (F10).
final class Journal: Sendable {
  private static let limit: Int32 = 4000
  /// Lengths, in bytes, at which a process that leaves shortens the log. A longer one comes from a
  /// large order, which a drainer takes up next; the one who gave it need not wait for the disk.
  static let worthShortening: Range<Int64> = (512 << 10)..<(16 << 20)

  private let isDrainer = Atomic<Bool>(false)
  private let next = Atomic<Int32>(Journal.limit)

  func drains(_ yes: Bool) { isDrainer.store(yes, ordering: .relaxed) }
  var isOurs: Bool { isDrainer.load(ordering: .relaxed) }

  /// After a commit, under the lock, on the writer's thread.
  func keepShort(through db: Database) {
    guard isOurs else { return }
    let pages = Int32(clamping: length(of: db.walPath) / 4096)
    guard pages > next.load(ordering: .relaxed) else {
      if pages < Self.limit { next.store(Self.limit, ordering: .relaxed) }
      return
    }
    // A reader may keep part of the log in use: then it grows by another 16 MB before the next try.
    let isDone = checkpoint(db, SQLITE_CHECKPOINT_TRUNCATE)
    next.store(isDone ? Self.limit : pages + Self.limit, ordering: .relaxed)
  }

  /// A log that stays long costs space, not safety, so its failure is not the user's concern.
  @discardableResult
  func checkpoint(_ db: Database, _ mode: Int32) -> Bool {
    sqlite3_busy_timeout(db.sqliteConnection, 0)
    defer { sqlite3_busy_timeout(db.sqliteConnection, Journal.patience) }
    return sqlite3_wal_checkpoint_v2(db.sqliteConnection, nil, mode, nil, nil) == SQLITE_OK
  }

  /// At the end of the drainer's work.
  func empty(_ db: Database, under lock: KernelLock) {
    guard isOurs else { return }
    do throws(Failure) {
      try lock.acquire()
      checkpoint(db, SQLITE_CHECKPOINT_TRUNCATE)
      lock.release()
    } catch {
      // The log stays; the next drainer moves it.
    }
  }

  /// How long SQLite itself waits for a lock, in milliseconds; writers never meet it, they queue
  /// for the store's own lock before.
  static let patience: Int32 = 60_000

  private func length(of path: String) -> Int64 {
    PrivateFile.size(of: path)
  }
}

extension Database {
  fileprivate var walPath: String {
    String(cString: sqlite3_db_filename(sqliteConnection, nil)) + "-wal"
  }
}
