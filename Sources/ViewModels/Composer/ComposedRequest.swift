package import ClientModel

/// The identity of an open request, which selects the jobs of the request.
package enum ComposedRequest: Hashable, Sendable {
  case saved(String)
  /// A request without a name, identified by its method and the URL that jobs display.
  case unnamed(method: HTTPMethod, url: String)
}

extension ComposerModel {
  /// The identity of the composed request, or nil for an unnamed request that cannot be sent.
  var composed: ComposedRequest? {
    if let name { return .saved(name) }
    return examination.request.map { .unnamed(method: $0.method, url: $0.displayURL) }
  }
}
