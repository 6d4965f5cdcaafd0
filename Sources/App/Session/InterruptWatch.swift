import CProcess
import Glibc
import Synchronization

/// Turns Ctrl+C and SIGTERM into one orderly act; a second one ends the process at once.
///
/// Signals come to the process, not to who waits for them: the main thread takes them for the watch that
/// was set last.
final class InterruptWatch: Sendable {
  /// Who wants the command to end.
  enum Cause: Sendable {
    /// The user, with Ctrl+C.
    case user
    /// The system, or the terminal that closed.
    case system
  }

  private static let current = Mutex<InterruptWatch?>(nil)

  private let count = Mutex(0)
  private let isOver = Mutex(false)
  private let first: AsyncStream<Void>
  private let acted: AsyncStream<Void>.Continuation
  private let act: @Sendable (Cause) async -> Void

  init(_ act: @escaping @Sendable (Cause) async -> Void) {
    (first, acted) = AsyncStream<Void>.makeStream()
    self.act = act
    Self.current.withLock { $0 = self }
    cprocess_catch_interrupts()
  }

  /// Waits for the next signal and notifies the watch; the main thread's only work beside a command.
  static func takeNext() {
    let cause: Cause = cprocess_wait_for_interrupt() == SIGINT ? .user : .system
    current.withLock { $0 }?.take(cause)
  }

  private func take(_ cause: Cause) {
    if isOver.withLock({ $0 }) { return }
    let times = count.withLock { count in
      count += 1
      return count
    }
    guard times == 1 else { _exit(ExitStatus.signal.rawValue) }
    Task {
      await act(cause)
      acted.finish()
    }
  }

  /// Returns when the first interrupt has been acted on.
  func wait() async {
    for await _ in first {}
  }

  /// Stops watching; true when there was an interrupt.
  @discardableResult
  func end() -> Bool {
    isOver.withLock { $0 = true }
    return count.withLock { $0 > 0 }
  }
}
