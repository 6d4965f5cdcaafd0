import Synchronization

/// A clock that stands still: the test ends each sleep.
final class StillClock: Clock {
  typealias Instant = ContinuousClock.Instant

  private struct Sleeper {
    let number: Int
    let duration: Duration
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var number = 0
    var sleepers: [Sleeper] = []
    /// Tests that wait for somebody to sleep for so long.
    var wakers: [(duration: Duration, continuation: CheckedContinuation<Void, Never>)] = []
    var cancelled: Set<Int> = []
    var isRunning = false

    enum Start {
      case sleeps, cancelled
      case ended(by: CheckedContinuation<Void, Never>?)
    }

    mutating func begin(_ sleeper: Sleeper) -> Start {
      if cancelled.contains(sleeper.number) { return .cancelled }
      if isRunning { return .ended(by: nil) }
      if let place = wakers.firstIndex(where: { $0.duration == sleeper.duration }) {
        return .ended(by: wakers.remove(at: place).continuation)
      }
      sleepers.append(sleeper)
      return .sleeps
    }
  }

  private let state = Mutex(State())
  let now = ContinuousClock.now
  let minimumResolution = Duration.nanoseconds(1)

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let duration = now.duration(to: deadline)
    let number = state.withLock { state in
      state.number += 1
      return state.number
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleeper = Sleeper(number: number, duration: duration, continuation: continuation)
        let start = state.withLock { $0.begin(sleeper) }
        switch start {
        case .sleeps: break
        case .cancelled: continuation.resume(throwing: CancellationError())
        case .ended(let waker):
          continuation.resume()
          waker?.resume()
        }
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        state.cancelled.insert(number)
        let place = state.sleepers.firstIndex { $0.number == number }
        return place.map { state.sleepers.remove(at: $0) }
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Ends every sleep at once, from now on.
  func run() {
    let sleepers = state.withLock { state in
      state.isRunning = true
      defer { state.sleepers = [] }
      return state.sleepers
    }
    for sleeper in sleepers { sleeper.continuation.resume() }
  }

  /// Waits until a task sleeps for this duration, and ends that sleep.
  func wake(_ duration: Duration) async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let sleeper = state.withLock { state -> Sleeper? in
        if let place = state.sleepers.firstIndex(where: { $0.duration == duration }) {
          return state.sleepers.remove(at: place)
        }
        state.wakers.append((duration, continuation))
        return nil
      }
      guard let sleeper else { return }
      sleeper.continuation.resume()
      continuation.resume()
    }
  }
}
