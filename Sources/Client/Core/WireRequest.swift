public import ClientModel

/// A request as a transport sends it. All secrets are filled in and checked.
public struct WireRequest: Sendable {
  /// The body to send.
  public enum Body: Sendable {
    /// No body.
    case none
    /// These bytes.
    case bytes([UInt8])
    /// A file. It is compared with the reference when it is opened, and a difference fails with
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
      /// The file, which must not have changed since it was chosen.
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
  /// The URL, percent-encoded, with secrets filled in.
  public var url: String
  /// Scheme, host and port of the URL.
  public var origin: Origin
  /// The header fields in the order in which they are sent.
  public var headers: [(name: String, value: String)]
  /// The body.
  public var body: Body
  /// The credentials with secrets filled in, or nil for none.
  public var authorization: Authentication<String>?
  /// The proxy, or nil to use the proxy of the environment. An empty string means no proxy.
  public var proxy: String?
  /// Trust, route, deadlines and limits of the attempt.
  public var options: TransportOptions
  /// Whether the body may be sent twice. False for a POST or PATCH without a key.
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
