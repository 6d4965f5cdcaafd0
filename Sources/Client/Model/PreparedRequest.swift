/// A complete request that was checked and can be sent.
public struct PreparedRequest: Hashable, Sendable {
  /// The method.
  public var method: HTTPMethod
  /// The normalised absolute URL, without user information or fragment. The scheme is http, https,
  /// mqtt or mqtts. The URL may contain credentials in plain text. To display, log or store the
  /// URL, use `displayURL`.
  public var url: String {
    didSet {
      if url != oldValue { urlSecrets = credentialNames.places(in: url) }
    }
  }
  /// The ranges of the secrets in `url`. The store seals these ranges, and they are masked for
  /// display. Changing `url` updates them.
  public private(set) var urlSecrets: SecretRanges
  /// The names that mark query fields in `url` as secrets: the standard list with the workspace's
  /// changes.
  public var credentialNames: CredentialNames { workspaceNames ?? .standard }
  /// The credential names with the workspace's changes, or nil if the workspace changes no names.
  /// The value is usually nil, which makes the request cheaper to copy.
  package private(set) var workspaceNames: CredentialNames?
  /// The scheme, host and port of `url`.
  public var origin: Origin
  /// The query fields that contain secrets. They are percent-encoded and added to the URL when the
  /// request is sent.
  public var secretQuery: [HeaderField] {
    // The places are those of the previous fields.
    didSet { if secretQuery.count != oldValue.count { secretQueryPlaces = [] } }
  }
  /// The number of query fields of `url` before each secret field. A secret field without a number
  /// follows all of them.
  package var secretQueryPlaces: [Int] = []
  /// The header fields in the user's order. Names may be repeated. Include `Accept`, `User-Agent`
  /// and `Content-Type` if they are to be sent, because the transport adds only the `Content-Type`
  /// of a multipart body.
  public var headers: [HeaderField]
  /// The body.
  public var body: PreparedBody
  /// The credentials, or nil if there are none.
  public var credentials: Credentials?
  /// The transport options.
  public var options: TransportOptions
  /// The value of the `Idempotency-Key` header, or nil. It is the same for every attempt.
  public var idempotencyKey: String?
  /// The name of the environment whose values filled the request. Environment and workspace
  /// identify the cookie jar.
  public var environment: String
  /// The gateway, or nil if there is none.
  public var gateway: GatewayUse?
  /// The rule for turning the response into a remote job. If nil, the response is the result.
  public var remote: RemoteUse? {
    get { boxedRemote?.value }
    set { boxedRemote = newValue.map { Boxed($0) } }
  }
  private var boxedRemote: Boxed<RemoteUse>?
  /// The outcome rule that applies if the gateway has none.
  public var outcome: OutcomeRule?
  /// The paging rule, or nil to use the `Link` header.
  public var paging: PagingRule?
  /// The catalog endpoint whose form created the request, or nil. The endpoint describes the
  /// meanings of statuses.
  public var endpoint: EndpointName?
  /// The jq program that filters the displayed response, or nil to display everything.
  public var filter: String?
  /// The assertions on the responses.
  public var assertions: [Assertion]

  /// Creates a request from valid parts. To check a draft, use `init(_:through:environment:)`.
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

  /// Whether repeating the request is harmless. The method must be idempotent, or an idempotency
  /// key must let the server recognise repeats. A request to a broker must be a subscription, or a
  /// publication that may be delivered more than once.
  public var isRepeatable: Bool {
    if origin.isBroker { return subscription != nil || publication?.quality == .atLeastOnce }
    return method.isIdempotent || idempotencyKey != nil
  }

  /// Sets the credential names that determine the secrets in `url`.
  package mutating func hideURLSecrets(named names: CredentialNames) {
    workspaceNames = names == .standard ? nil : names
    urlSecrets = names.places(in: url)
  }

  /// Sets `url` and the ranges of its secrets from pieces.
  package mutating func setURL(_ pieces: [SecretRanges.Piece]) {
    url = pieces.map(\.text).joined()
    var places: [Range<Int>] = []
    var start = 0
    for piece in pieces {
      let end = start + piece.text.utf8.count
      if piece.isSecret { places.append(start..<end) }
      start = end
    }
    urlSecrets = SecretRanges(places)
  }

  /// Whether any part of the request is secret.
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

  /// The URL for display. Secrets and secret query fields are masked. The topic wildcard `#` of a
  /// broker URL is shown as typed.
  public var displayURL: String {
    let masked = urlSecrets.masked(url)
    let shown = origin.isBroker ? masked.replacing(bytes: "%23", with: "#") : masked
    return inserting(secretFields: secretQuery.map { "\($0.name)=\($0.value.masked)" }, into: shown)
  }
}
