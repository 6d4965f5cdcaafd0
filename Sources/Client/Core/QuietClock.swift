/// A monotonic clock whose sleeps do not cause later wake-ups of the process.
///
/// On Linux, Swift's own sleep uses Dispatch, whose pool then wakes up every second until the
/// process ends. Here, a single thread sleeps in the kernel for all tasks.
public struct QuietClock: Clock {
  /// The instants of `ContinuousClock`.
  public typealias Instant = ContinuousClock.Instant

  /// The sleeping tasks of the process. All clocks share them and have no other state.
  private static let alarms = Alarms()

  /// Creates a clock.
  public init() {}

  /// The current instant.
  public var now: Instant { .now }
  /// One nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps until the deadline or slightly longer. Throws `CancellationError` if the task is
  /// cancelled.
  ///
  /// - Parameter tolerance: Ignored. The kernel's own slack is 50 µs.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await Self.alarms.sleep(until: deadline)
  }
}

/// The sleeping tasks, and the thread that wakes them.
private final class Alarms: Sendable {
  private struct Sleeper {
    let number: Int
    let deadline: ContinuousClock.Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    /// The sleeping tasks, latest deadline first.
    var sleepers: [Sleeper] = []
    var next = 0
    var hasThread = false
  }

  private let state = ThreadMonitor(State())

  func sleep(until deadline: ContinuousClock.Instant) async throws {
    try Task.checkCancellation()
    if deadline <= .now { return }
    guard hasThread() else { return try await ContinuousClock().sleep(until: deadline) }
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleeper = Sleeper(number: number, deadline: deadline, continuation: continuation)
        let isSoonest = state.withLock { state in
          let place = state.sleepers.partitioningIndex { $0.deadline <= deadline }
          state.sleepers.insert(sleeper, at: place)
          return place == state.sleepers.count - 1
        }
        if isSoonest { state.wakeOne() }
        // If the task was cancelled earlier, the cancellation found no sleeper to wake.
        if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func cancel(_ number: Int) {
    let sleeper = state.withLock { state in
      state.sleepers.firstIndex { $0.number == number }.map { state.sleepers.remove(at: $0) }
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }

  private func hasThread() -> Bool {
    state.withLock { state in
      if !state.hasThread { state.hasThread = OwnThread.start { [self] in ring() } }
      return state.hasThread
    }
  }

  private func ring() {
    while true {
      let sleeper = state.wait { state -> ThreadMonitor<State>.Finding<Sleeper> in
        guard let soonest = state.sleepers.last else { return .wait }
        let left = soonest.deadline - .now
        if left > .zero { return .waitFor(left) }
        state.sleepers.removeLast()
        return .found(soonest)
      }
      sleeper.continuation.resume()
    }
  }
}

extension Array {
  /// Returns the index of the first element for which `belongsBehind` is true. All elements after
  /// it must also satisfy `belongsBehind`.
  fileprivate func partitioningIndex(where belongsBehind: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if belongsBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
