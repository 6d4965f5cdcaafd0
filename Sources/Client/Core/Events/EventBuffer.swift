import ClientModel
import Synchronization

/// Events on their way to one listener: bounded, the oldest go first, and the listener is told how
/// many went.
final class EventBuffer: Sendable {
  fileprivate struct State {
    /// Those before `first` were taken.
    var events: [Event] = []
    var first = 0
    var missed = 0
    var isFinished = false
    var waiting: CheckedContinuation<Void, Never>?

    var count: Int { events.count - first }
    var hasNews: Bool { count > 0 || missed > 0 }
  }

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: How many events may wait for the listener; at least 1.
  init(limit: Int) { self.limit = max(1, limit) }

  func put(_ events: [Event]) {
    guard !events.isEmpty else { return }
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.isFinished else { return nil }
      state.events.append(contentsOf: events)
      let surplus = state.count - limit
      if surplus > 0 {
        state.missed += surplus
        state.first += surplus
      }
      // What was dropped or taken is cleared away once it outweighs what waits.
      if state.first > limit {
        state.events.removeFirst(state.first)
        state.first = 0
      }
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }

  /// The next event; nil once the buffer is finished and empty.
  func next() async -> Event? {
    while true {
      if let found = state.withLock({ $0.take(1) }) { return found.first }
      await wait()
    }
  }

  /// Everything that waits, at least one; nil once the buffer is finished and empty.
  func nextBatch() async -> [Event]? {
    while true {
      if let found = state.withLock({ $0.take(Int.max) }) { return found.isEmpty ? nil : found }
      await wait()
    }
  }

  /// Ends the listening; what waits can still be taken.
  func finish() {
    let waiting = state.withLock { state in
      state.isFinished = true
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }

  private func wait() async {
    await withCheckedContinuation { continuation in
      let isDue = state.withLock { state in
        if state.hasNews || state.isFinished { return true }
        // One listener reads a buffer; should a second ever come, the first looks again.
        state.waiting?.resume()
        state.waiting = continuation
        return false
      }
      if isDue { continuation.resume() }
    }
  }
}

extension EventBuffer.State {
  /// Up to so many events, the word on dropped ones first; empty at the end; nil when there is
  /// nothing yet.
  fileprivate mutating func take(_ most: Int) -> [Event]? {
    guard hasNews else { return isFinished ? [] : nil }
    var taken: [Event] = []
    if missed > 0 {
      let time = events.indices.contains(first) ? events[first].time : events.last?.time
      taken.append(Event(.dropped(missed), at: time ?? Timestamp(milliseconds: 0)))
      missed = 0
      if most == 1 { return taken }
    }
    let part = events[first..<min(events.count, most == .max ? events.count : first + most)]
    taken += part
    first += part.count
    if first == events.count {
      events.removeAll(keepingCapacity: events.capacity <= 1024)
      first = 0
    }
    return taken
  }
}
