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
  /// The credentials, as secrets or references to secrets. If nil, the gateway's credentials are
  /// used.
  public var authorization: DraftAuthorization?
  /// The options for sending the request.
  public var options: TransportOptions
  /// The idempotency key, or nil if there is none. If empty, a key is generated when the job is
  /// created.
  public var idempotencyKey: String?
  /// The automatic headers that are not sent: `Accept`, `User-Agent` or `Content-Type`.
  public var removedHeaders: [String]
  /// The name of the gateway. Nil means the workspace's default gateway, and `none` means no
  /// gateway.
  public var gateway: String?
  /// The catalog endpoint whose form created the request, or nil if there is none.
  public var endpoint: EndpointName?
  /// The selected alternatives of the endpoint.
  public var endpointChoice: EndpointChoice
  /// The rule for turning the response into a remote job. If nil, the response is the result.
  public var remote: RemoteRule?
  /// The outcome rule that applies if the gateway has none. If nil, a status below 400 is a
  /// success.
  public var outcome: OutcomeRule?
  /// The paging rule that applies if the gateway has none. If nil, the `Link` header is used.
  public var paging: PagingRule?
  /// The jq program that filters the displayed response, or nil to display everything.
  public var filter: String?
  /// The assertions on the responses, one per line. They may contain templates.
  public var assertions: [String]
  /// The options of the jobs that send the request.
  public var job: JobOptions
  /// The folder of saved requests from which a draft without a name inherits variables and headers,
  /// or nil for no folder.
  package var folder: String?

  /// The folder from which the draft inherits variables and headers, as a path below `requests`.
  /// For a saved request, this is the folder that contains the request. The empty path is
  /// `requests` itself.
  package var inheritedFolder: String? {
    guard let name else { return folder }
    return name.lastIndex(ofByte: "/").map { String(name[..<$0]) } ?? ""
  }

  /// Removes the name. The draft still inherits variables and headers from the same folder.
  package mutating func removeName() {
    folder = inheritedFolder
    name = nil
  }

  /// Creates a draft. By default, the draft is a GET that has no fields, body or credentials.
  public init(
    name: String? = nil, method: String = "GET", url: String = "",
    pathVariables: [DraftField] = [], query: [DraftField] = [], headers: [DraftField] = [],
    body: DraftBody = .none, authorization: DraftAuthorization? = nil,
    options: TransportOptions = TransportOptions(), idempotencyKey: String? = nil,
    removedHeaders: [String] = [], gateway: String? = nil, endpoint: EndpointName? = nil,
    endpointChoice: EndpointChoice = EndpointChoice(), remote: RemoteRule? = nil,
    outcome: OutcomeRule? = nil, paging: PagingRule? = nil, filter: String? = nil,
    assertions: [String] = [], job: JobOptions = JobOptions()
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
    self.job = job
  }
}

/// A name and a value that the user typed.
public struct DraftField: Hashable, Sendable {
  /// The way in which a field's value is sent and stored.
  public enum Mark: UInt8, Hashable, Sendable {
    /// The value is sent. It is percent-encoded where necessary.
    case plain
    /// The value is sent. It is sealed when stored.
    case secret
    /// The value is stored, but not sent.
    case off
    /// The value is sent unchanged. Secret references in the value are not resolved.
    case literal
    /// The value is already percent-encoded, except for the values of its templates. Separators are
    /// not encoded.
    case encoded
  }

  /// The name, which may contain templates.
  public var name: String
  /// The value, which may contain templates.
  public var value: String
  /// The rule for sending and storing the value.
  public var mark: Mark

  /// Creates a field. By default, the field is `plain`.
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
  /// A file, streamed from disk. If the media type is nil, it is guessed from the file name.
  case file(path: String, mediaType: String?)
  /// Bytes from standard input, or from a file that was already read.
  case bytes([UInt8], mediaType: String?)
  /// A GraphQL operation, sent as a JSON object.
  case graphQL(GraphQLRequest)
}

/// A part of a multipart body. If `path` is set, `value` is ignored.
public struct DraftPart: Hashable, Sendable {
  /// The name of the form field.
  public var name: String
  /// The content if `path` is nil.
  public var value: String
  /// The file that contains the content, or nil if `value` is the content.
  public var path: String?
  /// The file name to send. If nil, the last component of `path` is sent.
  public var fileName: String?
  /// The media type to send. If nil, it is guessed from the file name, or omitted if the extension
  /// is unknown.
  public var mediaType: String?
  /// The rule for sending and storing `value`. `encoded` has the same effect as `plain`, because
  /// parts are not percent-encoded.
  public var mark: DraftField.Mark

  /// Creates a part. By default, the part is `plain`.
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
