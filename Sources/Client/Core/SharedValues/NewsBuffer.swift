import Synchronization

/// Hands news from those who tell it to one reader, and holds a bounded number of them meanwhile.
///
/// When it is full the oldest goes, and the reader hears, in the place of those that went, how many
/// they were.
final class NewsBuffer<Element: Sendable>: Sendable {
  enum Item: Sendable {
    case element(Element)
    case dropped(Int)
  }

  private struct State {
    var held: [Element] = []
    var dropped = 0
    var reader: CheckedContinuation<Item?, Never>?
    var isFinished = false

    mutating func take() -> Item? {
      if dropped > 0 {
        defer { dropped = 0 }
        return .dropped(dropped)
      }
      return held.isEmpty ? nil : .element(held.removeFirst())
    }
  }

  private let most: Int
  private let state = Mutex(State())

  /// - Parameter most: How many are held, at least 1.
  init(most: Int) { self.most = max(1, most) }

  func put(_ element: Element) {
    let reader = state.withLock { state -> CheckedContinuation<Item?, Never>? in
      guard !state.isFinished else { return nil }
      if let reader = state.reader {
        state.reader = nil
        return reader
      }
      state.held.append(element)
      if state.held.count > most {
        state.held.removeFirst()
        state.dropped += 1
      }
      return nil
    }
    reader?.resume(returning: .element(element))
  }

  /// Nil when the buffer has finished or the reading task is cancelled.
  func next() async -> Item? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let item = state.withLock { state -> Item?? in
          if let item = state.take() { return .some(item) }
          if state.isFinished || Task.isCancelled { return .some(nil) }
          // One reader: a second one would wait for nothing.
          let before = state.reader
          state.reader = continuation
          before?.resume(returning: nil)
          return nil
        }
        if let item { continuation.resume(returning: item) }
      }
    } onCancel: {
      finish()
    }
  }

  func finish() {
    let reader = state.withLock { state -> CheckedContinuation<Item?, Never>? in
      state.isFinished = true
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: nil)
  }
}
