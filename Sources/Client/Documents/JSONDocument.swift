import CJSONScan

/// A JSON body as a tree: one value, or one value per line.
///
/// A copy is a snapshot that another thread may read while the original grows.
///
/// Only a sparse index is stored, with about 0.0015 and at most 0.003 bytes per byte of the body. A
/// body opens as fast as it can be read, and any child is found within a millisecond.
///
/// For invalid JSON, the tree follows the brackets, commas and quotes. `JSONValidator` finds the
/// error.
package struct JSONDocument: Sendable {
  package enum Form: Sendable {
    /// One value (RFC 8259).
    case value
    /// One value per non-blank line (JSON Lines, NDJSON).
    case lines
  }

  /// The density of the index.
  package enum IndexDensity: Sendable {
    case usual
    /// A density for tests, which indexes a small body like a large one.
    case fine

    var bytes: cjs_grain {
      switch self {
      case .usual: cjs_grain(container: 32 << 10, checkpoint: 32 << 10, landmark: 256 << 10)
      case .fine: cjs_grain(container: 128, checkpoint: 256, landmark: 512)
      }
    }
  }

  /// The default maximum length in raw bytes of a key or value preview.
  package static let previewLength = 256

  package private(set) var source: ByteSource
  package let form: Form
  /// The ranges of the lines that are not JSON. Each line is one value of unknown kind.
  let brokenLines: [Range<Int>]
  /// Whether the complete body has been indexed.
  package private(set) var isComplete = false
  private(set) var index: JSONIndex
  private(set) var lineMarks = LineMarks()

  /// Creates an empty document, to which `extend` adds bytes.
  ///
  /// - Parameter brokenLines: The ranges of lines that are not JSON, in ascending order. An
  ///   unclosed bracket or quote in such a line does not affect the following lines.
  package init(form: Form = .value, grain: IndexDensity = .usual, brokenLines: [Range<Int>] = []) {
    self.form = form
    self.brokenLines = brokenLines
    source = ByteSource()
    index = JSONIndex(lines: form == .lines, grain: grain)
  }

  /// Indexes a complete body. This takes about a second per gigabyte.
  package init(
    indexing source: ByteSource, form: Form = .value, grain: IndexDensity = .usual
  ) throws(DocumentError) {
    self.init(form: form, grain: grain)
    try extend(to: source, .ended)
  }

  package init(text: String, form: Form = .value) throws(DocumentError) {
    try self.init(indexing: ByteSource(text: text), form: form)
  }

  /// The state of a body's transfer: more bytes may arrive, or the body has ended.
  package enum TransferState: Sendable { case growing, ended }

  /// Indexes approximately `budget` of the bytes received since the last call.
  ///
  /// - Parameter source: The same body, which may have grown.
  /// - Returns: The number of bytes that remain to be indexed.
  @discardableResult
  package mutating func extend(
    to source: ByteSource, _ arrival: TransferState, budget: Int = .max
  ) throws(DocumentError) -> Int {
    self.source = source
    let source = structure
    // Only complete blocks are indexed, so that landmarks stay aligned. The last bytes are indexed
    // in a later call.
    let end = arrival == .ended ? source.count : source.count / 64 * 64
    var left = max(64, budget)
    var piece = [UInt8](repeating: 0, count: (min(256 * 1024, left) + 63) / 64 * 64)
    while index.indexed < end, left > 0 {
      let got = min(try source.read(into: &piece, from: index.indexed), end - index.indexed)
      index.feed(piece[..<got])
      lineMarks.feed(piece[..<got])
      left -= got
    }
    if arrival == .ended, index.indexed >= source.count, !isComplete {
      index.finish()
      isComplete = true
    }
    return max(0, source.count - index.indexed)
  }

  /// The node of the complete body, whose children are the roots.
  package var document: JSONNode { JSONNode(offset: 0, kind: .document, depth: -1) }

  /// The size of the index and the line marks in bytes.
  package var indexSize: Int { index.size + lineMarks.size }

  /// The number of indexed bytes, which are those that can be shown.
  package var indexedCount: Int { index.indexed }

  /// Returns the first root, or nil if none has been received.
  package func root() throws(DocumentError) -> JSONNode? {
    try children(of: document, in: 0..<1).first?.node
  }

  /// Returns a new reader of the indexed bytes.
  func reader() -> ByteReader { ByteReader(structure.prefix(index.indexed)) }

  /// The body with an invalid word in place of each broken line, from which the structure is read.
  var structure: ByteSource {
    brokenLines.isEmpty ? source : source.masking(brokenLines, with: UInt8(ascii: "x"))
  }

  /// The body with spaces in place of each broken line.
  var withoutBrokenLines: ByteSource {
    brokenLines.isEmpty ? source : source.masking(brokenLines, with: 0x20)
  }
}
