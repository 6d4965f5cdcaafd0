import ClientCore
import ClientModel
import Glibc

/// The log file `weir.log`. Several processes share it. Up to two older files are kept.
///
///     append ──► pending ──► one write of complete lines (O_APPEND)
///                              └─► past 4 MiB: renamed to .1, .2; a new file
///
/// A separate thread writes, so that a slow disk does not delay callers. The first line starts the
/// thread, which sleeps in the kernel while there is nothing to write. Lines that are appended
/// within 20 ms are written together. If lines cannot be written, they are dropped, and this is
/// reported once.
final class LogFile: Sendable {
  static let longest: off_t = 4 << 20
  /// The maximum number of bytes that wait for a blocked disk. Further lines are dropped.
  private static let mostPending = 4 << 20
  /// The time during which lines are collected. In a busy queue, a separate write for each line
  /// would cost more than the line itself.
  private static let moment = Duration.milliseconds(20)
  /// The number of pending bytes that causes a write at once, before `moment` has passed.
  private static let enough = 64 << 10

  private struct State {
    var pending: [UInt8] = []
    var lost = 0
    /// The time at which pending lines are written. It is nil if there are none.
    var due: ContinuousClock.Instant?
    var isWriting = false
    var hasThread = false
    var hasReported = false
    var flushers: [CheckedContinuation<Void, Never>] = []
  }

  /// The next step of the writing thread.
  private enum Step {
    case write([UInt8], lost: Int)
    case flushed([CheckedContinuation<Void, Never>])
  }

  let path: String
  private let state = ThreadMonitor(State())
  private let report: @Sendable (Failure) -> Void

  /// Creates a log. The file is opened when lines are written.
  ///
  /// - Parameter report: Called once with the reason if the log cannot be written.
  init(path: String, report: @escaping @Sendable (Failure) -> Void) {
    self.path = path
    self.report = report
  }

  /// Appends complete lines and returns at once.
  func append(_ lines: [UInt8]) {
    let (wakes, starts) = state.withLock { state -> (Bool, Bool) in
      let before = state.pending.count
      if before + lines.count > Self.mostPending {
        state.lost += 1
      } else {
        state.pending += lines
      }
      defer { state.hasThread = true }
      // The thread sleeps until there are lines, and then for `moment`.
      let isDue = before == 0 || (before < Self.enough && state.pending.count >= Self.enough)
      return (isDue && !state.isWriting, !state.hasThread)
    }
    if wakes { state.wakeOne() }
    // If no thread can be started, the lines stay pending until a thread can be started or the
    // process ends.
    if starts, !OwnThread.start({ [self] in write() }) { state.withLock { $0.hasThread = false } }
  }

  /// Returns when all appended lines are written or dropped.
  func flush() async {
    await withCheckedContinuation { continuation in
      let isDone = state.withLock { state in
        guard state.hasThread, state.isWriting || !state.pending.isEmpty else { return true }
        state.flushers.append(continuation)
        return false
      }
      if isDone { return continuation.resume() }
      state.wakeOne()
    }
  }

  /// Writes the pending lines and sleeps until there are more. Runs on the writing thread.
  private func write() {
    var sheet = LogFileHandle(path: path)
    while true {
      switch state.wait(for: Self.next) {
      case .flushed(let flushers): for flusher in flushers { flusher.resume() }
      case .write(let lines, let lost):
        let words = lost > 0 ? Array("(\(lost) lines were lost here)\n".utf8) : []
        if let failure = sheet.write(lines + words) { complain(failure) }
      }
    }
  }

  private static func next(_ state: inout State) -> ThreadMonitor<State>.Finding<Step> {
    state.isWriting = false
    guard !state.pending.isEmpty else {
      if state.flushers.isEmpty { return .wait }
      defer { state.flushers = [] }
      return .found(.flushed(state.flushers))
    }
    let now = ContinuousClock.now
    let due = state.due ?? now + moment
    if now < due, state.flushers.isEmpty, state.pending.count < enough {
      state.due = due
      return .waitFor(now.duration(to: due))
    }
    defer {
      state.pending = []
      state.lost = 0
      state.due = nil
      state.isWriting = true
    }
    return .found(.write(state.pending, lost: state.lost))
  }

  private func complain(_ failure: Failure) {
    let isFirst = state.withLock { state in
      defer { state.hasReported = true }
      return !state.hasReported
    }
    if isFirst { report(failure) }
  }
}
