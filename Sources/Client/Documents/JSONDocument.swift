import CJSONScan

/// A JSON body as a tree that is read where it is looked at: one value, or one a line.
///
/// A value: a copy is a snapshot that another thread may read while the original grows. It has
/// no tree, only a sparse index (0.0015 bytes a byte, 0.003 at most), so that a body of any size opens at the
/// speed of reading and any child is found within a millisecond. What is not JSON is shown as far
/// as brackets, commas and quotes make sense; `JSONValidator` says where it went wrong.
package struct JSONDocument: Sendable {
  package enum Form: Sendable {
    /// One value (RFC 8259).
    case value
    /// A value in each line that is not blank (JSON Lines, NDJSON).
    case lines
  }

  /// How finely the index is made.
  package enum Grain: Sendable {
    case usual
    /// For tests: small bodies are indexed as large ones usually are.
    case fine

    var bytes: cjs_grain {
      switch self {
      case .usual: cjs_grain(container: 32 << 10, checkpoint: 32 << 10, landmark: 256 << 10)
      case .fine: cjs_grain(container: 128, checkpoint: 256, landmark: 512)
      }
    }
  }

  /// The raw bytes a row shows of a key or value, by default.
  package static let previewLength = 256

  package private(set) var source: ByteSource
  package let form: Form
  /// Lines that are no JSON: each of them is one value that nothing is known of.
  let brokenLines: [Range<Int>]
  /// Whether the last byte of the body has been indexed.
  package private(set) var isComplete = false
  private(set) var index: JSONIndex
  private(set) var lineMarks = LineMarks()

  /// An empty document; `extend` brings the bytes.
  ///
  /// - Parameter brokenLines: Where lines stand that are no JSON, in rising order: what they begin and do
  ///   not end changes nothing behind them.
  package init(form: Form = .value, grain: Grain = .usual, brokenLines: [Range<Int>] = []) {
    self.form = form
    self.brokenLines = brokenLines
    source = ByteSource()
    index = JSONIndex(lines: form == .lines, grain: grain)
  }

  /// Indexes a complete body at once: about a second for each gigabyte.
  package init(
    indexing source: ByteSource, form: Form = .value, grain: Grain = .usual
  ) throws(DocumentError) {
    self.init(form: form, grain: grain)
    try extend(to: source, .ended)
  }

  /// A complete body in memory.
  package init(text: String, form: Form = .value) throws(DocumentError) {
    try self.init(indexing: ByteSource(text: text), form: form)
  }

  /// Whether more bytes of the body are to come.
  package enum Arrival: Sendable { case growing, ended }

  /// Indexes the bytes that came since the last call, at most about `budget` of them.
  ///
  /// - Parameter source: The same body, now longer.
  /// - Returns: How many bytes are still to be indexed by further calls.
  @discardableResult
  package mutating func extend(
    to source: ByteSource, _ arrival: Arrival, budget: Int = .max
  ) throws(DocumentError) -> Int {
    self.source = source
    let source = structure
    // Only complete blocks, so that landmarks stay aligned; the rest waits for more bytes.
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

  /// The body itself; its children are the roots.
  package var document: JSONNode { JSONNode(offset: 0, kind: .document, depth: -1) }

  /// What the index takes up, in bytes.
  package var indexSize: Int { index.size + lineMarks.size }

  /// How many bytes of the body can be shown.
  package var indexedCount: Int { index.indexed }

  /// The first root; `nil` while none has arrived.
  package func root() throws(DocumentError) -> JSONNode? {
    try children(of: document, in: 0..<1).first?.node
  }

  /// A reader for one walk over the bytes that are indexed.
  func reader() -> ByteReader { ByteReader(structure.prefix(index.indexed)) }

  /// The body as its structure is read from it: a broken line is a word that JSON does not have.
  var structure: ByteSource {
    brokenLines.isEmpty ? source : source.covering(brokenLines, with: UInt8(ascii: "x"))
  }

  /// The body without its broken lines: blanks stand for them.
  var sound: ByteSource {
    brokenLines.isEmpty ? source : source.covering(brokenLines, with: 0x20)
  }
}
