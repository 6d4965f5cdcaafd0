import ClientCore
import Glibc
import Synchronization

/// Waits for the end of processes that share the store: for each, one thread blocked on its lock.
///
/// The kernel grants the lock when its holder ends, however that comes. A look at the lock file
/// would not do: a death changes no file, so nothing that watches files hears of it.
final class OwnerWatch: Sendable {
  private struct Waiting {
    var continuation: CheckedContinuation<Void, Never>?
    var isOver = false
  }

  private let waiting = Mutex(Waiting())
  private let path: String

  init(path: String) { self.path = path }

  /// Returns when the holder of the lock is gone, or the task is cancelled; the thread then stays
  /// blocked until the holder ends, at no cost.
  func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = waiting.withLock { waiting in
          if !waiting.isOver { waiting.continuation = continuation }
          return waiting.isOver
        }
        if isOver { return continuation.resume() }
        // Without a thread, the next ring of the doorbell tells as well, only later.
        _ = OwnThread.start { [self] in
          block()
          finish()
        }
      }
    } onCancel: {
      finish()
    }
  }

  private func block() {
    let file = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
    // Its holder ended in good order and took the file with it.
    guard file >= 0 else { return }
    // Shared, so that who asks meanwhile whether the holder lives is not misled by this thread.
    while flock(file, LOCK_SH) != 0, errno == EINTR {}
    close(file)
  }

  private func finish() {
    let continuation = waiting.withLock { waiting in
      defer { waiting = Waiting(continuation: nil, isOver: true) }
      return waiting.continuation
    }
    continuation?.resume()
  }
}
