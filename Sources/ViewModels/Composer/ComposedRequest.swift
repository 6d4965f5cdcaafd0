package import ClientModel

/// The identity of an open request. It determines which jobs belong to the request.
package enum ComposedRequest: Hashable, Sendable {
  case saved(String)
  /// A request without a name. It is identified by the method and by the URL that jobs display.
  case unnamed(method: HTTPMethod, url: String)
}
