import ClientCore

/// The events of one turn of the loop, sent together.
struct EventBatch {
  private let events: AsyncStream<[TransportEvent]>.Continuation
  private var batch: [TransportEvent] = []

  init(to events: AsyncStream<[TransportEvent]>.Continuation) { self.events = events }

  mutating func add(_ event: TransportEvent) { batch.append(event) }

  /// Sends the events added since the last call.
  mutating func send() {
    guard !batch.isEmpty else { return }
    events.yield(batch)
    let count = batch.count
    batch = []
    batch.reserveCapacity(count)
  }
}
