import ClientDocuments
public import ClientModel
import Synchronization

/// A handle for a body. It provides the media type, the size and JSON values by pointer.
///
/// The bytes stay in memory or in a file. More than 1 MiB is never copied at once.
public struct Body: Sendable {
  /// The maximum size for `bytes()` and for a value.
  public static let copyLimit = ByteCount.mebibytes(1)

  /// The media type. It comes from `Content-Type` unless the request forces a type.
  public let mediaType: String?
  /// The number of decoded bytes.
  public let size: ByteCount
  /// The path of the body's file, or nil for a body in memory.
  public var path: String? { stored?.localFile }
  /// Whether a stage supplied this body in place of the received one.
  let isOwn: Bool
  private let memory: [UInt8]
  private let stored: StoredBytes?
  private let index: BodyIndex

  /// Creates a body that a stage supplies.
  public init(_ bytes: [UInt8], mediaType: String? = nil) {
    self.init(memory: bytes, mediaType: mediaType, isOwn: true)
  }

  init(memory bytes: [UInt8], mediaType: String?, isOwn: Bool = false) {
    memory = bytes
    stored = nil
    size = ByteCount(bytes.count)
    self.mediaType = mediaType
    self.isOwn = isOwn
    index = BodyIndex()
  }

  init(stored: StoredBytes, size: ByteCount, mediaType: String?) {
    memory = []
    self.stored = stored
    self.size = size
    self.mediaType = mediaType
    isOwn = false
    index = BodyIndex()
  }

  /// Whether the body has no bytes.
  public var isEmpty: Bool { size == 0 }

  /// Returns all bytes.
  ///
  /// - Throws: `bodyLimit` if the body is over 1 MiB, or `storage` if its file cannot be read.
  public func bytes() throws(Failure) -> [UInt8] {
    guard size <= Self.copyLimit else {
      throw Failure(
        .bodyLimit, what: "The body was not read completely.",
        why: "It has \(size), and stages may copy at most \(Self.copyLimit).",
        whatToDo: "Read single values by pointer, or read the file at its path.")
    }
    return try Self.read { () throws(DocumentError) in
      let source = try source()
      return try source.bytes(in: 0..<source.count)
    }
  }

  /// Returns the JSON value at a pointer. Returns nil if the value does not exist or the body is
  /// not JSON.
  ///
  /// A string is returned unquoted, and other values are returned as JSON. Values over 1 MiB are
  /// truncated.
  ///
  /// - Source: RFC 6901.
  public func value(at pointer: String) throws(Failure) -> String? {
    try Self.read { () throws(DocumentError) in
      guard let node = try node(at: pointer), let document = try document() else { return nil }
      let limit = Int(Self.copyLimit.bytes)
      if try document.range(of: node).count <= limit, let text = try document.string(of: node) {
        return text
      }
      return String(decoding: try document.rawText(of: node, limit: limit), as: UTF8.self)
    }
  }

  /// Returns whether a value exists at a pointer. The value may be `null`.
  public func holds(_ pointer: String) throws(Failure) -> Bool {
    try Self.read { () throws(DocumentError) in try node(at: pointer) != nil }
  }

  /// Passes chunks of the text to `look` as UTF-8. Stops when `look` returns false.
  func forEachPiece(_ look: (ArraySlice<UInt8>) -> Bool) throws(Failure) {
    try Self.read { () throws(DocumentError) in
      let source = try text()
      var piece = [UInt8](repeating: 0, count: 1 << 18)
      var offset = 0
      while offset < source.count {
        let count = try source.read(into: &piece, from: offset)
        guard count > 0, look(piece[..<count]) else { return }
        offset += count
      }
    }
  }

  /// Returns a source that reads ranges of the bytes.
  func source() throws(DocumentError) -> ByteSource {
    if let stored { return try ByteSource(stored) }
    return ByteSource(memory)
  }

  /// Returns the text encoding and the place where it is declared.
  func decoding() throws(Failure) -> TextDecoding {
    try Self.read { () throws(DocumentError) in
      TextDecoding(
        mediaType: mediaType, start: try source().bytes(in: 0..<TextDecoding.startLength))
    }
  }

  func text() throws(DocumentError) -> ByteSource {
    try source().text(mediaType: mediaType).text
  }

  private func document() throws(DocumentError) -> JSONDocument? {
    try index.document { () throws(DocumentError) in
      let source = try text()
      let start = try source.bytes(in: 0..<min(source.count, 512))
      let marked = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
      let first = marked.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
      // Only JSON objects and arrays are indexed. For anything else, the index would be empty.
      guard let first, first == 0x7B || first == 0x5B else { return nil }
      return try JSONDocument(indexing: source)
    }
  }

  private func node(at pointer: String) throws(DocumentError) -> JSONNode? {
    let pointer = try JSONPointer(pointer)
    guard let document = try document() else { return nil }
    do throws(DocumentError) { return try document.node(at: pointer) } catch {
      guard case .nothingAt = error else { throw error }
      return nil
    }
  }

  private static func read<Value>(
    _ look: () throws(DocumentError) -> Value
  ) throws(Failure) -> Value {
    do throws(DocumentError) { return try look() } catch {
      throw Failure(.storage, what: error.what, why: error.why, whatToDo: error.whatToDo)
    }
  }
}

/// The sparse JSON index of a body. It is created at the first use, and all copies of the handle
/// share it.
private final class BodyIndex: Sendable {
  private let found = Mutex<JSONDocument??>(nil)

  func document(
    _ make: () throws(DocumentError) -> JSONDocument?
  ) throws(DocumentError) -> JSONDocument? {
    if let known = found.withLock({ $0 }) { return known }
    let document = try make()
    found.withLock { $0 = .some(document) }
    return document
  }
}
