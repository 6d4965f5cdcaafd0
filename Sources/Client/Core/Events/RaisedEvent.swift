public import ClientModel

/// An own event with its time, as processes that share a store hand it on.
public struct RaisedEvent: Hashable, Sendable {
  public var event: OwnEvent
  public var time: Timestamp
  public var job: JobID?
  public var graph: GraphID?

  public init(_ event: OwnEvent, at time: Timestamp, job: JobID? = nil, graph: GraphID? = nil) {
    self.event = event
    self.time = time
    self.job = job
    self.graph = graph
  }
}

extension Storage {
  /// A store that is not shared has nobody to tell.
  public func raise(_ event: RaisedEvent) async throws(Failure) {}

  public func raised() async -> [RaisedEvent] { [] }
}

extension Client {
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
    let raised = RaisedEvent(event, at: clock.now, job: job, graph: graph)
    emitOwn(raised, from: .here)
    try await storage.raise(raised)
  }

  /// Takes over what other processes raised.
  func readRaised() async {
    guard wants(.own) else { return }
    for raised in await storage.raised() { emitOwn(raised, from: .elsewhere) }
  }

  private func emitOwn(_ raised: RaisedEvent, from place: Event.Place) {
    guard wants(.own) else { return }
    emit(
      Event(
        .own(raised.event), at: raised.time, job: raised.job, graph: raised.graph, place: place))
  }
}
