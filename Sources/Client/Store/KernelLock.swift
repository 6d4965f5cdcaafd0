import ClientModel
import Glibc

/// An exclusive lock that the kernel holds on an open file, and releases when its holder dies.
///
/// Source of the choice: `flock(2)` belongs to the open file, not to the process, so two stores in
/// one process exclude each other too.
final class KernelLock: Sendable {
  let path: String
  private let file: Int32

  init(path: String) throws(Failure) {
    self.path = path
    file = try PrivateFile.openShared(path)
  }

  deinit {
    // A program that is being started has a copy of the file for a moment, and with it the lock.
    release()
    close(file)
  }

  /// Waits as long as it takes. Only for threads that may block.
  func acquire() throws(Failure) {
    while flock(file, LOCK_EX) != 0 {
      guard errno == EINTR else { throw .system(errno, doing: "Locking the store", path: path) }
    }
  }

  /// False when somebody else has it; throws when the kernel does not say.
  func tryAcquire() throws(Failure) -> Bool {
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      guard errno == EINTR else { throw .system(errno, doing: "Locking the store", path: path) }
    }
    return true
  }

  func release() { _ = flock(file, LOCK_UN) }

  /// The number written into the file, for people; 0 when there is none.
  var note: Int32 {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(file, &bytes, bytes.count, 0)
    guard count > 0 else { return 0 }
    return Int32(String(decoding: bytes.prefix(count).prefix { $0 != 10 }, as: UTF8.self)) ?? 0
  }

  /// Writes a number into the file. The lock itself is what counts, so a failure is no harm.
  func write(note: Int32) {
    let text = Array("\(note)\n".utf8)
    _ = ftruncate(file, 0)
    _ = pwrite(file, text, text.count, 0)
  }
}
