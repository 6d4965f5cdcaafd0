import ClientModel

/// The secrets that the requests of a run have sent. Each of its responses may repeat them.
struct SentSecrets: Sendable {
  /// The values of the references in the current request.
  var found: [SecretReference: Secret] = [:]
  /// Whether a request was sent with cookies of the jar.
  var hasCookies = false
  /// The secrets of the requests before the current one.
  var earlier = EchoedSecrets()

  /// Whether a response may repeat secrets that are not in the current request.
  var mayEcho: Bool { hasCookies || !earlier.isEmpty }

  func all(with request: PreparedRequest) -> EchoedSecrets {
    var all = earlier
    all.add(request, found)
    return all
  }

  /// Returns the secrets for the request that follows this one.
  func next(after request: PreparedRequest) -> SentSecrets {
    var next = self
    next.earlier = all(with: request)
    next.found = [:]
    return next
  }
}
