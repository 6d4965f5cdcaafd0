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
    /// MQTT 3.1.1, for the acknowledgement of a broker.
    case mqtt311 = "MQTT/3.1.1"
    /// MQTT 5, for the acknowledgement of a broker.
    case mqtt5 = "MQTT/5"
  }

  /// The version of the protocol.
  public var version: Version
  /// The status code.
  public var status: Int
  /// The reason phrase. It is empty over HTTP/2.
  public var reason: String
  /// The header fields in the order received. Names may be repeated.
  public var fields: [ResponseField]

  /// Creates a head. By default it is HTTP/1.1 without fields.
  public init(
    version: Version = .http11, status: Int, reason: String = "", fields: [ResponseField] = []
  ) {
    self.version = version
    self.status = status
    self.reason = reason
    self.fields = fields
  }

  /// The value of `Content-Type` with its parameters, or nil if there is none.
  public var mediaType: String? { fields.first("Content-Type") }
}

/// A decoded body: its bytes, or the file that contains them.
public enum StoredBody: Hashable, Sendable {
  /// There is no body.
  case none
  /// The bytes, at most 64 KiB.
  case inline([UInt8])
  /// A file in the store's folder for bodies. The name does not include the folder.
  ///
  /// The digest covers the bytes in the file. It is empty for a body of more than 16 MiB, because
  /// no feature needs it and hashing a gigabyte takes as long as receiving it.
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

/// The times at which the phases of an attempt ended, counted from its start. Nil means that the
/// phase did not occur.
public struct Timings: Hashable, Sendable {
  /// The time at which the name of the server was resolved.
  public var nameLookup: Duration?
  /// The time at which the connection was established.
  public var connected: Duration?
  /// The time at which the TLS handshake was complete.
  public var secured: Duration?
  /// The time at which the first byte of the response was received.
  public var firstByte: Duration?
  /// The time at which the attempt ended.
  public var total: Duration?

  /// Creates times. Pass nil for a phase that did not occur.
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

/// Facts about the connection that an attempt used.
public struct ConnectionFacts: Hashable, Sendable {
  /// Whether a connection is new or reused.
  public enum Use: UInt8, Hashable, Sendable {
    /// The connection was opened for this attempt.
    case fresh
    /// The connection was already used by an earlier attempt.
    case reused
  }

  /// The resolved address and port as text, or nil if unknown.
  public var address: String?
  /// Whether the connection is new or reused.
  public var use: Use
  /// The TLS version and the cipher, or nil if TLS was not used.
  public var security: String?

  /// Creates facts. By default, the connection is new and does not use TLS.
  public init(address: String? = nil, use: Use = .fresh, security: String? = nil) {
    self.address = address
    self.use = use
    self.security = security
  }
}

/// The number of bytes transferred in each direction.
public struct TransferCounts: Hashable, Sendable {
  /// Bytes of the request head.
  public var requestHeaders: ByteCount
  /// Bytes of the request body.
  public var requestBody: ByteCount
  /// Bytes of the response head.
  public var responseHeaders: ByteCount
  /// Bytes of the response body as received, before decoding.
  public var responseBody: ByteCount

  /// Creates counts. All counts are zero by default.
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

/// An irregularity in the framing or the coding of a response. Source: RFC 9112, section 6.3.
public enum FramingNote: String, Hashable, Sendable, CaseIterable {
  /// There are several `Content-Length` fields with different values.
  case differingContentLengths
  /// A `Content-Length` is not a number.
  case invalidContentLength
  /// There are both `Content-Length` and chunked coding.
  case lengthAndChunked
  /// A header field continues on a second line.
  case foldedHeader
  /// A line ends without a carriage return.
  case bareLineFeed
  /// A body follows a status that does not allow a body.
  case bodyOnBodilessStatus
  /// The body has a content coding that cannot be decoded. The bytes are stored as received.
  case unknownCoding
}

/// The source of a response.
public enum ResponseSource: Hashable, Sendable {
  /// The server.
  case network
  /// The cache, which had a fresh response.
  case cache(age: Duration)
  /// The cache, after the server confirmed the stored response with 304.
  case notModified
  /// The cache, which had only a stale response.
  case stale(age: Duration)
  /// A stub route.
  case stub
}
