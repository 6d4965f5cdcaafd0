import ClientModel

/// Somebody who wants events of some kinds.
struct EventListener: Sendable {
  let buffer: EventBuffer
  /// One bit for each kind it wants.
  let words: UInt32
  let scope: EventScope
}

/// Whose doings a listener wants to hear of.
public enum EventScope: Hashable, Sendable {
  /// What this process does.
  case thisProcess
  /// Also what other processes do with the same store, as far as the store shows it.
  case allProcesses
}

/// Ends the listening when the stream that holds it is let go.
final class EventLease: Sendable {
  private let buffer: EventBuffer
  private let end: @Sendable () -> Void

  init(_ buffer: EventBuffer, end: @escaping @Sendable () -> Void) {
    self.buffer = buffer
    self.end = end
  }

  func next() async -> Event? { await buffer.next() }
  func nextBatch() async -> [Event]? { await buffer.nextBatch() }

  deinit {
    buffer.finish()
    end()
  }
}
