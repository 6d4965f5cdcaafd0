/// The first part of an answer.
public struct ResponseHead: Hashable, Sendable {
  public enum Version: String, Hashable, Sendable, CaseIterable {
    case http10 = "HTTP/1.0"
    case http11 = "HTTP/1.1"
    case http2 = "HTTP/2"
    case http3 = "HTTP/3"
  }

  public var version: Version
  public var status: Int
  public var reason: String
  public var fields: [ResponseField]

  public init(
    version: Version = .http11, status: Int, reason: String = "", fields: [ResponseField] = []
  ) {
    self.version = version
    self.status = status
    self.reason = reason
    self.fields = fields
  }

  public var mediaType: String? { fields.first("Content-Type") }
}

/// Where the bytes of an answer are. Decoded: content codings are taken off.
public enum StoredBody: Hashable, Sendable {
  case none
  case inline([UInt8])
  /// A file in the store's body folder, named without its folder.
  ///
  /// The digest is of the bytes in it, and empty for a body of more than 16 MiB: a gigabyte takes as long
  /// to digest as to receive, and nothing waits for it.
  case file(name: String, length: ByteCount, sha256: [UInt8])

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
  public var nameLookup: Duration?
  public var connected: Duration?
  public var secured: Duration?
  public var firstByte: Duration?
  public var total: Duration?

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
  public enum Use: UInt8, Hashable, Sendable { case fresh, reused }

  /// The resolved address and port, as text.
  public var address: String?
  public var use: Use
  /// The TLS version and cipher, when there was TLS.
  public var security: String?

  public init(address: String? = nil, use: Use = .fresh, security: String? = nil) {
    self.address = address
    self.use = use
    self.security = security
  }
}

/// Bytes that went over the wire in each direction, and what the body came to.
public struct TransferCounts: Hashable, Sendable {
  public var requestHeaders: ByteCount
  public var requestBody: ByteCount
  public var responseHeaders: ByteCount
  /// As it came, content codings still on.
  public var responseBody: ByteCount

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

/// A contradiction in how an answer was framed. Source: RFC 9112, section 6.3.
public enum FramingNote: String, Hashable, Sendable, CaseIterable {
  case differingContentLengths
  case invalidContentLength
  case lengthAndChunked
  case foldedHeader
  case bareLineFeed
  case bodyOnBodilessStatus
  /// The body has a content coding that cannot be removed: its bytes are stored as received.
  case unknownCoding
}

/// Where an answer came from; said with every response.
public enum ResponseSource: Hashable, Sendable {
  case network
  case cache(age: Duration)
  case notModified
  case stale(age: Duration)
  case stub
}
