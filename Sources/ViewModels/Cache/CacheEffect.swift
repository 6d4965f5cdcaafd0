package import ClientModel

/// The body of a response that the user puts into the cache.
package enum CachedText: Hashable, Sendable {
  case text(String)
  /// The path of a file.
  case file(String)
}

/// An operation on cached responses. Every operation results in `CacheEvent.list`.
package enum CacheEffect: FeatureEffect {
  case list
  /// Sends the request of the cached response again in a new job.
  case refresh(CachedResponse)
  case delete(CachedResponse)
  /// Puts a response with this body into the cache, for later requests that equal the draft.
  case put(Draft, CachedText)
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
