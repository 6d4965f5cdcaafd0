/// A request that is valid and complete: what is shown before it goes, and what goes.
public struct PreparedRequest: Hashable, Sendable {
  public var method: HTTPMethod
  /// Absolute, http or https, normalised, without user information or fragment.
  public var url: String
  public var origin: Origin
  /// Query fields that hold secrets; appended to the URL, percent-encoded, when it is sent.
  public var secretQuery: [HeaderField]
  /// In the user's order; repeated names stay. `Accept`, `User-Agent` and `Content-Type` stand here
  /// when they are to be sent (but for a multipart body's): the transport adds none of its own.
  public var headers: [HeaderField]
  public var body: PreparedBody
  public var credentials: Credentials?
  public var options: TransportOptions
  /// The value of the `Idempotency-Key` header; the same for every attempt.
  public var idempotencyKey: String?
  /// The environment whose values filled it; with the lane's workspace it names the cookie jar.
  public var environment: String
  /// Nil when it goes through no gateway.
  public var gateway: GatewayUse?
  /// How its answer becomes a remote job; nil when the answer is the result.
  public var remote: RemoteUse?
  /// What its answers mean where it goes through no gateway with a rule of its own.
  public var outcome: OutcomeRule?
  /// The catalog's endpoint whose form made it: what its statuses mean is found there.
  public var endpoint: EndpointName?
  /// The jq program through which its answers are shown; nil for the whole body.
  public var filter: String?
  /// What its answers are checked by.
  public var assertions: [Assertion]

  public init(
    method: HTTPMethod, url: String, origin: Origin, secretQuery: [HeaderField] = [],
    headers: [HeaderField] = [], body: PreparedBody = .none, credentials: Credentials? = nil,
    options: TransportOptions = TransportOptions(), idempotencyKey: String? = nil,
    environment: String = "", gateway: GatewayUse? = nil,
    remote: RemoteUse? = nil, outcome: OutcomeRule? = nil, endpoint: EndpointName? = nil,
    filter: String? = nil, assertions: [Assertion] = []
  ) {
    self.method = method
    self.url = url
    self.origin = origin
    self.secretQuery = secretQuery
    self.headers = headers
    self.body = body
    self.credentials = credentials
    self.options = options
    self.idempotencyKey = idempotencyKey
    self.environment = environment
    self.gateway = gateway
    self.remote = remote
    self.outcome = outcome
    self.endpoint = endpoint
    self.filter = filter
    self.assertions = assertions
  }

  /// True when a repeat is harmless: by its method or because the server can tell repeats by a key.
  public var isRepeatable: Bool { method.isIdempotent || idempotencyKey != nil }

  /// True when any part of it is a secret, typed or looked up.
  public var carriesSecrets: Bool {
    if credentials != nil || !secretQuery.isEmpty { return true }
    if remote?.query.contains(where: \.value.isSecret) ?? false { return true }
    if headers.contains(where: \.value.isSecret) { return true }
    if options.route.proxy?.isSecret ?? false { return true }
    switch body {
    case .text(let text): return text.isSecret
    case .multipart(_, let parts):
      return parts.contains { part in
        if case .text(let text) = part.content { text.isSecret } else { false }
      }
    case .none, .bytes, .file: return false
    }
  }

  /// The URL as a person may see it: secret query values as dots.
  public var displayURL: String {
    guard !secretQuery.isEmpty else { return url }
    let fields = secretQuery.map { "\($0.name)=\($0.value.masked)" }.joined(separator: "&")
    return url + (url.contains("?") ? "&" : "?") + fields
  }
}
