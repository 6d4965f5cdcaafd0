import ClientCore
import Glibc
import Synchronization

/// A wait for the end of another process that shares the store. A thread blocks on that process's
/// lock.
///
/// The kernel grants the lock when its holder ends for any reason. Watching the lock file would not
/// be sufficient, because the end of a process does not change a file.
final class OwnerWatch: Sendable {
  private struct Waiting {
    var continuation: CheckedContinuation<Void, Never>?
    var isOver = false
  }

  private let waiting = Mutex(Waiting())
  private let path: String

  init(path: String) { self.path = path }

  /// Waits until the holder of the lock has ended or the task is cancelled. After a cancellation,
  /// the thread stays blocked until the holder ends. A blocked thread costs nothing.
  func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = waiting.withLock { waiting in
          if !waiting.isOver { waiting.continuation = continuation }
          return waiting.isOver
        }
        if isOver { return continuation.resume() }
        // If no thread can be started, the caller notices the end with the next doorbell event.
        _ = OwnThread.start { [self] in
          block()
          finish()
        }
      }
    } onCancel: {
      finish()
    }
  }

  /// The first and the maximum pause after a failed attempt to lock, in microseconds.
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
