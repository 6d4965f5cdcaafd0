import CPCRE

/// Goes through the keys and scalars that start in one part of a JSON body, in order, and gives those
/// that an expression matches.
struct TokenScan: Sendable {
  /// The bytes that are read at once: enough for a token and what distinguishes keys from values.
  private static let piece = 512 << 10

  private let document: JSONDocument
  private let scope: SearchQuery.Scope
  /// Tokens that start here or later are left alone.
  private let stop: Int
  /// Outside of strings: where to go on.
  private(set) var at: Int
  /// A token too long to be looked at in one go.
  private var long: LongToken?

  init(_ document: JSONDocument, _ scope: SearchQuery.Scope, from start: Int, to stop: Int) {
    self.document = document
    self.scope = scope
    self.stop = stop
    at = start
  }

  var isOver: Bool { long == nil && at >= stop }

  /// The next match; nil when `budget` bytes were looked through, or all.
  mutating func next(
    _ budget: inout Int, _ matcher: Expression.Matcher
  ) throws(DocumentError) -> Range<Int>? {
    let source = document.source.prefix(document.indexedCount)
    while budget > 0, !isOver, !matcher.isLate {
      if long != nil {
        budget -= LongToken.window
        if let range = try nextInLong(source, matcher) { return range }
        continue
      }
      let bytes = try source.bytes(in: at..<min(source.count, at + Self.piece))
      // A byte order mark belongs to no word.
      if at == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
        at = 3
        continue
      }
      var place = cpcre_place()
      while true {
        let before = place.at
        let verdict = find(matcher, bytes, isEnd: at + bytes.count == source.count, &place)
        budget -= place.at - before
        switch verdict {
        case CPCRE_FOUND:
          // Distinguishing a value from the text around it costs a look through its surroundings.
          budget -= 16 << 10
          let token = at + place.token
          guard try isHit(token) else { continue }
          let range = at + place.start..<at + place.end
          at += place.at
          return range
        case CPCRE_TOO_HARD:
          throw .hardExpression(text: matcher.expression.text, offset: at + place.token)
        case CPCRE_LONG: long = try longToken(at: at + place.at, source)
        default: break
        }
        at += place.at
        break
      }
    }
    return nil
  }

  private func find(
    _ matcher: Expression.Matcher, _ bytes: [UInt8], isEnd: Bool, _ place: inout cpcre_place
  ) -> cpcre_verdict {
    let scope =
      switch scope {
      case .everywhere: CPCRE_EVERYWHERE
      case .keys: CPCRE_KEYS
      case .values: CPCRE_VALUES
      }
    return bytes.withUnsafeBufferPointer { bytes in
      cpcre_find_in_json(
        matcher.search, scope, bytes.baseAddress, bytes.count, max(0, stop - at), isEnd ? 1 : 0,
        &place)
    }
  }

  // MARK: Long tokens

  private func longToken(at token: Int, _ source: ByteSource) throws(DocumentError) -> LongToken {
    let reader = ByteReader(source)
    guard try reader.byte(at: token) == JSONByte.quote else {
      var end = token + 1
      while let byte = try reader.byte(at: end), !JSONByte.endsWord(byte) { end += 1 }
      return LongToken(token: token, text: token..<end, next: end, writing: .plain)
    }
    let next = try document.endOfString(from: token, reader)
    let isClosed = try Self.isClosed(token, next, reader)
    let isKey = try reader.byte(at: reader.skipSpace(from: next)) == JSONByte.colon
    let isWanted = scope == .everywhere || isKey == (scope == .keys)
    // What is not looked through is passed over as if it were empty.
    let end = isWanted ? (isClosed ? next - 1 : next) : token + 1
    return LongToken(token: token, text: token + 1..<end, next: next, writing: .escaped)
  }

  /// Whether the string ends with a quote of its own.
  private static func isClosed(
    _ token: Int, _ next: Int, _ reader: ByteReader
  ) throws(DocumentError) -> Bool {
    guard next - 1 > token, try reader.byte(at: next - 1) == JSONByte.quote else { return false }
    var slashes = 0
    while next - 2 - slashes > token,
      try reader.byte(at: next - 2 - slashes) == JSONByte.backslash
    {
      slashes += 1
    }
    return slashes % 2 == 0
  }

  private mutating func nextInLong(
    _ source: ByteSource, _ matcher: Expression.Matcher
  ) throws(DocumentError) -> Range<Int>? {
    guard var token = long else { return nil }
    let range = try token.match(source, matcher)
    if range == nil, !token.isOver {
      long = token
      return nil
    }
    long = nil
    at = token.next
    guard let range, try isHit(token.token) else { return nil }
    return range
  }

  /// Whether the tree has a key or a scalar there that is looked through: broken documents have
  /// words between their values.
  private func isHit(_ token: Int) throws(DocumentError) -> Bool {
    let reader = document.reader()
    let track = try document.track(to: token, reader)
    guard let step = track.steps.last else { return false }
    let slot = try document.slot(
      at: track.slotStart, ordinal: step.ordinal, of: step.container, reader)
    if let key = slot.key, key.lowerBound == token + 1 { return scope != .values }
    return scope != .keys && !slot.value.isContainer && slot.value.offset == token
  }
}
