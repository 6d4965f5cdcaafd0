package import ClientModel

/// A cached response as the place of the cache lists it.
package struct CachedResponse: Hashable, Sendable {
  package var id: Int64
  package var method: String
  package var url: String
  /// `12 s old`
  package var age: String
  /// `fresh for 48 s` or `stale`
  package var left: String
  package var size: String
  /// The tag, else the date of the last change; may be empty.
  package var validator: String
  /// The job whose exchange made it, if that is still stored.
  package var job: JobID?

  package init(
    id: Int64, method: String = "GET", url: String, age: String = "", left: String = "",
    size: String = "", validator: String = "", job: JobID? = nil
  ) {
    self.id = id
    self.method = method
    self.url = url
    self.age = age
    self.left = left
    self.size = size
    self.validator = validator
    self.job = job
  }
}

/// What happens to cached responses; each is answered by `AppEvent.cached`.
package enum CacheEffect: Hashable, Sendable {
  case list
  /// Ask its server again, by a new job.
  case refresh(CachedResponse)
  case delete(CachedResponse)
  case clear
}
