/// A request that is being composed; it may be wrong.
public struct Draft: Hashable, Sendable {
  /// The name of the saved request; nil when it is not saved.
  public var name: String?
  /// The method, as typed.
  public var method: String
  /// May hold `{{name}}` templates and `{name}` or `:name` path variables. `/path` begins at the
  /// gateway's URL, `@name/path` at a named server's; `@name` is a named endpoint.
  public var url: String
  /// The values of `{name}` and `:name` in the URL.
  public var pathVariables: [DraftField]
  /// Query fields in addition to those in the URL.
  public var query: [DraftField]
  /// The header fields, in the user's order.
  public var headers: [DraftField]
  /// The body.
  public var body: DraftBody
  /// The credentials, as secrets or references to secrets; nil takes those of the gateway.
  public var authorization: DraftAuthorization?
  /// How the request is sent.
  public var options: TransportOptions
  /// Nil: none. Empty: one is made when the job is created.
  public var idempotencyKey: String?
  /// Headers that would be added by themselves (`Accept`, `User-Agent`, `Content-Type`) and shall not be.
  public var removedHeaders: [String]
  /// The gateway it goes through; nil for the workspace's default, `none` for none at all.
  public var gateway: String?
  /// The catalog's endpoint whose form made it; nil for a request of the user's own.
  public var endpoint: EndpointName?
  /// The chosen alternatives of its endpoint.
  public var endpointChoice: EndpointChoice
  /// How its response becomes a remote job; nil when the response is the result.
  public var remote: RemoteRule?
  /// The meaning of its responses where its gateway has no rule; nil for success below status 400.
  public var outcome: OutcomeRule?
  /// How its list is paged where its gateway has no rule; nil for by the `Link` header.
  public var paging: PagingRule?
  /// The jq program through which its responses are shown; nil for the full body.
  public var filter: String?
  /// The assertions on its responses, a line each; they may contain templates.
  public var assertions: [String]

  /// Creates a draft; by default a GET without fields, body or credentials.
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

/// A name and a value the user typed.
public struct DraftField: Hashable, Sendable {
  /// How the value of a field is treated.
  public enum Mark: UInt8, Hashable, Sendable {
    /// Sent, and percent-encoded where its place requires it.
    case plain
    /// Sent, and sealed wherever it is stored.
    case secret
    /// Stored, but not sent.
    case off
    /// Sent as it is, without looking for references to secrets.
    case literal
    /// Percent-encoded already, except in its templates; its separators stay.
    case encoded
  }

  /// The name, which may contain templates.
  public var name: String
  /// The value, which may contain templates.
  public var value: String
  /// How the value is treated.
  public var mark: Mark

  /// Creates a field; by default a plain one.
  public init(_ name: String, _ value: String, mark: Mark = .plain) {
    self.name = name
    self.value = value
    self.mark = mark
  }
}

/// The body as the composer holds it.
public enum DraftBody: Hashable, Sendable {
  /// No body.
  case none
  /// A JSON text, checked when the request is prepared.
  case json(String)
  /// A text of this media type, sent as UTF-8.
  case text(String, mediaType: String)
  /// The fields of an `application/x-www-form-urlencoded` body.
  case form([DraftField])
  /// The parts of a `multipart/form-data` body.
  case multipart([DraftPart])
  /// A file, streamed from disk; without a media type it is guessed from the name.
  case file(path: String, mediaType: String?)
  /// Bytes from standard input or a file already read.
  case bytes([UInt8], mediaType: String?)
}

/// One part of a multipart body; `path` wins over `value` when it is set.
public struct DraftPart: Hashable, Sendable {
  /// The name of the form field.
  public var name: String
  /// The content when `path` is nil.
  public var value: String
  /// The file that is the content; nil for `value`.
  public var path: String?
  /// The file name to send; nil takes the last part of `path`.
  public var fileName: String?
  /// The media type to send; nil for none, or the one that the file name suggests.
  public var mediaType: String?
  /// How `value` is treated; `encoded` means the same as `plain`, because a part is not percent-encoded.
  public var mark: DraftField.Mark

  /// Creates a part; by default a plain one.
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
