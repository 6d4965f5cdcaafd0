import ClientModel

/// The secrets that a run has sent. Any response to the run may repeat them.
struct SentSecrets: Sendable {
  /// The resolved secrets of the current request.
  var found: [SecretReference: Secret] = [:]
  /// Whether any request was sent with cookies from the jar.
  var hasCookies = false
  /// The secrets of all requests before the current one.
  var earlier = EchoedSecrets()

  /// Whether a response may repeat secrets that the current request does not contain.
  var mayEcho: Bool { hasCookies || !earlier.isEmpty }

  func all(with request: PreparedRequest) -> EchoedSecrets {
    var all = earlier
    all.add(request, found)
    return all
  }

  /// Returns the secrets for the next request.
  func next(after request: PreparedRequest) -> SentSecrets {
    var next = self
    next.earlier = all(with: request)
    next.found = [:]
    return next
  }
}
