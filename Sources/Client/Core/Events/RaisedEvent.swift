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
