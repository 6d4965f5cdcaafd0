public import ClientModel
public import Logging

/// Events of the client. Each call makes a stream of its own, which ends with the client.
///
/// Every stream has a bounded buffer: when it is full the oldest elements are dropped, and one element says
/// how many.
extension Client {
  /// Events from now on, for programs that show jobs.
  ///
  /// - Parameter buffering: How many events may wait for the reader. Past that the oldest are dropped, and
  ///   `dropped` comes in their place: the reader then reads what it shows again.
  public func events(buffering: Int = 10_000) -> AsyncStream<ClientEvent> {
    let (id, buffer) = publisher.subscribers.addForEvents(limit: buffering)
    return Subscription.stream(buffer) { [weak self] in self?.unsubscribe(id) }
  }

  /// Only failures that concern no single job: a lane that a server holds, a store that takes no writes.
  public func notices(buffering: Int = 100) -> AsyncStream<Failure> {
    let (id, buffer) = publisher.subscribers.addForNotices(limit: buffering)
    return Subscription.stream(buffer) { [weak self] in self?.unsubscribe(id) }
  }

  /// The event log from now on.
  ///
  /// - Parameters:
  ///   - words: The kinds wanted; `dropped` comes always.
  ///   - buffering: How many events may wait for the reader. Past that the oldest are dropped, and
  ///     an event says how many.
  public func eventLog(
    of words: Set<Event.Word> = Set(Event.Word.allCases), from scope: EventScope = .allProcesses,
    buffering: Int = 1000
  ) -> AsyncStream<Event> {
    let (id, buffer) = subscribe(to: words, scope, buffering)
    return Subscription.stream(buffer) { [weak self] in self?.unsubscribe(id) }
  }

  /// The same in batches as they come, for readers that draw once for each.
  package func eventBatches(
    of words: Set<Event.Word> = Set(Event.Word.allCases), from scope: EventScope = .allProcesses,
    buffering: Int = 1000
  ) -> AsyncStream<[Event]> {
    let (id, buffer) = subscribe(to: words, scope, buffering)
    return Subscription.batches(buffer) { [weak self] in self?.unsubscribe(id) }
  }

  private func subscribe(
    to words: Set<Event.Word>, _ scope: EventScope, _ buffering: Int
  ) -> (SubscriberID, SubscriberBuffer<Event>) {
    let subscription = publisher.subscribers.addForLog(of: words, from: scope, limit: buffering)
    if wantsValueEvents { Task { await beginSharedWatch() } }
    return subscription
  }

  private nonisolated func unsubscribe(_ id: SubscriberID) {
    Task { [weak self] in await self?.remove(id) }
  }

  private func remove(_ id: SubscriberID) { publisher.subscribers.remove(id) }

  /// Publishes a failure that happened outside the client.
  package func report(_ failure: Failure) { publish(.noticed(failure)) }

  /// Publishes an event to subscribers, and what it says to those of the event log.
  func publish(_ event: ClientEvent, from place: Event.Place = .here) {
    // The process that closed the store knows that it is closed.
    if lifetime.hasEnded, case .noticed = event { return }
    if publisher.subscribers.wanted != 0 {
      publisher.subscribers.publish(logEvents(of: event, from: place))
    }
    publisher.subscribers.publish(event)
  }

  private func logEvents(of event: ClientEvent, from place: Event.Place) -> [Event] {
    switch event {
    case .jobsChanged(let jobs):
      return publisher.recorder.events(of: jobs, from: place, for: publisher.subscribers) {
        graphs.graph(of: $0)
      }
    case .lanesChanged(let lanes):
      guard publisher.subscribers.wants(.laneChanged) else { return [] }
      let now = clock.now
      return lanes.map {
        Event(.laneChanged($0), at: now, gateway: $0.key.gateway, place: place)
      }
    case .noticed(let failure):
      guard publisher.subscribers.wants(.noticed) else { return [] }
      return [Event(.noticed(failure), at: clock.now, place: place)]
    case .runnerChanged(let claim):
      guard publisher.subscribers.wants(.runnerChanged) else { return [] }
      switch claim {
      case .mine: return [Event(.runnerChanged(.thisProcess), at: clock.now)]
      case .held(let id): return [Event(.runnerChanged(.process(id)), at: clock.now)]
      }
    case .graphsChanged(let runs):
      guard publisher.subscribers.wants(.graphFinished) else { return [] }
      return graphs.endEvents(of: runs, from: place)
    case .headArrived, .progressed, .bodyGrew, .idle, .dropped: return []
    }
  }

  /// Publishes the end of an attempt of this process.
  func record(_ end: AttemptEnd, of run: Run) {
    guard publisher.subscribers.wanted != 0 else { return }
    publisher.subscribers.publish(
      publisher.recorder.events(
        of: end, of: run, for: publisher.subscribers, graph: graphs.graph(of: run.job.id)))
  }

  /// Takes events that other processes raised since the last call.
  ///
  /// - Returns: Those that belong to no job's end, to be published after the changes made before them.
  func takeRaised() async -> [Event] {
    guard publisher.subscribers.wants(anyOf: Event.Word.raised) else { return [] }
    return publisher.recorder.take(await storage.raised())
  }

  // MARK: Events of a program's own

  /// Raises an own event: here, and in every process that listens to the same store.
  ///
  /// - Throws: `invalidRequest` when it has no name or is longer than `OwnEvent.longest`; what the
  ///   store says when the others cannot be told. It has happened here even then.
  public func raise(
    _ event: OwnEvent, job: JobID? = nil, graph: GraphID? = nil
  ) async throws(Failure) {
    guard !event.name.isEmpty, event.size <= OwnEvent.longest else {
      throw Failure(
        .invalidRequest, what: "The event was not raised.",
        why: event.name.isEmpty
          ? "It has no name." : "With its fields it is longer than \(OwnEvent.longest).",
        whatToDo: "Give it a name and short fields; put what is long into a file and name that.")
    }
    let now = clock.now
    if publisher.subscribers.wants(.own) {
      publisher.subscribers.publish([Event(.own(event), at: now, job: job, graph: graph)])
    }
    try await storage.raise(RaisedEvent(.own(event), at: now, job: job, graph: graph))
  }

  // MARK: A log

  /// Writes what this process does to a logger until the client ends; whoever waits for the task
  /// knows that everything was handed to the logger.
  ///
  /// Subscribes only to kinds of events that the logger's level allows, so that a level such as `error`
  /// costs little. Events of other processes are left out: each process writes its own log.
  ///
  /// - Parameter buffering: How many events may wait; past that the oldest go, and a line says so.
  public func log(to logger: Logger, buffering: Int = 10_000) -> Task<Void, Never> {
    let words = Set(Event.Word.allCases.filter { logger.logLevel <= $0.mostSevere })
    let batches = eventBatches(of: words, from: .thisProcess, buffering: buffering)
    return Task {
      for await batch in batches {
        for event in batch { logger.log(level: event.level, "\(event.line)") }
      }
    }
  }
}
