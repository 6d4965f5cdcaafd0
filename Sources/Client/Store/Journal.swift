import CSQLite
import ClientModel
import Synchronization

/// The write-ahead log's length, and the rule for moving it into the database.
///
/// Automatic checkpoints are off. The queue runner moves the log when it passes 4 MB, and
/// all of it when it closes; always under the store's lock, as SQLite before 3.51.3 can damage a file
/// when two processes checkpoint and write at once (F10).
///
/// A commit that makes the file longer waits for the disk twice: for what it wrote, and for the new
/// length. So a log in long use is not shortened, and is extended ahead in large pieces of zeros. SQLite
/// reads up to the last frame with a valid checksum, and ignores both (its file format, section 4.4).
final class Journal: Sendable {
  /// In frames, each a page with a head of 24 bytes; the file begins with 32 of its own.
  private static let limit: Int32 = 1000
  private static let frame: Int64 = 4096 + 24
  /// Who commits now and then never fills so much that making room is worth it.
  private static let worthRoom: Int32 = 64
  /// More than most commits take.
  private static let leastRoom = 48 * frame
  /// Lengths, in bytes, at which a process that leaves shortens the log. A longer one comes from a
  /// large order, which a queue runner takes up next; the one who gave it need not wait for the disk.
  static let worthShortening: Range<Int64> = (512 << 10)..<(16 << 20)

  private let isRunner = Atomic<Bool>(false)
  private let next = Atomic<Int32>(Journal.limit)
  /// How far the log reached after the last commit through this process.
  private let frames = Atomic<Int32>(0)
  private let isFollowing = Atomic<Bool>(false)
  /// The file's length when it was last looked at.
  private let length = Atomic<Int64>(0)

  func beginRunning() { isRunner.store(true, ordering: .relaxed) }
  func endRunning() { isRunner.store(false, ordering: .relaxed) }
  var isOurs: Bool { isRunner.load(ordering: .relaxed) }

  /// Learns from now on how far each commit of the writer reached. The store, which has both, closes
  /// the connection before it lets go of the journal.
  private func follow(_ db: Database) {
    sqlite3_wal_hook(
      db.connection,
      { journal, _, _, frames in
        if let journal {
          Unmanaged<Journal>.fromOpaque(journal).takeUnretainedValue().frames
            .store(frames, ordering: .relaxed)
        }
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// After a commit, under the lock, on the writer's thread.
  func limitLength(through db: Database) {
    guard isOurs else { return }
    if !isFollowing.exchange(true, ordering: .relaxed) { return follow(db) }
    let frames = frames.load(ordering: .relaxed)
    guard frames > next.load(ordering: .relaxed) else {
      if frames < Self.limit { next.store(Self.limit, ordering: .relaxed) }
      if frames >= Self.worthRoom { makeRoom(after: frames, in: db.walPath) }
      return
    }
    // A reader may still use part of the log: then it grows by another 4 MB before the next attempt.
    let isDone = checkpoint(db, SQLITE_CHECKPOINT_RESTART)
    next.store(isDone ? Self.limit : frames + Self.limit, ordering: .relaxed)
  }

  /// Makes the file longer before its frames reach its end. Without the room the next commits do that
  /// themselves, so a failure is no harm.
  private func makeRoom(after frames: Int32, in path: String) {
    let end = 32 + Int64(frames) * Self.frame
    // Only the queue runner makes it shorter, as its last act.
    guard length.load(ordering: .relaxed) - end < Self.leastRoom else { return }
    let found = PrivateFile.size(of: path)
    length.store(found, ordering: .relaxed)
    guard found >= end, found - end < Self.leastRoom else { return }
    PrivateFile.lengthen(path, from: found, by: min(max(end / 2, 128 << 10), 1 << 20))
  }

  /// A log that stays long costs space, not safety, so its failure is not the user's concern.
  @discardableResult
  func checkpoint(_ db: Database, _ mode: Int32) -> Bool {
    sqlite3_busy_timeout(db.connection, 0)
    defer { sqlite3_busy_timeout(db.connection, Journal.patience) }
    return sqlite3_wal_checkpoint_v2(db.connection, nil, mode, nil, nil) == SQLITE_OK
  }

  /// At the end of the queue runner's work.
  func empty(_ db: Database, under lock: KernelLock) {
    guard isOurs else { return }
    do {
      try lock.write { _ = checkpoint(db, SQLITE_CHECKPOINT_TRUNCATE) }
    } catch {
      // The log stays; the next queue runner moves it.
    }
  }

  /// How long SQLite itself waits for a lock, in milliseconds; writers never meet it, they queue
  /// for the store's own lock before.
  static let patience: Int32 = 4000
}

extension Database {
  fileprivate var walPath: String {
    String(cString: sqlite3_db_filename(connection, nil)) + "-wal"
  }
}
