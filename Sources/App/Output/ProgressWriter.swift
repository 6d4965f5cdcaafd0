import CProcess
import ClientCore
import ClientModel
import Glibc
import Synchronization

/// The writer of a command's progress to standard error. The command owns the writer and ends it
/// before the output.
///
/// On a terminal, the progress is one row, which is drawn after 0.5 s and erased before any other
/// text. With `-v` and without a terminal, the progress is a line every 10 s. The main thread draws
/// it while it waits for signals, so that a short command needs no timer.
final class ProgressWriter: Sendable {
  /// The display of the progress: one row of a terminal, or separate lines.
  enum Target: Equatable, Sendable {
    case row, lines

    fileprivate var delay: Duration { self == .row ? .milliseconds(500) : .seconds(10) }
    fileprivate var interval: Duration { self == .row ? .milliseconds(200) : .seconds(10) }
  }

  /// The options for progress.
  struct Wish: Sendable {
    enum Choice: Sendable { case automatic, never }
    enum Detail: Sendable { case normal, verbose }
    var choice = Choice.automatic
    var detail = Detail.normal

    /// Returns the display of the progress. Returns nil for no progress.
    func target(_ output: ColourRule.Output, terminal: String?) -> Target? {
      switch output {
      case _ where choice == .never: nil
      // A terminal of this type cannot erase a row.
      case .terminal: terminal == "dumb" ? nil : .row
      case .other: detail == .verbose ? .lines : nil
      }
    }
  }

  private struct State {
    var line: ProgressLine?
    var next: Timestamp
    var isRowDrawn = false
    var wasDrawn = false

    mutating func erase() {
      guard isRowDrawn else { return }
      isRowDrawn = false
      _ = DescriptorWriting.fault(writing: Array("\r\u{1B}[K".utf8), to: STDERR_FILENO)
    }
  }

  /// The options of the command line. They must be set before the work begins.
  static let wish = Mutex(Wish())
  private static let current = Mutex<ProgressWriter?>(nil)
  private static let isActive = Atomic(false)
  /// Whether the main thread has waited for the first time, and whether it waits without a limit.
  private static let hasWaited = Atomic(false)
  private static let isAsleep = Atomic(false)

  private let target: Target
  private let state: Mutex<State>

  private init(_ target: Target, now: Timestamp) {
    self.target = target
    state = Mutex(State(next: now.advanced(by: target.delay)))
  }

  /// Starts to write progress. Returns nil if no progress is wanted.
  static func begin() -> ProgressWriter? {
    let output = Console.isComplaintReadByPeople ? ColourRule.Output.terminal : .other
    let wish = wish.withLock { $0 }
    guard !StandardOutput.isSilenced,
      let target = wish.target(output, terminal: SystemVariables.value("TERM"))
    else { return nil }
    let writer = ProgressWriter(target, now: SystemClock().now)
    current.withLock { $0 = writer }
    isActive.store(true, ordering: .releasing)
    if isAsleep.exchange(false, ordering: .acquiringAndReleasing) { cprocess_wake_waiter() }
    return writer
  }

  /// Sets the state of the work. It is drawn when the next drawing is due.
  func show(_ line: ProgressLine?) { state.withLock { $0.line = line } }

  /// Ends the progress and erases the row. Returns whether any progress was written.
  @discardableResult
  func end() -> Bool {
    Self.current.withLock { current in
      guard current === self else { return }
      current = nil
      Self.isActive.store(false, ordering: .releasing)
    }
    return state.withLock { state in
      state.line = nil
      state.erase()
      return state.wasDrawn
    }
  }

  /// Calls a function that writes to a descriptor. The row is erased first.
  @discardableResult
  static func withoutRow(_ write: () -> Int32?) -> Int32? {
    guard isActive.load(ordering: .acquiring), let writer = current.withLock({ $0 }) else {
      return write()
    }
    return writer.state.withLock { state in
      state.erase()
      return write()
    }
  }

  // MARK: The main thread

  /// The time in milliseconds until the next drawing. Negative if there is nothing to draw.
  static var pause: Int32 {
    if let writer = current.withLock({ $0 }) { return writer.remaining }
    // Most commands end within the first wait, or begin their progress before its end.
    if !hasWaited.exchange(true, ordering: .relaxed) { return 500 }
    isAsleep.store(true, ordering: .sequentiallyConsistent)
    return current.withLock({ $0 }).map(\.remaining) ?? -1
  }

  private var remaining: Int32 {
    let next = state.withLock { $0.next }
    return Int32(clamping: max(10, next.since(SystemClock().now).inMilliseconds))
  }

  /// Draws the progress if it is due.
  static func drawCurrent() {
    guard let writer = current.withLock({ $0 }) else { return }
    // If another thread writes, the row is drawn later.
    _ = writer.state.withLockIfAvailable { writer.draw(&$0, at: SystemClock().now) }
  }

  private func draw(_ state: inout State, at now: Timestamp) {
    guard now >= state.next else { return }
    state.next = now.advanced(by: target.interval)
    guard let line = state.line else { return state.erase() }
    switch target {
    case .lines:
      let text = line.plainText(at: now) + "\n"
      _ = DescriptorWriting.fault(writing: Array(text.utf8), to: STDERR_FILENO)
    case .row:
      // A write to a terminal that was stopped by Ctrl+S would block this thread, which also
      // handles the signals.
      var entry = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
      guard poll(&entry, 1, 0) == 1, entry.revents & Int16(POLLOUT) != 0 else { return }
      // Ctrl+C erases the row. There is room for `^C`, so that it does not begin another row.
      cprocess_catch_interrupts()
      let text = line.text(at: now, in: max(10, Self.columns - 3))
      let row = "\r" + Console.styledComplaint(text, .cyan) + "\u{1B}[K"
      _ = DescriptorWriting.fault(writing: Array(row.utf8), to: STDERR_FILENO)
      state.isRowDrawn = true
    }
    state.wasDrawn = true
  }

  /// The number of columns of the terminal on standard error.
  static var columns: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
