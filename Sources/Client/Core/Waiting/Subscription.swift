import ClientModel

struct SubscriberID: Hashable, Sendable {
  fileprivate let number: Int
  init(_ number: Int) { self.number = number }
}

/// A subscription. It ends when its stream is released.
final class Subscription<Element: Droppable>: Sendable {
  private let buffer: SubscriberBuffer<Element>
  private let end: @Sendable () -> Void

  init(_ buffer: SubscriberBuffer<Element>, end: @escaping @Sendable () -> Void) {
    self.buffer = buffer
    self.end = end
  }

  deinit {
    buffer.finish()
    end()
  }

  /// Returns a stream of individual elements instead of batches.
  static func stream(
    _ buffer: SubscriberBuffer<Element>, end: @escaping @Sendable () -> Void
  ) -> AsyncStream<Element> {
    let subscription = Subscription(buffer, end: end)
    return AsyncStream { await subscription.buffer.next() }
  }

  /// Returns a stream of batches. A batch contains all elements that are available.
  static func batches(
    _ buffer: SubscriberBuffer<Element>, end: @escaping @Sendable () -> Void
  ) -> AsyncStream<[Element]> {
    let subscription = Subscription(buffer, end: end)
    return AsyncStream { await subscription.buffer.nextBatch() }
  }
}

extension Event: Droppable {
  static func dropped(_ count: Int, before next: Event?) -> Event {
    Event(.dropped(count), at: next?.time ?? Timestamp(milliseconds: 0))
  }
}

extension ClientEvent: Droppable {
  static func dropped(_ count: Int, before next: ClientEvent?) -> ClientEvent { .dropped(count) }
}

extension Failure: Droppable {
  static func dropped(_ count: Int, before next: Failure?) -> Failure {
    Failure(
      .storage, what: "\(count) earlier notices were dropped.",
      why: "They arrived faster than they were read.",
      whatToDo: "Check the current state of the lanes and of the store.")
  }
}
