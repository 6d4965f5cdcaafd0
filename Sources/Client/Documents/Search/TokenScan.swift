import CPCRE

/// A search for the keys and scalars that an expression matches, among the tokens that start in one
/// part of a JSON body.
struct TokenScan: Sendable {
  /// The number of bytes to read at once, which is enough to find a token and whether it is a key.
  private static let piece = 512 << 10

  private let document: JSONDocument
  private let scope: SearchQuery.Scope
  /// The offset at which the scan stops. Tokens that start at or after it are ignored.
  private let stop: Int
  /// The next offset to read, which is outside strings.
  private(set) var at: Int
  /// The current token if it is too long to match at once.
  private var long: LongToken?

  init(_ document: JSONDocument, _ scope: SearchQuery.Scope, from start: Int, to stop: Int) {
    self.document = document
    self.scope = scope
    self.stop = stop
    at = start
  }

  var isOver: Bool { long == nil && at >= stop }

  /// Returns the next match, or nil at the end or after `budget` bytes.
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
      // A byte order mark is not part of a token.
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
          // Finding out whether the token is in the tree reads the bytes around it.
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
    // A token outside the search scope is treated as empty.
    let end = isWanted ? (isClosed ? next - 1 : next) : token + 1
    return LongToken(token: token, text: token + 1..<end, next: next, writing: .escaped)
  }

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

  /// Returns whether the token is a key or scalar in the search scope. An invalid document may
  /// contain other tokens.
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
