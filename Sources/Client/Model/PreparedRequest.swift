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

  public init(
    method: HTTPMethod, url: String, origin: Origin, secretQuery: [HeaderField] = [],
    headers: [HeaderField] = [], body: PreparedBody = .none, credentials: Credentials? = nil,
    options: TransportOptions = TransportOptions(), idempotencyKey: String? = nil
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
  }

  /// True when a repeat is harmless: by its method or because the server can tell repeats by a key.
  public var isRepeatable: Bool { method.isIdempotent || idempotencyKey != nil }

  /// The URL as a person may see it: secret query values as dots.
  public var displayURL: String {
    guard !secretQuery.isEmpty else { return url }
    let fields = secretQuery.map { "\($0.name)=\($0.value.masked)" }.joined(separator: "&")
    return url + (url.contains("?") ? "&" : "?") + fields
  }
}
