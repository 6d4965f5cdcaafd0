import ClientModel
import Synchronization

/// Publishes events to a client's subscribers. They receive client events, notices and the event
/// log.
///
/// Every stream has a bounded buffer. When the buffer is full, the oldest elements are replaced by
/// an element that contains their number. All parts of a client use the same publisher, on any
/// thread.
final class EventPublisher: Sendable {
  private struct State {
    var subscribers = Subscribers()
    var recorder = EventRecorder()
    var hasEnded = false
  }

  private let clock: any AlarmClock
  private let state = Mutex(State())

  init(clock: any AlarmClock) { self.clock = clock }

  // MARK: Subscribers

  /// The kinds of log events that any subscriber wants. Each kind is one bit.
  var wanted: UInt32 { state.withLock { $0.subscribers.wanted } }
  var hasEventSubscribers: Bool { state.withLock { $0.subscribers.receivesEvents } }

  /// Whether client events or the event log have subscribers.
  var hasSubscribers: Bool {
    state.withLock { $0.subscribers.receivesEvents || $0.subscribers.wanted != 0 }
  }

  func wants(_ word: Event.Word) -> Bool { wanted & word.bit != 0 }

  func events(limit: Int) -> AsyncStream<ClientEvent> {
    let (id, buffer) = state.withLock { $0.subscribers.addForEvents(limit: limit) }
    return Subscription.stream(buffer) { [weak self] in self?.remove(id) }
  }

  func notices(limit: Int) -> AsyncStream<Failure> {
    let (id, buffer) = state.withLock { $0.subscribers.addForNotices(limit: limit) }
    return Subscription.stream(buffer) { [weak self] in self?.remove(id) }
  }

  func log(of words: Set<Event.Word>, from scope: EventScope, limit: Int) -> AsyncStream<Event> {
    let (id, buffer) = addForLog(of: words, from: scope, limit: limit)
    return Subscription.stream(buffer) { [weak self] in self?.remove(id) }
  }

  /// Returns the event log in batches, for readers that redraw once per batch.
  func logBatches(
    of words: Set<Event.Word>, from scope: EventScope, limit: Int
  ) -> AsyncStream<[Event]> {
    let (id, buffer) = addForLog(of: words, from: scope, limit: limit)
    return Subscription.batches(buffer) { [weak self] in self?.remove(id) }
  }

  private func addForLog(
    of words: Set<Event.Word>, from scope: EventScope, limit: Int
  ) -> (SubscriberID, SubscriberBuffer<Event>) {
    state.withLock { $0.subscribers.addForLog(of: words, from: scope, limit: limit) }
  }

  private func remove(_ id: SubscriberID) { state.withLock { $0.subscribers.remove(id) } }

  /// Stops publishing failures. They would only report that the store is being closed.
  func end() { state.withLock { $0.hasEnded = true } }

  /// Ends all streams. Buffered elements can still be read.
  func finish() { state.withLock { $0.subscribers.finish() } }

  // MARK: Publishing

  /// Publishes a client event. Subscribers of the event log receive it as log entries.
  ///
  /// - Parameters:
  ///   - graphs: The graphs of the event's jobs.
  ///   - results: The results of ended graphs, by step number.
  func publish(
    _ event: ClientEvent, from process: Event.Process = .this, graphs: GraphRegistry,
    results: [GraphID: [Int: StoredBody]] = [:]
  ) {
    state.withLock { state in
      if state.hasEnded, case .noticed = event { return }
      if state.subscribers.wanted != 0 {
        state.subscribers.publish(logEvents(of: event, from: process, graphs, results, &state))
      }
      state.subscribers.publish(event)
    }
  }

  private func logEvents(
    of event: ClientEvent, from process: Event.Process, _ graphs: GraphRegistry,
    _ results: [GraphID: [Int: StoredBody]], _ state: inout State
  ) -> [Event] {
    func wants(_ word: Event.Word) -> Bool { state.subscribers.wants(word) }
    switch event {
    case .jobsChanged(let jobs):
      return state.recorder.events(of: jobs, from: process, for: state.subscribers) {
        graphs.graph(of: $0)
      }
    case .lanesChanged(let lanes) where wants(.laneChanged):
      let now = clock.now
      // `LaneKey.future` is not a real lane. Its changes are therefore not logged.
      return lanes.filter { $0.key != .future }.map {
        Event(.laneChanged($0), at: now, gateway: $0.key.gateway, process: process)
      }
    case .noticed(let failure) where wants(.noticed):
      return [Event(.noticed(failure), at: clock.now, process: process)]
    case .runnerChanged(let claim) where wants(.runnerChanged):
      switch claim {
      case .mine, .shared: return [Event(.runnerChanged(.thisProcess), at: clock.now)]
      case .held(let runner): return [Event(.runnerChanged(.other(runner)), at: clock.now)]
      }
    case .graphsChanged(let runs) where wants(.graphFinished):
      return state.recorder.events(of: runs, from: process, results: results) {
        graphs.driven[$0]?.began
      }
    case .lanesChanged, .noticed, .runnerChanged, .graphsChanged, .headArrived, .progressed,
      .bodyGrew, .idle, .dropped:
      return []
    }
  }

  /// Publishes a failure that does not concern a single job.
  func report(_ failure: Failure) { publish(.noticed(failure), graphs: GraphRegistry()) }

  /// Publishes log events to the subscribers that want them.
  func publish(_ events: [Event]) { state.withLock { $0.subscribers.publish(events) } }

  /// Publishes an event of this process. The event is created only if a subscriber wants its kind.
  func publish(_ kind: @autoclosure () -> Event.Kind, if word: Event.Word) {
    if wants(word) { publish([Event(kind(), at: clock.now)]) }
  }

  func publish(_ end: AttemptEnd, of run: Run, graph: @autoclosure () -> GraphID?) {
    guard wanted != 0 else { return }
    let graph = graph()
    state.withLock { state in
      state.subscribers.publish(
        state.recorder.events(of: end, of: run, for: state.subscribers, graph: graph))
    }
  }

  // MARK: Events raised by programs

  /// Raises a custom event in all processes that use the store.
  ///
  /// - Parameter raised: The event and the job or graph that it concerns.
  func raise(
    _ event: OwnEvent, as raised: RaisedEvent, in feed: any ChangeFeed
  ) async throws(Failure) {
    guard !event.name.isEmpty, event.size <= OwnEvent.longest else {
      throw Failure(
        .invalidRequest, what: "The event was not raised.",
        why: event.name.isEmpty
          ? "It has no name." : "It is longer than \(OwnEvent.longest), including its fields.",
        whatToDo:
          "Set a name and keep the fields short. Write long data to a file and put its path in a field."
      )
    }
    if wants(.own) { publish([Event(raised, from: .this)]) }
    try await feed.raise(raised)
  }

  /// Starts to publish events of other processes. See `EventRecorder.begin(after:)`.
  func begin(after newest: JobID) { state.withLock { $0.recorder.begin(after: newest) } }

  /// Reads the events that other processes raised since the last call.
  ///
  /// - Returns: The events that need not wait for a job's end. They must be published after the
  ///   changes that precede them.
  nonisolated(nonsending) func takeRaised(from feed: any ChangeFeed) async -> [Event] {
    guard wanted & Event.Word.raised != 0 else { return [] }
    let raised = await feed.raised()
    return state.withLock { $0.recorder.take(raised) }
  }
}
