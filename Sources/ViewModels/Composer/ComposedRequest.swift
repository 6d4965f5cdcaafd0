package import ClientModel

/// What identifies the jobs of an open request.
package enum ComposedRequest: Hashable, Sendable {
  case saved(String)
  /// A request without a name, by its method and its address as jobs show it.
  case unnamed(method: HTTPMethod, url: String)
}

extension ComposerModel {
  /// Nil for a request without a name that cannot be sent.
  var composed: ComposedRequest? {
    if let name { return .saved(name) }
    return examination.request.map { .unnamed(method: $0.method, url: $0.displayURL) }
  }
}
