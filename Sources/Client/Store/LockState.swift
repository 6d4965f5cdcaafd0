import Glibc

/// What the kernel says of a lock that proves a process alive.
enum LockState: Hashable, Sendable {
  /// Its holder lives.
  case held
  /// Its holder is dead, or has left in good order and taken the file along.
  case free
  /// The kernel failed, for want of descriptors for instance: its holder may live. To be asked
  /// again later.
  case unknown(error: Int32)

  /// Asks without waiting.
  static func probe(_ path: String) -> LockState {
    ask(path) { file in
      // Shared, so that others who ask at the same time are not misled.
      flock(file, LOCK_SH | LOCK_NB)
    }
  }

  /// Waits in the kernel until the holder is gone; returns `free` or `unknown`.
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
