package import ClientModel

/// The identity of an open request. It determines which jobs belong to the request.
package enum ComposedRequest: Hashable, Sendable {
  case saved(String)
  /// A request without a name. It is identified by the method and by the displayed URL of a job.
  case unnamed(method: HTTPMethod, url: String)
}
