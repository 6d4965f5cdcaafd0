/// A search in raw bytes for an expression, in stretches of limited length.
///
/// Stretches start at multiples of their length, and each is matched from its start, so that both
/// directions find the same matches.
struct StretchWalk: Sendable {
  /// The length of a stretch. A match that starts in a stretch may end in the overlap after it.
  static let length = 128 << 10
  static let overlap = 64 << 10
  /// The number of bytes before a stretch that lookbehind assertions can see.
  static let context = 255

  private let expression: Expression
  private let source: ByteSource
  private let direction: BodySearch.Direction
  private let first: Int
  /// The current offset. The next match starts at or after it in a forward search, and before it in
  /// a backward search.
  private var at: Int
  private var isOver = false
  /// The matches that a backward search has found but not returned, in body order.
  private var waiting: [Range<Int>] = []

  init(
    _ expression: Expression, _ source: ByteSource, from offset: Int,
    _ direction: BodySearch.Direction
  ) {
    self.expression = expression
    self.source = source
    self.direction = direction
    first = offset
    at = offset
    isOver = direction == .forward && at >= source.count
  }

  mutating func step(budget: Int) throws(DocumentError) -> BodySearch.Progress {
    let matcher = try expression.matcher()
    var left = budget
    while left > 0, !matcher.isLate {
      if let range = waiting.popLast() { return .found(range) }
      if isOver { return .nothing }
      left -= Self.length
      switch direction {
      case .forward:
        let stretch = try Stretch(source, number: at / Self.length)
        if let range = try stretch.match(from: at, before: .max, matcher) {
          at = min(stretch.end, stretch.place(behind: range))
          isOver = at >= source.count
          return .found(range)
        }
        at = stretch.end
        isOver = at >= source.count
      case .backward:
        guard at > 0 else {
          isOver = true
          continue
        }
        let stretch = try Stretch(source, number: (at - 1) / Self.length)
        var from = stretch.start
        while from < stretch.end,
          let range = try stretch.match(from: from, before: at, matcher)
        {
          waiting.append(range)
          from = stretch.place(behind: range)
        }
        at = stretch.start
      }
    }
    return .searching(done: abs(at - first))
  }
}

/// The bytes of one stretch and their context.
private struct Stretch {
  let start: Int
  let end: Int
  private let bytes: [UInt8]
  /// The offset of the bytes in the body.
  private let base: Int
  private let cuts: Expression.Matcher.TruncatedEnds

  init(_ source: ByteSource, number: Int) throws(DocumentError) {
    start = number * StretchWalk.length
    end = min(source.count, start + StretchWalk.length)
    base = max(0, start - StretchWalk.context)
    let reach = min(source.count, end + StretchWalk.overlap)
    bytes = try source.bytes(in: base..<reach)
    var cuts: Expression.Matcher.TruncatedEnds = []
    if base > 0 { cuts.insert(.before) }
    if reach < source.count { cuts.insert(.after) }
    self.cuts = cuts
  }

  /// Returns the first match that starts at or after `from` and before `limit`.
  func match(
    from: Int, before limit: Int, _ matcher: Expression.Matcher
  ) throws(DocumentError) -> Range<Int>? {
    var first = max(from, start) - base
    // A match starts at a character boundary, and a character that begins in the previous stretch
    // is part of that stretch.
    while first < bytes.count, first > 0, bytes[first] & 0xC0 == 0x80 { first += 1 }
    // An empty match is possible after the last byte of the body.
    let isLast = base + bytes.count == end
    let last = min(limit, isLast ? end + 1 : end) - 1 - base
    guard first <= last else { return nil }
    let found = try matcher.match(bytes[...], starts: first...last, cuts, offset: base + first)
    return found.map { base + $0.lowerBound..<base + $0.upperBound }
  }

  /// Returns the first possible start of the next match: the end of the match, or one character
  /// after it if the match is empty.
  func place(behind range: Range<Int>) -> Int {
    guard range.isEmpty else { return range.upperBound }
    var next = range.upperBound + 1
    while next - base < bytes.count, bytes[next - base] & 0xC0 == 0x80 { next += 1 }
    return next
  }
}
