package import ClientModel

/// The identity of an open request, by which its jobs are found.
package enum ComposedRequest: Hashable, Sendable {
  case saved(String)
  /// A request without a name, by its method and the URL that jobs display.
  case unnamed(method: HTTPMethod, url: String)
}

extension ComposerModel {
  /// The identity of the composed request, or nil for one without a name that cannot be sent.
  var composed: ComposedRequest? {
    if let name { return .saved(name) }
    return examination.request.map { .unnamed(method: $0.method, url: $0.displayURL) }
  }
}
