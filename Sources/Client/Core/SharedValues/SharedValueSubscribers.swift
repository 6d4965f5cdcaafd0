import ClientModel

/// The streams of `SharedValues.changes` and the known versions. Decides which changes are new.
struct SharedValueSubscribers: Sendable {
  /// A reference to a stream that may have been released.
  private struct Subscriber: Sendable {
    weak let reader: SharedChangeReader?
  }

  var watches = SharedWatches()
  private var subscribers: [Subscriber] = []

  var isEmpty: Bool { !subscribers.contains { $0.reader != nil } }

  /// Whether any stream opens values.
  var openAny: Bool { subscribers.contains { $0.reader?.opensAny ?? false } }

  /// Returns whether any stream opens the value of this key.
  func open(_ facts: SharedValueFacts) -> Bool {
    subscribers.contains { $0.reader?.opens(facts) ?? false }
  }

  mutating func add(_ reader: SharedChangeReader) {
    subscribers.append(Subscriber(reader: reader))
  }

  mutating func removeReleased() { subscribers.removeAll { $0.reader == nil } }

  func publish(_ changes: [SharedWatches.Change]) {
    for change in changes { for subscriber in subscribers { subscriber.reader?.put(change) } }
  }

  func finish() { for subscriber in subscribers { subscriber.reader?.finish() } }
}
