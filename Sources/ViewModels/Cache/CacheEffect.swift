/// An operation on cached responses. Every operation results in `CacheEvent.list`.
package enum CacheEffect: FeatureEffect {
  case list
  /// Sends the request of the cached response again in a new job.
  case refresh(CachedResponse)
  case delete(CachedResponse)
  case clear
}

/// An event of the cached responses.
package enum CacheEvent: ListEvent {
  /// Cached responses, newest first.
  case list([CachedResponse])

  static let list: WritableKeyPath<ListSources, CacheList> & Sendable = \.cache
}

extension Effect {
  package static func cache(_ effect: CacheEffect) -> Effect { .feature(.init(effect)) }
}

extension AppEvent {
  package static func cache(_ event: CacheEvent) -> AppEvent { .feature(event) }
}
