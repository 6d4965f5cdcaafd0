import ClientCore
import ClientModel
import Synchronization

/// Stands still until a test moves it.
final class ManualClock: AlarmClock {
  private struct Sleeper {
    let time: Timestamp
    /// When it is woken at the latest, wherever the wall clock is set to.
    let end: Duration
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var now = Timestamp(milliseconds: 1_750_000_000_000)
    var uptime = Duration.zero
    var next = 0
    var sleepers: [Int: Sleeper] = [:]
  }

  private let state = Mutex(State())

  var now: Timestamp { state.withLock { $0.now } }
  var uptime: Duration { state.withLock { $0.uptime } }

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
          let end = state.uptime + moment.since(state.now)
          state.sleepers[number] = Sleeper(time: moment, end: end, continuation: continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: number) }?.continuation.resume()
    }
  }

  /// Sets the wall clock back; nothing else happens.
  func setBack(by span: Duration) {
    state.withLock { $0.now = $0.now.advanced(by: .zero - span) }
  }

  func advance(by span: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: span)
      state.uptime += span
      let due = state.sleepers.filter { $0.value.time <= state.now || $0.value.end <= state.uptime }
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
