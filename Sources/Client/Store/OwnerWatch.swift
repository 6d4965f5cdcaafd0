import ClientCore
import Glibc
import Synchronization

/// Waits for the end of processes that share the store: for each, one thread blocked on its lock.
///
/// The kernel grants the lock when its holder ends for any reason. Watching the lock file is not sufficient:
/// the end of a process changes no file, so a file watcher gets no event.
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
        // If no thread can be created, the next doorbell event has the same effect, only later.
        _ = OwnThread.start { [self] in
          block()
          finish()
        }
      }
    } onCancel: {
      finish()
    }
  }

  /// The first and the longest pause after a failed lock attempt, in microseconds.
  private static let (firstPause, longestPause): (UInt32, UInt32) = (20_000, 1_000_000)

  private func block() {
    var pause = Self.firstPause
    while LockState.wait(path) != .free, !waiting.withLock({ $0.isOver }) {
      usleep(pause)
      pause = min(pause * 2, Self.longestPause)
    }
  }

  private func finish() {
    let continuation = waiting.withLock { waiting in
      defer { waiting = Waiting(continuation: nil, isOver: true) }
      return waiting.continuation
    }
    continuation?.resume()
  }
}
