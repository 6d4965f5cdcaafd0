import CJSONScan

/// A key or scalar that is too long to match at once, and is decoded and matched in windows.
struct LongToken: Sendable {
  enum Writing: Sendable { case escaped, plain }

  /// The length of a window. A match that starts in a window may end in the overlap after it.
  static let window = 128 << 10
  static let overlap = 64 << 10

  /// The offset of the first byte of the token. `next` is the offset after its last byte.
  let token: Int
  let next: Int
  /// The range of the text between the quotes.
  private let text: Range<Int>
  private let writing: Writing
  private var at: Int
  /// The end of the decoded text before the window, for lookbehind assertions.
  private var before: [UInt8] = []
  private(set) var isOver: Bool

  init(token: Int, text: Range<Int>, next: Int, writing: Writing) {
    self.token = token
    self.text = text
    self.next = next
    self.writing = writing
    at = text.lowerBound
    isOver = text.isEmpty
  }

  /// Matches the next window, and returns the raw range of the first match.
  mutating func match(
    _ source: ByteSource, _ matcher: Expression.Matcher
  ) throws(DocumentError) -> Range<Int>? {
    guard !isOver else { return nil }
    let reach = min(text.upperBound, at + Self.window + Self.overlap)
    let raw = try source.bytes(in: at..<reach)
    let (head, used) = decoded(raw[...], least: Self.window)
    let (tail, _) = decoded(raw[used...], least: raw.count)
    let bytes = before + head + tail
    let isLast = at + used >= text.upperBound
    var cuts: Expression.Matcher.TruncatedEnds = []
    if !before.isEmpty { cuts.insert(.before) }
    if reach < text.upperBound { cuts.insert(.after) }
    let last = before.count + head.count - (isLast ? 0 : 1)
    if let found = try matcher.match(
      bytes[...], starts: before.count...max(before.count, last), cuts, offset: at)
    {
      // A match may begin in the text before the window.
      let start = max(0, found.lowerBound - before.count)
      let end = max(start, found.upperBound - before.count)
      return at + offset(of: start, in: raw)..<at + offset(of: end, in: raw)
    }
    let gone = bytes[..<(before.count + head.count)]
    var context = gone.suffix(StretchWalk.context)
    while let byte = context.first, byte & 0xC0 == 0x80 { context = context.dropFirst() }
    before = Array(context)
    at += used
    isOver = at >= text.upperBound
    return nil
  }

  /// Returns at least `least` decoded bytes of complete characters, and the number of raw bytes
  /// used.
  private func decoded(_ raw: ArraySlice<UInt8>, least: Int) -> (bytes: [UInt8], used: Int) {
    if writing == .plain {
      let used = min(least, raw.count)
      return (Array(raw.prefix(used)), used)
    }
    guard !raw.isEmpty else { return ([], 0) }
    var used = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: raw.count + 4) { bytes, count in
      used = raw.withUnsafeBufferPointer { raw in
        cjs_decode(raw.baseAddress, raw.count, least, bytes.baseAddress, &count)
      }
    }
    return (bytes, used)
  }

  private func offset(of place: Int, in raw: [UInt8]) -> Int {
    writing == .plain
      ? place
      : raw.withUnsafeBufferPointer { raw in
        cjs_raw_offset(raw.baseAddress, raw.count, place)
      }
  }
}
