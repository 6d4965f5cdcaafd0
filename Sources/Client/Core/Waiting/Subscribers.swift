import ClientModel

/// The processes whose events a subscriber of the event log receives.
public enum EventScope: Hashable, Sendable {
  /// The events of this process.
  case thisProcess
  /// The events of this process, and the events of other processes on the same store that the store
  /// shows.
  case allProcesses
}

/// The subscribers to a client's events.
///
/// Each subscriber has its own bounded buffer (`SubscriberBuffer`). A slow subscriber loses its
/// oldest events and receives their number. It never delays another subscriber.
struct Subscribers {
  /// A subscriber to the event log, with the kinds that it wants.
  private struct LogSubscriber {
    let buffer: SubscriberBuffer<Event>
    /// The wanted kinds, one bit per kind.
    let words: UInt32
    let scope: EventScope
  }

  private var events: [SubscriberID: SubscriberBuffer<ClientEvent>] = [:]
  private var notices: [SubscriberID: SubscriberBuffer<Failure>] = [:]
  private var log: [SubscriberID: LogSubscriber] = [:]
  private var lastNumber = 0
  /// The kinds of log events that any subscriber wants, one bit per kind. Checked before an event
  /// is created.
  private(set) var wanted: UInt32 = 0
  /// Whether the published changes of jobs must be recorded. They are needed to publish the first
  /// change of a job as `submitted`, and to recognize this process's own changes when the store
  /// shows them again together with the changes of other processes. A subscriber that receives only
  /// the ends of this process's jobs needs neither.
  private(set) var needsHistory = false

  /// Whether there is a subscriber to client events.
  var receivesEvents: Bool { !events.isEmpty }

  /// Returns whether any subscriber to the log wants a kind of event.
  func wants(_ word: Event.Word) -> Bool { wanted & word.bit != 0 }

  /// Returns whether any subscriber to the log wants one of these kinds.
  func wants(anyOf words: UInt32) -> Bool { wanted & words != 0 }

  // MARK: Subscribing

  /// Adds a subscriber to client events.
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

  /// Ends every stream. Buffered elements can still be read.
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

  /// Publishes events to the subscribers to the log that want them.
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
