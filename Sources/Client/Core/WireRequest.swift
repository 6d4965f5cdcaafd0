public import ClientModel

/// A request with every secret filled in, checked again after that; what a transport sends.
public struct WireRequest: Sendable {
  public enum Body: Sendable {
    case none
    case bytes([UInt8])
    /// Checked against the reference when it is opened; a difference is `fileChanged`.
    case file(FileReference)
    case multipart(boundary: String, parts: [Part])
  }

  public struct Part: Sendable {
    public enum Content: Sendable {
      case bytes([UInt8])
      case file(FileReference)
    }

    public var name: String
    public var content: Content
    public var fileName: String?
    public var mediaType: String?

    public init(name: String, content: Content, fileName: String?, mediaType: String?) {
      self.name = name
      self.content = content
      self.fileName = fileName
      self.mediaType = mediaType
    }
  }

  public var method: HTTPMethod
  public var url: String
  public var origin: Origin
  public var headers: [(name: String, value: String)]
  public var body: Body
  public var authorization: Authentication<String>?
  public var proxy: String?
  public var options: TransportOptions
  /// False for a POST or PATCH without a key: its body must not be sent twice (finding F1).
  public var isRepeatable: Bool

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
