/// A request that is valid and complete.
public struct PreparedRequest: Hashable, Sendable {
  /// The method.
  public var method: HTTPMethod
  /// Absolute, http, https, mqtt or mqtts, normalised, without user information or fragment. May contain credentials
  /// in plain text: use `displayURL` for people, logs and files.
  public var url: String {
    didSet {
      if url != oldValue { urlSecrets = credentialNames.places(in: url) }
    }
  }
  /// The places of secrets in `url`: sealed in the store, masked wherever the request is shown.
  /// They follow every change of `url`.
  public private(set) var urlSecrets: SecretPlaces
  /// The names that make a query field in `url` a secret: the standard list with the workspace's changes.
  public var credentialNames: CredentialNames { workspaceNames ?? .standard }
  /// Nil without such changes, which is usual: this makes copies of requests cheaper.
  package private(set) var workspaceNames: CredentialNames?
  /// Scheme, host and port of `url`.
  public var origin: Origin
  /// Query fields that hold secrets; appended to the URL, percent-encoded, when it is sent.
  public var secretQuery: [HeaderField]
  /// In the user's order; repeated names stay. Includes `Accept`, `User-Agent` and `Content-Type` if
  /// they are to be sent (except a multipart body's `Content-Type`): the transport adds none.
  public var headers: [HeaderField]
  /// The body.
  public var body: PreparedBody
  /// The credentials; nil for none.
  public var credentials: Credentials?
  /// How the request is sent.
  public var options: TransportOptions
  /// The value of the `Idempotency-Key` header; the same for every attempt.
  public var idempotencyKey: String?
  /// The environment whose values filled it; with the lane's workspace it names the cookie jar.
  public var environment: String
  /// Nil when it goes through no gateway.
  public var gateway: GatewayUse?
  /// How its response becomes a remote job; nil when the response is the result.
  public var remote: RemoteUse? {
    get { boxedRemote?.value }
    set { boxedRemote = newValue.map { Boxed($0) } }
  }
  private var boxedRemote: Boxed<RemoteUse>?
  /// The meaning of its responses when its gateway has no rule.
  public var outcome: OutcomeRule?
  /// How its list is paged; nil for by the `Link` header.
  public var paging: PagingRule?
  /// The catalog endpoint whose form created it; it describes the meaning of statuses.
  public var endpoint: EndpointName?
  /// The jq program through which its responses are shown; nil for the full body.
  public var filter: String?
  /// The assertions on its responses.
  public var assertions: [Assertion]

  /// Creates a request from parts that are already valid; `init(_:through:environment:)` checks a
  /// draft.
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
    urlSecrets = CredentialNames.standard.places(in: url)
    self.origin = origin
    self.secretQuery = secretQuery
    self.headers = headers
    self.body = body
    self.credentials = credentials
    self.options = options
    self.idempotencyKey = idempotencyKey
    self.environment = environment
    self.gateway = gateway
    boxedRemote = remote.map { Boxed($0) }
    self.outcome = outcome
    self.endpoint = endpoint
    self.filter = filter
    self.assertions = assertions
  }

  /// True when a repeat is harmless: by its method, because the server recognises repeats by a key, or because
  /// a message may be delivered more than once.
  public var isRepeatable: Bool {
    if origin.isBroker { return subscription != nil || publication?.quality == .atLeastOnce }
    return method.isIdempotent || idempotencyKey != nil
  }

  /// Uses a workspace's credential names for `url` instead of the standard ones.
  package mutating func hideURLSecrets(named names: CredentialNames) {
    workspaceNames = names == .standard ? nil : names
    urlSecrets = names.places(in: url)
  }

  /// Sets `url` and its secret places.
  package mutating func setURL(_ pieces: [SecretPlaces.Piece]) {
    url = pieces.map(\.text).joined()
    var places: [Range<Int>] = []
    var start = 0
    for piece in pieces {
      let end = start + piece.text.utf8.count
      if piece.isSecret { places.append(start..<end) }
      start = end
    }
    urlSecrets = SecretPlaces(places)
  }

  /// True when any part of it is a secret, typed or looked up.
  public var carriesSecrets: Bool {
    if credentials != nil || !secretQuery.isEmpty || !urlSecrets.isEmpty { return true }
    if remote?.query.contains(where: \.value.isSecret) ?? false { return true }
    if headers.contains(where: { $0.isCredential && !$0.value.isEmpty }) { return true }
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

  /// The URL as a person may see it: secrets in it, and secret query fields, as dots. At a broker the wildcard
  /// `#` of a topic is shown as it is typed.
  public var displayURL: String {
    let masked = urlSecrets.masked(url)
    let shown = origin.isBroker ? masked.replacing(bytes: "%23", with: "#") : masked
    guard !secretQuery.isEmpty else { return shown }
    let fields = secretQuery.map { "\($0.name)=\($0.value.masked)" }.joined(separator: "&")
    return shown + (shown.contains(byte: "?") ? "&" : "?") + fields
  }
}
