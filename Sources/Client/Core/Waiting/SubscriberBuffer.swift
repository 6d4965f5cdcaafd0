import Synchronization

/// An element that can be dropped from a full buffer and replaced by a count.
protocol Droppable: Sendable {
  /// Returns an element with the number of dropped elements.
  ///
  /// - Parameter next: The oldest element that was not dropped, or nil if there is none.
  static func dropped(_ count: Int, before next: Self?) -> Self
}

/// A buffer for the elements of one subscriber. Its size is bounded: when it is full, the oldest
/// elements are dropped and replaced by one element with their number.
final class SubscriberBuffer<Element: Droppable>: Sendable {
  private struct State {
    /// The elements. Those before `first` were already taken.
    var elements: [Element] = []
    var first = 0
    var dropped = 0
    var isFinished = false
    var waiting: CheckedContinuation<Void, Never>?

    var count: Int { elements.count - first }
    var isEmpty: Bool { count == 0 && dropped == 0 }
  }

  private let limit: Int
  private let state = Mutex(State())

  /// Creates an empty buffer.
  ///
  /// - Parameter limit: The maximum number of unread elements, at least 1.
  init(limit: Int) { self.limit = max(1, limit) }

  func put(_ elements: [Element]) {
    guard !elements.isEmpty else { return }
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.isFinished else { return nil }
      state.elements.append(contentsOf: elements)
      let surplus = state.count - limit
      if surplus > 0 {
        state.dropped += surplus
        state.first += surplus
      }
      // Removing an element from the front moves all others, so many are removed at once.
      if state.first > limit {
        state.elements.removeFirst(state.first)
        state.first = 0
      }
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }

  /// Returns the next element, or nil once the buffer is finished and empty.
  func next() async -> Element? {
    while true {
      if let found = state.withLock({ Self.take(1, from: &$0) }) { return found.first }
      await wait()
    }
  }

  /// Returns all waiting elements, at least one, or nil once the buffer is finished and empty.
  func nextBatch() async -> [Element]? {
    while true {
      if let found = state.withLock({ Self.take(.max, from: &$0) }) {
        return found.isEmpty ? nil : found
      }
      await wait()
    }
  }

  /// Ends the buffer. No more elements can be added, but unread elements can still be read.
  func finish() {
    let waiting = state.withLock { state in
      state.isFinished = true
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }

  /// Waits until there may be elements or the task is cancelled. Cancellation finishes the buffer.
  private func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDue = state.withLock { state in
          if !state.isEmpty || state.isFinished { return true }
          // A buffer has one reader. If a second reader waits, the first one checks again.
          state.waiting?.resume()
          state.waiting = continuation
          return false
        }
        if isDue { continuation.resume() }
      }
    } onCancel: {
      finish()
    }
  }

  /// Returns up to `most` elements. If elements were dropped, an element with their number precedes
  /// them. Returns an empty array if the buffer is finished, or nil if no element is waiting.
  private static func take(_ most: Int, from state: inout State) -> [Element]? {
    guard !state.isEmpty else { return state.isFinished ? [] : nil }
    var taken: [Element] = []
    if state.dropped > 0 {
      let next = state.count > 0 ? state.elements[state.first] : nil
      taken.append(.dropped(state.dropped, before: next))
      state.dropped = 0
      if most == 1 { return taken }
    }
    let part = state.elements[state.first...].prefix(most)
    taken += part
    state.first += part.count
    if state.first == state.elements.count {
      state.elements.removeAll(keepingCapacity: state.elements.capacity <= 1024)
      state.first = 0
    }
    return taken
  }
}
