import ClientModel
import Glibc

/// The open file of a log. Other processes also write to the file and may rotate it.
struct LogFileHandle {
  private let path: String
  private var file: Int32 = -1
  /// Whether the last write was partial. If so, the next write begins with a line break.
  private var isTorn = false

  init(path: String) { self.path = path }

  /// Writes complete lines with one call.
  ///
  /// - Returns: The failure. Nil if all lines were written.
  mutating func write(_ lines: [UInt8]) -> Failure? {
    if let code = prepare() { return failure(code) }
    let bytes = isTorn ? [10] + lines : lines
    var count = Glibc.write(file, bytes, bytes.count)
    if count < 0, errno == EINTR { count = Glibc.write(file, bytes, bytes.count) }
    if count == bytes.count {
      isTorn = false
      return nil
    }
    let code = count < 0 ? errno : ENOSPC
    isTorn = isTorn || count > 0
    return failure(code)
  }

  /// Opens the file, unless it is open and `path` still refers to it. Rotates a full file.
  ///
  /// - Returns: The `errno` value of a failure. Nil if the file is open.
  private mutating func prepare() -> Int32? {
    for _ in 0..<3 {
      if !isCurrent {
        if file >= 0 { close(file) }
        file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return errno }
      }
      var facts = stat()
      guard fstat(file, &facts) == 0 else { return errno }
      guard facts.st_mode & S_IFMT == S_IFREG, facts.st_uid == geteuid() else {
        close(file)
        file = -1
        return EPERM
      }
      if facts.st_mode & 0o077 != 0, fchmod(file, 0o600) != 0 { return errno }
      if facts.st_size < LogFile.longest { return nil }
      rotate()
    }
    return nil
  }

  private var isCurrent: Bool {
    guard file >= 0 else { return false }
    var open = stat()
    var named = stat()
    return fstat(file, &open) == 0 && lstat(path, &named) == 0 && open.st_ino == named.st_ino
      && open.st_dev == named.st_dev
  }

  /// Renames the full file. A file lock ensures that only one process does this.
  ///
  /// If another process holds the lock, this process does not wait, because the other process may
  /// be stopped.
  private func rotate() {
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else { return }
    defer { flock(file, LOCK_UN) }
    guard isCurrent else { return }
    _ = rename("\(path).1", "\(path).2")
    _ = rename(path, "\(path).1")
  }

  private func failure(_ code: Int32) -> Failure {
    Failure(
      code == ENOSPC || code == EDQUOT ? .diskFull : .storage,
      what: "The log cannot be written.", why: "\(path): \(String(cString: strerror(code))).",
      whatToDo: "Weir works without the log; to get one, free disk space "
        + "or correct the folder's permissions.")
  }
}
