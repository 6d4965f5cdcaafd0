/// A request that is being composed. It may be invalid.
public struct Draft: Hashable, Sendable {
  /// The name of the saved request, or nil if the request is not saved.
  public var name: String?
  /// The method, as typed.
  public var method: String
  /// The URL, as typed. It may contain `{{name}}` templates and the path variables `{name}` and
  /// `:name`. `/path` is relative to the URL of the gateway, and `@name/path` is relative to the
  /// URL of a named server. `@name` is a named endpoint.
  public var url: String
  /// The values of `{name}` and `:name` in the URL.
  public var pathVariables: [DraftField]
  /// Query fields in addition to those in the URL.
  public var query: [DraftField]
  /// The header fields, in the user's order.
  public var headers: [DraftField]
  /// The body.
  public var body: DraftBody
  /// The credentials, as secrets or references to secrets. With nil, the credentials of the gateway
  /// are used.
  public var authorization: DraftAuthorization?
  /// The options for sending the request.
  public var options: TransportOptions
  /// The idempotency key, or nil for none. If it is empty, a key is generated when the job is
  /// created.
  public var idempotencyKey: String?
  /// Automatic headers (`Accept`, `User-Agent`, `Content-Type`) that are not sent.
  public var removedHeaders: [String]
  /// The name of the gateway. Nil selects the workspace's default, and `none` selects no gateway.
  public var gateway: String?
  /// The endpoint of the catalog whose form created the request, or nil if there is none.
  public var endpoint: EndpointName?
  /// The selected alternatives of the endpoint.
  public var endpointChoice: EndpointChoice
  /// The rule by which the response becomes a remote job, or nil if the response is the result.
  public var remote: RemoteRule?
  /// The outcome rule for responses if the gateway has none. With nil, a status below 400 is a
  /// success.
  public var outcome: OutcomeRule?
  /// The paging rule if the gateway has none. With nil, the `Link` header is used.
  public var paging: PagingRule?
  /// The jq program that filters the displayed response, or nil for the full body.
  public var filter: String?
  /// The assertions on the responses, one per line. They may contain templates.
  public var assertions: [String]

  /// Creates a draft. By default it is a GET without fields, body or credentials.
  public init(
    name: String? = nil, method: String = "GET", url: String = "",
    pathVariables: [DraftField] = [], query: [DraftField] = [], headers: [DraftField] = [],
    body: DraftBody = .none, authorization: DraftAuthorization? = nil,
    options: TransportOptions = TransportOptions(), idempotencyKey: String? = nil,
    removedHeaders: [String] = [], gateway: String? = nil, endpoint: EndpointName? = nil,
    endpointChoice: EndpointChoice = EndpointChoice(), remote: RemoteRule? = nil,
    outcome: OutcomeRule? = nil, paging: PagingRule? = nil, filter: String? = nil,
    assertions: [String] = []
  ) {
    self.name = name
    self.method = method
    self.url = url
    self.pathVariables = pathVariables
    self.query = query
    self.headers = headers
    self.body = body
    self.authorization = authorization
    self.options = options
    self.idempotencyKey = idempotencyKey
    self.removedHeaders = removedHeaders
    self.gateway = gateway
    self.endpoint = endpoint
    self.endpointChoice = endpointChoice
    self.remote = remote
    self.outcome = outcome
    self.paging = paging
    self.filter = filter
    self.assertions = assertions
  }
}

/// A name and a value that the user typed.
public struct DraftField: Hashable, Sendable {
  /// The rule for sending and storing a field's value.
  public enum Mark: UInt8, Hashable, Sendable {
    /// The value is sent, and percent-encoded where its position requires it.
    case plain
    /// The value is sent, and sealed wherever it is stored.
    case secret
    /// The value is stored, but not sent.
    case off
    /// The value is sent unchanged. References to secrets in it are not resolved.
    case literal
    /// The value is already percent-encoded, except in its templates. Its separators are not
    /// encoded.
    case encoded
  }

  /// The name, which may contain templates.
  public var name: String
  /// The value, which may contain templates.
  public var value: String
  /// The rule for sending and storing the value.
  public var mark: Mark

  /// Creates a field. By default it is `plain`.
  public init(_ name: String, _ value: String, mark: Mark = .plain) {
    self.name = name
    self.value = value
    self.mark = mark
  }
}

/// The body of a draft.
public enum DraftBody: Hashable, Sendable {
  /// No body.
  case none
  /// JSON text, checked when the request is prepared.
  case json(String)
  /// Text of this media type, sent as UTF-8.
  case text(String, mediaType: String)
  /// The fields of an `application/x-www-form-urlencoded` body.
  case form([DraftField])
  /// The parts of a `multipart/form-data` body.
  case multipart([DraftPart])
  /// A file, streamed from disk. Without a media type, the type is guessed from the file name.
  case file(path: String, mediaType: String?)
  /// Bytes from standard input, or from a file that was already read.
  case bytes([UInt8], mediaType: String?)
}

/// One part of a multipart body. If `path` is set, `value` is ignored.
public struct DraftPart: Hashable, Sendable {
  /// The name of the form field.
  public var name: String
  /// The content when `path` is nil.
  public var value: String
  /// The file that contains the content, or nil if `value` is the content.
  public var path: String?
  /// The file name to send. With nil, the last component of `path` is sent.
  public var fileName: String?
  /// The media type to send. With nil, it is guessed from the file name, or omitted.
  public var mediaType: String?
  /// The rule for sending and storing `value`. `encoded` means the same as `plain`, because a part
  /// is not percent-encoded.
  public var mark: DraftField.Mark

  /// Creates a part. By default it is `plain`.
  public init(
    name: String, value: String = "", path: String? = nil, fileName: String? = nil,
    mediaType: String? = nil, mark: DraftField.Mark = .plain
  ) {
    self.name = name
    self.value = value
    self.path = path
    self.fileName = fileName
    self.mediaType = mediaType
    self.mark = mark
  }
}
