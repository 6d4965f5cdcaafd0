import CProcess
import Glibc
import Synchronization

/// The handler of Ctrl+C, SIGTERM and SIGHUP. The first signal starts an orderly shutdown, the
/// second ends the process at once.
///
/// Signals are sent to the process, not to the code that waits for them. The main thread receives
/// them and notifies the newest watch.
final class InterruptWatch: Sendable {
  /// The source of the request to end the command.
  enum Cause: Sendable {
    /// The user pressed Ctrl+C.
    case user
    /// The system sent a signal or the terminal was closed.
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

  /// Waits for the next signal and notifies the watch, or draws the progress of the command if it
  /// is due. During a command, the main thread does nothing else.
  static func takeNext() {
    let number = cprocess_wait_for_interrupt(ProgressWriter.pause)
    guard number != 0 else { return ProgressWriter.drawCurrent() }
    guard let watch = current.withLock({ $0 }) else {
      // The signals were caught only so that the row does not remain on the terminal.
      ProgressWriter.withoutRow { nil }
      signal(number, SIG_DFL)
      raise(number)
      return
    }
    watch.take(number == SIGINT ? .user : .system)
  }

  private func take(_ cause: Cause) {
    if isOver.withLock({ $0 }) { return }
    let times = count.withLock { count in
      count += 1
      return count
    }
    guard times == 1 else {
      ProgressWriter.withoutRow { nil }
      _exit(ExitStatus.signal.rawValue)
    }
    Task {
      await act(cause)
      acted.finish()
    }
  }

  /// Returns when the first interrupt has been handled.
  func wait() async {
    for await _ in first {}
  }

  /// Stops watching. Returns whether there was an interrupt.
  @discardableResult
  func end() -> Bool {
    isOver.withLock { $0 = true }
    return count.withLock { $0 > 0 }
  }
}
