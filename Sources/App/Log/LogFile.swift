import ClientCore
import ClientModel
import Foundation
import Synchronization

/// The log on disk: `weir.log`, shared by processes, with up to two older files beside it.
///
///     append ──► pending ──► one write of whole lines (O_APPEND) ──► past 4 MiB: .1, .2, begun anew
///
/// A thread of its own writes, so that a slow disk keeps nobody waiting; it sleeps in the kernel while
/// there is nothing to write, and is started by the first line. What cannot be written is given up, and
/// that is told once.
final class LogFile: Sendable {
  static let longest: off_t = 4 << 20
  /// What may wait for a disk that hangs; lines past it are given up.
  private static let mostPending = 4 << 20

  private struct State {
    var pending: [UInt8] = []
    var lost = 0
    var writer = Writer.none
    var hasTold = false
    var flushers: [CheckedContinuation<Void, Never>] = []
  }

  private enum Writer { case none, asleep, awake }

  let path: String
  private let state = Mutex(State())
  private let bell: Bell
  private let tell: @Sendable (Failure) -> Void

  /// - Parameter tell: Hears once that the log cannot be written.
  init(path: String, tell: @escaping @Sendable (Failure) -> Void) {
    self.path = path
    self.tell = tell
    bell = Bell()
  }

  /// Takes whole lines; returns at once.
  func append(_ lines: [UInt8]) {
    let before = state.withLock { state in
      if state.pending.count + lines.count > Self.mostPending {
        state.lost += 1
      } else {
        state.pending += lines
      }
      defer { state.writer = .awake }
      return state.writer
    }
    switch before {
    case .awake: return
    case .asleep: bell.ring()
    case .none:
      if !OwnThread.start({ [self] in write() }) {
        // Without a thread the lines stay here until there is one, or until the end.
        state.withLock { $0.writer = .none }
      }
    }
  }

  /// Returns once everything appended until now is written, or given up.
  func flush() async {
    await withCheckedContinuation { continuation in
      let isDone = state.withLock { state in
        guard state.writer == .awake else { return true }
        state.flushers.append(continuation)
        return false
      }
      if isDone { continuation.resume() }
    }
  }

  /// The writer's thread: it takes what waits, writes it, and sleeps until there is more.
  private func write() {
    var sheet = LogSheet(path: path)
    while true {
      let (lines, lost) = state.withLock { state in
        defer {
          state.pending = []
          state.lost = 0
        }
        return (state.pending, state.lost)
      }
      if !lines.isEmpty {
        let words = lost > 0 ? Array("(\(lost) lines were lost here)\n".utf8) : []
        if let failure = sheet.write(lines + words) { complain(failure) }
      }
      let flushers = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
        guard state.pending.isEmpty else { return nil }
        state.writer = .asleep
        defer { state.flushers = [] }
        return state.flushers
      }
      guard let flushers else { continue }
      for flusher in flushers { flusher.resume() }
      bell.wait()
    }
  }

  private func complain(_ failure: Failure) {
    let isFirst = state.withLock { state in
      defer { state.hasTold = true }
      return !state.hasTold
    }
    if isFirst { tell(failure) }
  }
}

/// Wakes one sleeping thread.
private final class Bell: @unchecked Sendable {
  // A POSIX semaphore is made for use from several threads; the pointer never changes.
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func ring() { sem_post(semaphore) }
  func wait() { while sem_wait(semaphore) != 0 {} }
}
