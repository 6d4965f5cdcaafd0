import Synchronization

/// An element that can be dropped from a full buffer.
protocol Droppable: Sendable {
  /// Returns an element that reports the number of dropped elements.
  ///
  /// - Parameter next: The oldest element that was not dropped, or nil for none.
  static func dropped(_ count: Int, before next: Self?) -> Self
}

/// The bounded buffer of one subscriber. When it is full, the oldest elements are replaced by one
/// element that contains their number.
final class SubscriberBuffer<Element: Droppable>: Sendable {
  private struct State {
    /// The elements. Those before index `first` were already taken.
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
      // Removing elements from the front moves all remaining elements. They are therefore removed
      // in large groups.
      if state.first > limit {
        state.elements.removeFirst(state.first)
        state.first = 0
      }
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }

  /// Waits for the next element. Returns nil if the buffer is finished and empty.
  func next() async -> Element? {
    while true {
      if let found = state.withLock({ Self.take(1, from: &$0) }) { return found.first }
      await wait()
    }
  }

  /// Waits until there are elements and returns all of them. Returns nil if the buffer is finished
  /// and empty.
  func nextBatch() async -> [Element]? {
    while true {
      if let found = state.withLock({ Self.take(.max, from: &$0) }) {
        return found.isEmpty ? nil : found
      }
      await wait()
    }
  }

  /// Closes the buffer for new elements. Unread elements can still be read.
  func finish() {
    let waiting = state.withLock { state in
      state.isFinished = true
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }

  /// Waits until elements may be available. If the task is cancelled, the buffer is finished.
  private func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDue = state.withLock { state in
          if !state.isEmpty || state.isFinished { return true }
          // A buffer has only one reader at a time. If a second one waits, the first one is
          // resumed.
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

  /// Removes and returns up to `most` elements. If elements were dropped, the first element
  /// contains their number.
  ///
  /// Returns nil if there are no elements yet, and an empty array if the buffer is finished.
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
