import ClientDocuments
public import ClientModel
import Synchronization

/// A handle on a body: its media type, its size, and its values by JSON pointer. The bytes stay in memory or
/// in a file; a body or value above 1 MiB is never copied in one piece.
public struct Body: Sendable {
  /// The most that `bytes()` gives, and the longest value.
  public static let copyLimit = ByteCount.mebibytes(1)

  /// From `Content-Type`, or as the request forces it.
  public let mediaType: String?
  /// The number of decoded bytes.
  public let size: ByteCount
  /// Where it lies when it is a file.
  public let path: String?
  /// True when a stage replaced the received body with this one.
  let isOwn: Bool
  private let memory: [UInt8]
  private let index: BodyIndex

  /// Creates a body that a stage supplies.
  public init(_ bytes: [UInt8], mediaType: String? = nil) {
    self.init(memory: bytes, mediaType: mediaType, isOwn: true)
  }

  init(memory bytes: [UInt8], mediaType: String?, isOwn: Bool = false) {
    memory = bytes
    path = nil
    size = ByteCount(bytes.count)
    self.mediaType = mediaType
    self.isOwn = isOwn
    index = BodyIndex()
  }

  init(file path: String, size: ByteCount, mediaType: String?) {
    memory = []
    self.path = path
    self.size = size
    self.mediaType = mediaType
    isOwn = false
    index = BodyIndex()
  }

  /// True when the body has no bytes.
  public var isEmpty: Bool { size == 0 }

  /// All of it.
  ///
  /// - Throws: `bodyLimit` above 1 MiB; `storage` when its file cannot be read.
  public func bytes() throws(Failure) -> [UInt8] {
    guard size <= Self.copyLimit else {
      throw Failure(
        .bodyLimit, what: "The body was not read to its end.",
        why: "It has \(size), and stages may copy at most \(Self.copyLimit).",
        whatToDo: "Ask for single values by pointer, or read the file at its path.")
    }
    return try Self.read { () throws(DocumentError) in
      let source = try source()
      return try source.bytes(in: 0..<source.count)
    }
  }

  /// A JSON value by pointer: a string without its quotes, others as they are written; nil when there
  /// is none, or the body is not JSON. Longer ones than 1 MiB are cut.
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

  /// Whether there is a value at a pointer, `null` included.
  public func holds(_ pointer: String) throws(Failure) -> Bool {
    try Self.read { () throws(DocumentError) in try node(at: pointer) != nil }
  }

  /// Goes through the text in pieces of UTF-8.
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

  /// The bytes, to be read in parts.
  func source() throws(DocumentError) -> ByteSource {
    if let path { return try ByteSource(path: path) }
    return ByteSource(memory)
  }

  /// The encoding of the text, and what declares it.
  func decoding() throws(Failure) -> TextDecoding {
    try Self.read { () throws(DocumentError) in
      TextDecoding(
        mediaType: mediaType, start: try source().bytes(in: 0..<TextDecoding.startLength))
    }
  }

  /// The text as UTF-8.
  func text() throws(DocumentError) -> ByteSource {
    try source().text(mediaType: mediaType).text
  }

  private func document() throws(DocumentError) -> JSONDocument? {
    try index.document { () throws(DocumentError) in
      let source = try text()
      let start = try source.bytes(in: 0..<min(source.count, 512))
      let marked = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
      let first = marked.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
      // Other content is not indexed, because the index would have no useful entries.
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

/// The sparse index of one body, made at the first look and shared by the handle's copies.
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
