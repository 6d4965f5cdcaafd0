public import ClientModel

/// An event that processes on the same store send to each other. It has no row in the store.
public struct RaisedEvent: Hashable, Sendable {
  /// The kind and the data of an event.
  public enum Content: Hashable, Sendable {
    /// A custom event. The user raised it with the library or the command line.
    case own(OwnEvent)
    /// A response was stored in the cache.
    case cacheUpdated(Event.CacheChange)
    /// A server confirmed a stored response by a 304.
    case cacheRenewed(Event.CacheChange)
    /// An attempt removed a response from the cache.
    case cacheRemoved(Event.CacheChange)
    /// The user removed a response from the cache.
    case cacheDeleted(Event.CacheChange)
  }

  /// The kind and the data of the event.
  public var content: Content
  /// The time of the event.
  public var time: Timestamp
  /// The job that the event concerns, or nil for none.
  public var job: JobID?
  /// The graph that the event concerns, or nil for none.
  public var graph: GraphID?
  /// The gateway of the job, or nil if the event does not concern a job.
  public var gateway: String?
  /// The caller's identifier, or nil if the caller set none.
  public var call: String?

  /// Creates an event. By default, it does not concern a job or a graph.
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

  /// Whether the event concerns an attempt whose end is not committed yet.
  public var comesWithItsJob: Bool {
    switch content {
    case .own, .cacheDeleted: false
    case .cacheUpdated, .cacheRenewed, .cacheRemoved: job != nil
    }
  }
}
