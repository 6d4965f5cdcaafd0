package import ClientModel

/// A cached response as a row of the cache list.
package struct CachedResponse: Hashable, Sendable {
  package var id: Int64
  package var method: String
  package var url: String
  /// The time at which the response was stored, such as `stored 14:05:12`.
  package var age: String
  /// The end of the response's lifetime, such as `fresh until 14:10:12`, or `stale`.
  package var left: String
  package var size: String
  /// The entity tag. If there is none, the time of the last modification. Empty if there is
  /// neither.
  package var validator: String
  /// The job that received the response. Nil if the job is no longer stored.
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
