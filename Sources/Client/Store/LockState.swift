import Glibc

/// The state of a process's lock, as reported by the kernel. If the lock is held, the process is
/// alive.
enum LockState: Hashable, Sendable {
  /// The holder is alive.
  case held
  /// The holder has ended. A holder that ended normally may have removed the file.
  case free
  /// The system call failed, for example because no descriptor was free. The holder may be alive.
  /// The caller should try again later.
  case unknown(error: Int32)

  /// Returns the state without waiting.
  static func probe(_ path: String) -> LockState {
    ask(path) { file in
      // With a shared lock, simultaneous probes do not affect each other.
      flock(file, LOCK_SH | LOCK_NB)
    }
  }

  /// Waits until the holder has ended. Returns `free` or `unknown`.
  static func wait(_ path: String) -> LockState {
    ask(path) { file in
      while flock(file, LOCK_SH) != 0 {
        if errno != EINTR { return -1 }
      }
      return 0
    }
  }

  private static func ask(_ path: String, _ lock: (Int32) -> Int32) -> LockState {
    let file = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { return errno == ENOENT ? .free : .unknown(error: errno) }
    defer { close(file) }
    if lock(file) == 0 { return .free }
    return errno == EWOULDBLOCK ? .held : .unknown(error: errno)
  }
}
