public import ClientModel

/// A request in the form that a transport sends. All secrets are filled in and checked.
public struct WireRequest: Sendable {
  /// The body to send.
  public enum Body: Sendable {
    /// No body.
    case none
    /// These bytes.
    case bytes([UInt8])
    /// A file. If it differs from the reference when it is opened, the attempt fails with
    /// `fileChanged`.
    case file(FileReference)
    /// A `multipart/form-data` body. Source: RFC 7578.
    case multipart(boundary: String, parts: [Part])
  }

  /// One part of a multipart body.
  public struct Part: Sendable {
    /// The content of a part.
    public enum Content: Sendable {
      /// These bytes.
      case bytes([UInt8])
      /// A file. It must not have changed since it was chosen.
      case file(FileReference)
    }

    /// The name of the form field.
    public var name: String
    /// The content of the part.
    public var content: Content
    /// The file name to send, or nil for none.
    public var fileName: String?
    /// The media type to send, or nil for none.
    public var mediaType: String?

    /// Creates a part.
    public init(name: String, content: Content, fileName: String?, mediaType: String?) {
      self.name = name
      self.content = content
      self.fileName = fileName
      self.mediaType = mediaType
    }
  }

  /// The method.
  public var method: HTTPMethod
  /// The percent-encoded URL. Secrets are filled in.
  public var url: String
  /// The scheme, host and port of the URL.
  public var origin: Origin
  /// The header fields in the order of sending.
  public var headers: [(name: String, value: String)]
  /// The body.
  public var body: Body
  /// The credentials, or nil for none. Secrets are filled in.
  public var authorization: Authentication<String>?
  /// The proxy. Nil means the proxy of the environment, and an empty string means no proxy.
  public var proxy: String?
  /// The trust, route, deadlines and limits of the attempt.
  public var options: TransportOptions
  /// Whether the body may be sent twice. This is false for a POST or PATCH that has no idempotency
  /// key.
  public var isRepeatable: Bool

  /// Creates a request that is ready to send.
  public init(
    method: HTTPMethod, url: String, origin: Origin, headers: [(name: String, value: String)] = [],
    body: Body = .none, authorization: Authentication<String>? = nil, proxy: String? = nil,
    options: TransportOptions = TransportOptions(), isRepeatable: Bool = true
  ) {
    self.method = method
    self.url = url
    self.origin = origin
    self.headers = headers
    self.body = body
    self.authorization = authorization
    self.proxy = proxy
    self.options = options
    self.isRepeatable = isRepeatable
  }
}

extension WireRequest: CustomStringConvertible, CustomReflectable {
  public var description: String { "\(method) \(origin)" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
