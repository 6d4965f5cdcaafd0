public import ClientModel

/// News that no row of the store tells, with its time, as processes that share a store hand it on.
public struct RaisedEvent: Hashable, Sendable {
  public enum News: Hashable, Sendable {
    case own(OwnEvent)
    /// An answer went into the cache.
    case cacheUpdated(Event.CacheChange)
    /// A server said that what is stored is still good: its job's answer is one of `notModified`.
    case cacheRenewed(Event.CacheChange)
    case cacheRemoved(Event.CacheChange)
  }

  public var news: News
  public var time: Timestamp
  public var job: JobID?
  public var graph: GraphID?

  public init(_ news: News, at time: Timestamp, job: JobID? = nil, graph: GraphID? = nil) {
    self.news = news
    self.time = time
    self.job = job
    self.graph = graph
  }

  /// True for news of an attempt whose end is committed after it: that commit rings, and is told first.
  public var comesWithItsJob: Bool {
    switch news {
    case .own: false
    case .cacheUpdated, .cacheRenewed, .cacheRemoved: job != nil
    }
  }
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
    let now = clock.now
    if publisher.subscribers.wants(.own) {
      publisher.subscribers.publish([Event(.own(event), at: now, job: job, graph: graph)])
    }
    try await storage.raise(RaisedEvent(.own(event), at: now, job: job, graph: graph))
  }
}
