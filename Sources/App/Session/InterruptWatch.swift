@preconcurrency import Dispatch
import Foundation
import Synchronization

/// Turns Ctrl+C and SIGTERM into one orderly act; a second one ends the process at once.
final class InterruptWatch: Sendable {
  private let count = Mutex(0)
  // Kept alive here; Dispatch's own queue calls their handlers.
  private let sources: [any DispatchSourceSignal]
  private let first: AsyncStream<Void>

  init(_ act: @escaping @Sendable () async -> Void) {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    first = stream
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      return DispatchSource.makeSignalSource(signal: number, queue: .global())
    }
    for source in sources {
      source.setEventHandler { [self] in
        let times = count.withLock { count in
          count += 1
          return count
        }
        guard times == 1 else { _exit(ExitStatus.interrupted.rawValue) }
        Task {
          await act()
          continuation.finish()
        }
      }
      source.activate()
    }
  }

  /// Returns when the first interrupt has been acted on.
  func wait() async {
    for await _ in first {}
  }

  /// Stops watching; true when there was an interrupt.
  @discardableResult
  func end() -> Bool {
    for source in sources { source.cancel() }
    return count.withLock { $0 > 0 }
  }
}
