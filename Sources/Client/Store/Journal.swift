import CSQLite
import ClientModel
import Synchronization

/// The checkpoints that limit the length of the write-ahead log.
///
/// SQLite's automatic checkpoints are off. The queue runner runs a checkpoint when the log exceeds
/// 4 MB. When the queue runner closes, it runs a full checkpoint. Checkpoints always run under the
/// store's lock, because SQLite before 3.51.3 can damage a file if one process runs a checkpoint
/// while another writes.
///
/// A commit that extends the file waits for the disk twice: for the data and for the new length.
/// Therefore a log in use is never shortened, and large blocks of zeros extend it in advance.
/// SQLite reads up to the last frame with a valid checksum and ignores the rest (SQLite file
/// format, section 4.4).
final class Journal: Sendable {
  /// The length in frames that triggers a checkpoint. A frame is a page with a header of 24 bytes.
  /// The file has a header of 32 bytes.
  private static let limit: Int32 = 1000
  private static let frame: Int64 = 4096 + 24
  /// The number of frames from which the log is extended in advance. A process with few commits
  /// never reaches this number.
  private static let worthRoom: Int32 = 64
  /// The minimum free space at the end of the file, in bytes. If less is free, the file is
  /// extended. Most commits need less.
  private static let leastRoom = 48 * frame
  /// The log lengths at which an ending process shortens the log, in bytes. A longer log comes from
  /// a large operation. A queue runner usually starts after such an operation and then shortens the
  /// log.
  static let worthShortening: Range<Int64> = (512 << 10)..<(16 << 20)

  private let isRunner = Atomic<Bool>(false)
  private let next = Atomic<Int32>(Journal.limit)
  /// The length of the log after this process's last commit, in frames.
  private let frames = Atomic<Int32>(0)
  private let isFollowing = Atomic<Bool>(false)
  /// The length of the file when it was last read, in bytes.
  private let length = Atomic<Int64>(0)

  func beginRunning() { isRunner.store(true, ordering: .relaxed) }
  func endRunning() { isRunner.store(false, ordering: .relaxed) }
  var isOurs: Bool { isRunner.load(ordering: .relaxed) }

  /// Starts recording the length of the log after each commit of the writer. The unretained
  /// reference is valid, because the store closes the connection before it releases the journal.
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

  /// Checks the length of the log after a commit. The writer's thread calls this while holding the
  /// lock.
  func limitLength(through db: Database) {
    guard isOurs else { return }
    if !isFollowing.exchange(true, ordering: .relaxed) { return follow(db) }
    let frames = frames.load(ordering: .relaxed)
    guard frames > next.load(ordering: .relaxed) else {
      if frames < Self.limit { next.store(Self.limit, ordering: .relaxed) }
      if frames >= Self.worthRoom { makeRoom(after: frames, in: db.walPath) }
      return
    }
    // If a reader still uses a part of the log, the next checkpoint runs after another 4 MB.
    let isDone = checkpoint(db, SQLITE_CHECKPOINT_RESTART)
    next.store(isDone ? Self.limit : frames + Self.limit, ordering: .relaxed)
  }

  /// Extends the file before the frames fill it. A failure is ignored, because each commit can
  /// extend the file itself.
  private func makeRoom(after frames: Int32, in path: String) {
    let end = 32 + Int64(frames) * Self.frame
    // Only the queue runner shortens the file, when it ends.
    guard length.load(ordering: .relaxed) - end < Self.leastRoom else { return }
    let found = PrivateFile.size(of: path)
    length.store(found, ordering: .relaxed)
    guard found >= end, found - end < Self.leastRoom else { return }
    PrivateFile.appendZeros(path, from: found, by: min(max(end / 2, 128 << 10), 1 << 20))
  }

  /// Runs a checkpoint. A failure is not reported to the user, because a long log only costs space.
  @discardableResult
  func checkpoint(_ db: Database, _ mode: Int32) -> Bool {
    sqlite3_busy_timeout(db.connection, 0)
    defer { sqlite3_busy_timeout(db.connection, Journal.lockTimeout) }
    return sqlite3_wal_checkpoint_v2(db.connection, nil, mode, nil, nil) == SQLITE_OK
  }

  /// Truncates the log when the queue runner ends. Does nothing in any other process.
  func empty(_ db: Database, under lock: KernelLock) {
    guard isOurs else { return }
    do {
      try lock.write { _ = checkpoint(db, SQLITE_CHECKPOINT_TRUNCATE) }
    } catch {
      // The log is not changed. The next queue runner runs the checkpoint.
    }
  }

  /// The maximum time that SQLite itself waits for a lock, in milliseconds. It does not apply to
  /// writers, because they wait for the store's own lock first.
  static let lockTimeout: Int32 = 4000
}

extension Database {
  fileprivate var walPath: String {
    String(cString: sqlite3_db_filename(connection, nil)) + "-wal"
  }
}
