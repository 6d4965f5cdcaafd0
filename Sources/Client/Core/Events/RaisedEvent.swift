public import ClientModel

/// An event without a row in the store, as exchanged by processes that share a store.
public struct RaisedEvent: Hashable, Sendable {
  /// The kind of event with its data.
  public enum Content: Hashable, Sendable {
    /// A custom event, raised through the library or the command line.
    case own(OwnEvent)
    /// A response was stored in the cache.
    case cacheUpdated(Event.CacheChange)
    /// A server confirmed a stored response (`notModified`).
    case cacheRenewed(Event.CacheChange)
    /// An attempt removed a response from the cache.
    case cacheRemoved(Event.CacheChange)
    /// The user removed a response from the cache.
    case cacheDeleted(Event.CacheChange)
  }

  /// The kind of event with its data.
  public var content: Content
  /// The time of the event.
  public var time: Timestamp
  /// The job that the event concerns, or nil if it concerns no job.
  public var job: JobID?
  /// The graph that the event concerns, or nil if it concerns no graph.
  public var graph: GraphID?
  /// The name of the gateway of the job, or nil if the event concerns no job.
  public var gateway: String?
  /// The caller's identifier, or nil if the caller set none.
  public var call: String?

  /// Creates an event. By default, it concerns neither a job nor a graph.
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

  /// Whether the event is about an attempt whose end is committed after the event was raised.
  public var comesWithItsJob: Bool {
    switch content {
    case .own, .cacheDeleted: false
    case .cacheUpdated, .cacheRenewed, .cacheRemoved: job != nil
    }
  }
}
