import ClientModel

/// The processes whose events a subscriber of the event log receives.
public enum EventScope: Hashable, Sendable {
  /// Only events of this process.
  case thisProcess
  /// The events of all processes on the same store. The store does not contain all events of other
  /// processes.
  case allProcesses
}

/// The subscribers of a client.
///
/// Each subscriber has its own bounded buffer (`SubscriberBuffer`). A slow subscriber loses its
/// oldest events and receives their number. It never delays other subscribers.
struct Subscribers {
  /// A subscriber of the event log.
  private struct LogSubscriber {
    let buffer: SubscriberBuffer<Event>
    /// The wanted kinds. Each kind is one bit.
    let words: UInt32
    let scope: EventScope
  }

  private var events: [SubscriberID: SubscriberBuffer<ClientEvent>] = [:]
  private var notices: [SubscriberID: SubscriberBuffer<Failure>] = [:]
  private var log: [SubscriberID: LogSubscriber] = [:]
  private var lastNumber = 0
  /// The kinds of log events that any subscriber wants. Each kind is one bit. Checked before an
  /// event is created.
  private(set) var wanted: UInt32 = 0
  /// Whether published changes of jobs must be recorded.
  ///
  /// The record shows whether a change is the job's first one, which is published as `submitted`.
  /// It also identifies this process's own changes when they are read from the store. Subscribers
  /// that only want the ends of this process's jobs do not need the record.
  private(set) var needsHistory = false

  var receivesEvents: Bool { !events.isEmpty }

  func wants(_ word: Event.Word) -> Bool { wanted & word.bit != 0 }

  func wants(anyOf words: UInt32) -> Bool { wanted & words != 0 }

  // MARK: Subscribing

  /// Adds a subscriber of client events.
  ///
  /// - Parameter limit: The maximum number of unread events.
  mutating func addForEvents(limit: Int) -> (SubscriberID, SubscriberBuffer<ClientEvent>) {
    let (id, buffer) = (nextID(), SubscriberBuffer<ClientEvent>(limit: limit))
    events[id] = buffer
    return (id, buffer)
  }

  mutating func addForNotices(limit: Int) -> (SubscriberID, SubscriberBuffer<Failure>) {
    let (id, buffer) = (nextID(), SubscriberBuffer<Failure>(limit: limit))
    notices[id] = buffer
    return (id, buffer)
  }

  mutating func addForLog(
    of words: Set<Event.Word>, from scope: EventScope, limit: Int
  ) -> (SubscriberID, SubscriberBuffer<Event>) {
    let (id, buffer) = (nextID(), SubscriberBuffer<Event>(limit: limit))
    log[id] = LogSubscriber(
      buffer: buffer, words: words.reduce(0) { $0 | $1.bit }, scope: scope)
    countWanted()
    return (id, buffer)
  }

  mutating func remove(_ id: SubscriberID) {
    events[id] = nil
    notices[id] = nil
    if log.removeValue(forKey: id) != nil { countWanted() }
  }

  /// Ends all streams. Buffered elements can still be read.
  mutating func finish() {
    for buffer in events.values { buffer.finish() }
    for buffer in notices.values { buffer.finish() }
    for subscriber in log.values { subscriber.buffer.finish() }
    (events, notices, log) = ([:], [:], [:])
    countWanted()
  }

  private mutating func nextID() -> SubscriberID {
    lastNumber += 1
    return SubscriberID(lastNumber)
  }

  private mutating func countWanted() {
    wanted = log.values.reduce(0) { $0 | $1.words }
    needsHistory =
      wants(.submitted) || wants(.changed)
      || log.values.contains {
        $0.scope == .allProcesses && $0.words & Event.Word.ofJobsElsewhere != 0
      }
  }

  // MARK: Publishing

  func publish(_ event: ClientEvent) {
    for buffer in events.values { buffer.put([event]) }
    guard case .noticed(let failure) = event else { return }
    for buffer in notices.values { buffer.put([failure]) }
  }

  /// Publishes events to the log subscribers that want them.
  func publish(_ events: [Event]) {
    guard !events.isEmpty else { return }
    for subscriber in log.values {
      subscriber.buffer.put(
        events.filter { event in
          subscriber.words & event.word.bit != 0
            && (subscriber.scope == .allProcesses || event.process == .this)
        })
    }
  }
}
