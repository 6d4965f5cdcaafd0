import ClientCore
import ClientModel
import Synchronization

/// Stands still until a test moves it.
final class ManualClock: AlarmClock {
  private struct State {
    var now = Timestamp(milliseconds: 1_750_000_000_000)
    var next = 0
    var sleepers: [Int: (time: Timestamp, continuation: CheckedContinuation<Void, Never>)] = [:]
  }

  private let state = Mutex(State())

  var now: Timestamp { state.withLock { $0.now } }

  /// The times at which somebody wants to be woken.
  var alarms: [Timestamp] { state.withLock { $0.sleepers.values.map(\.time).sorted() } }

  func wait(until moment: Timestamp) async {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.now >= moment || Task.isCancelled { return true }
          state.sleepers[number] = (moment, continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: number) }?.continuation.resume()
    }
  }

  func advance(by span: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: span)
      let due = state.sleepers.filter { $0.value.time <= state.now }
      for number in due.keys { state.sleepers[number] = nil }
      return due.values.map(\.continuation)
    }
    for continuation in due { continuation.resume() }
  }
}

/// A reproducible source of randomness (SplitMix64).
struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(bitPattern: Int64(seed)) &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
