public import ClientModel

/// An event without a row in the store, as processes that share a store pass it on.
public struct RaisedEvent: Hashable, Sendable {
  /// What happened.
  public enum Content: Hashable, Sendable {
    /// The program raised an event of its own.
    case own(OwnEvent)
    /// A response was stored in the cache.
    case cacheUpdated(Event.CacheChange)
    /// A server confirmed a stored response (`notModified`).
    case cacheRenewed(Event.CacheChange)
    /// A response was removed from the cache by an attempt.
    case cacheRemoved(Event.CacheChange)
    /// The user removed a response from the cache.
    case cacheDeleted(Event.CacheChange)
  }

  /// What happened.
  public var content: Content
  /// When it happened.
  public var time: Timestamp
  /// The job that the event concerns; nil for none.
  public var job: JobID?
  /// The graph that the event concerns; nil for none.
  public var graph: GraphID?
  /// The name of the gateway of its job; nil for none.
  public var gateway: String?
  /// The caller's identifier; nil for none.
  public var call: String?

  /// Creates an event; by default it concerns neither a job nor a graph.
  public init(
    _ content: Content, at time: Timestamp, job: JobID? = nil, graph: GraphID? = nil,
    gateway: String? = nil, call: String? = nil
  ) {
    self.content = content
    self.time = time
    self.job = job
    self.graph = graph
    self.gateway = gateway
    self.call = call
  }

  /// True for an event of an attempt whose end is committed after it.
  public var comesWithItsJob: Bool {
    switch content {
    case .own, .cacheDeleted: false
    case .cacheUpdated, .cacheRenewed, .cacheRemoved: job != nil
    }
  }
}
