/// The body of a prepared request. Its media type stands in the request's headers.
public enum PreparedBody: Hashable, Sendable {
  case none
  /// JSON, forms and other text, in which parts may be secret.
  case text(SensitiveText)
  case bytes([UInt8])
  /// Streamed from disk.
  case file(FileReference)
  /// Parts between boundaries; the media type with the boundary is added when it is sent.
  case multipart(boundary: String, parts: [MultipartPart])

  public var isEmpty: Bool {
    switch self {
    case .none: true
    case .text(let text): text.isEmpty
    case .bytes(let bytes): bytes.isEmpty
    case .file, .multipart: false
    }
  }
}

/// One part of a multipart body. Source: RFC 7578.
public struct MultipartPart: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    case text(SensitiveText)
    case file(FileReference)
  }

  public var name: String
  public var content: Content
  public var fileName: String?
  public var mediaType: String?

  public init(
    name: String, content: Content, fileName: String? = nil, mediaType: String? = nil
  ) {
    self.name = name
    self.content = content
    self.fileName = fileName
    self.mediaType = mediaType
  }
}
