/// The status line and the header fields of a response.
public struct ResponseHead: Hashable, Sendable {
  /// The version of the protocol.
  public enum Version: String, Hashable, Sendable, CaseIterable {
    /// HTTP/1.0.
    case http10 = "HTTP/1.0"
    /// HTTP/1.1. Source: RFC 9112.
    case http11 = "HTTP/1.1"
    /// HTTP/2. Source: RFC 9113.
    case http2 = "HTTP/2"
    /// HTTP/3. Source: RFC 9114.
    case http3 = "HTTP/3"
    /// The acknowledgement of a broker. Source: MQTT 3.1.1.
    case mqtt311 = "MQTT/3.1.1"
    /// The acknowledgement of a broker. Source: MQTT 5.
    case mqtt5 = "MQTT/5"
  }

  /// The version of the protocol.
  public var version: Version
  /// The status code.
  public var status: Int
  /// The reason phrase; empty over HTTP/2.
  public var reason: String
  /// The header fields in the order received; repeated names stay.
  public var fields: [ResponseField]

  /// Creates a head; by default HTTP/1.1 without fields.
  public init(
    version: Version = .http11, status: Int, reason: String = "", fields: [ResponseField] = []
  ) {
    self.version = version
    self.status = status
    self.reason = reason
    self.fields = fields
  }

  /// The value of `Content-Type`, with its parameters; nil without one.
  public var mediaType: String? { fields.first("Content-Type") }
}

/// Where the decoded bytes of a body are.
public enum StoredBody: Hashable, Sendable {
  /// There is no body.
  case none
  /// The bytes, at most 64 KiB.
  case inline([UInt8])
  /// A file in the store's body folder, named without its folder.
  ///
  /// The digest is of the bytes in it, and empty for a body of more than 16 MiB: a gigabyte takes as long
  /// to digest as to receive, and nothing waits for it.
  case file(name: String, length: ByteCount, sha256: [UInt8])

  /// The number of decoded bytes.
  public var length: ByteCount {
    switch self {
    case .none: 0
    case .inline(let bytes): ByteCount(bytes.count)
    case .file(_, let length, _): length
    }
  }
}

/// How long each phase took, from the start of the attempt; nil when it did not happen.
public struct Timings: Hashable, Sendable {
  /// When the name of the server was resolved.
  public var nameLookup: Duration?
  /// When the connection was established.
  public var connected: Duration?
  /// When the TLS handshake was complete.
  public var secured: Duration?
  /// When the first byte of the response arrived.
  public var firstByte: Duration?
  /// When the attempt ended.
  public var total: Duration?

  /// Creates timings; nil for a phase that did not happen.
  public init(
    nameLookup: Duration? = nil, connected: Duration? = nil, secured: Duration? = nil,
    firstByte: Duration? = nil, total: Duration? = nil
  ) {
    self.nameLookup = nameLookup
    self.connected = connected
    self.secured = secured
    self.firstByte = firstByte
    self.total = total
  }
}

/// What is known of the connection an attempt used.
public struct ConnectionFacts: Hashable, Sendable {
  /// Whether the connection was new.
  public enum Use: UInt8, Hashable, Sendable {
    /// It was opened for this attempt.
    case fresh
    /// It had served an earlier attempt.
    case reused
  }

  /// The resolved address and port, as text.
  public var address: String?
  /// Whether the connection was new.
  public var use: Use
  /// The TLS version and cipher, when there was TLS.
  public var security: String?

  /// Creates facts; by default of a new connection without TLS.
  public init(address: String? = nil, use: Use = .fresh, security: String? = nil) {
    self.address = address
    self.use = use
    self.security = security
  }
}

/// Bytes on the wire in each direction.
public struct TransferCounts: Hashable, Sendable {
  /// Bytes of the request head.
  public var requestHeaders: ByteCount
  /// Bytes of the request body.
  public var requestBody: ByteCount
  /// Bytes of the response head.
  public var responseHeaders: ByteCount
  /// As it came, content codings still on.
  public var responseBody: ByteCount

  /// Creates counts; by default zero.
  public init(
    requestHeaders: ByteCount = 0, requestBody: ByteCount = 0, responseHeaders: ByteCount = 0,
    responseBody: ByteCount = 0
  ) {
    self.requestHeaders = requestHeaders
    self.requestBody = requestBody
    self.responseHeaders = responseHeaders
    self.responseBody = responseBody
  }
}

/// A contradiction in the framing of a response. Source: RFC 9112, section 6.3.
public enum FramingNote: String, Hashable, Sendable, CaseIterable {
  /// Several `Content-Length` fields with different values.
  case differingContentLengths
  /// A `Content-Length` that is not a number.
  case invalidContentLength
  /// Both `Content-Length` and chunked coding.
  case lengthAndChunked
  /// A header field that continues on a second line.
  case foldedHeader
  /// A line that ends without a carriage return.
  case bareLineFeed
  /// A body after a status that allows none.
  case bodyOnBodilessStatus
  /// The body has a content coding that cannot be removed: its bytes are stored as received.
  case unknownCoding
}

/// Where a response came from.
public enum ResponseSource: Hashable, Sendable {
  /// The server.
  case network
  /// The cache, while the response was fresh.
  case cache(age: Duration)
  /// The cache, after the server had confirmed it with 304.
  case notModified
  /// The cache, although the response was no longer fresh.
  case stale(age: Duration)
  /// A stub route.
  case stub
}
