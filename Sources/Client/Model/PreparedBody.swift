/// The body of a prepared request. Its media type is a header of the request.
public enum PreparedBody: Hashable, Sendable {
  /// No body.
  case none
  /// JSON, a form or other text, which may contain secrets.
  case text(SensitiveText)
  /// Bytes that need not be text.
  case bytes([UInt8])
  /// A file, streamed from disk.
  case file(FileReference)
  /// Parts separated by a boundary. The `Content-Type` header with the boundary is added when the
  /// request is sent.
  case multipart(boundary: String, parts: [MultipartPart])

  /// Whether the body is empty. A file body or a multipart body never counts as empty.
  public var isEmpty: Bool {
    switch self {
    case .none: true
    case .text(let text): text.isEmpty
    case .bytes(let bytes): bytes.isEmpty
    case .file, .multipart: false
    }
  }

  /// Returns the body with each streamed file replaced by the result of `change`.
  package func mapFiles(
    _ change: (FileReference) throws(Failure) -> FileReference
  ) throws(Failure) -> PreparedBody {
    switch self {
    case .none, .text, .bytes: return self
    case .file(let file): return .file(try change(file))
    case .multipart(let boundary, let parts):
      var changed = parts
      for (index, part) in parts.enumerated() {
        if case .file(let file) = part.content { changed[index].content = .file(try change(file)) }
      }
      return .multipart(boundary: boundary, parts: changed)
    }
  }
}

/// A part of a multipart body. Source: RFC 7578.
public struct MultipartPart: Hashable, Sendable {
  /// The content of a part.
  public enum Content: Hashable, Sendable {
    /// Text, which may contain secrets.
    case text(SensitiveText)
    /// A file, streamed from disk.
    case file(FileReference)
  }

  /// The name of the form field.
  public var name: String
  /// The content of the part.
  public var content: Content
  /// The file name to send, or nil to send none.
  public var fileName: String?
  /// The media type to send, or nil to send none.
  public var mediaType: String?

  /// Creates a part.
  public init(
    name: String, content: Content, fileName: String? = nil, mediaType: String? = nil
  ) {
    self.name = name
    self.content = content
    self.fileName = fileName
    self.mediaType = mediaType
  }
}
