import CJSONScan

/// A search in the raw bytes of a body for literal text.
struct LiteralWalk: Sendable {
  /// The number of bytes to read at once.
  private static let piece = 64 * 1024

  enum Haystack: Sendable {
    case text(ByteSource)
    case tree(JSONDocument)
  }

  private let ground: Haystack
  private let needle: Needle
  private let scope: SearchQuery.Scope
  private let direction: BodySearch.Direction
  private let first: Int
  /// The current offset. A forward search continues at this byte, and a backward search before it.
  private var at: Int
  /// A known offset outside strings, at or before the searched bytes, or a large negative number if
  /// none is known.
  private var outside = -1 << 40

  init(
    _ needle: Needle, _ scope: SearchQuery.Scope, _ ground: Haystack, from offset: Int,
    _ direction: BodySearch.Direction
  ) {
    self.needle = needle
    self.scope = scope
    self.ground = ground
    self.direction = direction
    first = offset
    at = offset
  }

  /// Searches approximately `budget` more bytes.
  mutating func step(budget: Int) throws(DocumentError) -> BodySearch.Progress {
    guard !needle.isEmpty else { return .nothing }
    let source =
      switch ground {
      case .text(let source): source
      case .tree(let document): document.source.prefix(document.indexedCount)
      }
    // Candidates are checked with a second reader, so that the first one does not lose its cached
    // chunk.
    let walk = ByteReader(source, pieceSize: Self.piece)
    let near = ByteReader(source, pieceSize: 4 * 1024)
    var left = budget
    while left > 0 {
      let before = at
      guard let place = try nextCandidate(walk) else {
        if isAtEnd(source) { return .nothing }
        left -= abs(at - before)
        continue
      }
      left -= abs(at - before) + 16
      if let end = try needle.match(at: place, near) {
        // Finding out whether the bytes are in a value reads the bytes around them.
        let isHit = try isHit(place..<end, near)
        left -= outside == place ? 64 : 16 * 1024
        if isHit { return .found(place..<end) }
      }
    }
    return .searching(done: abs(at - first))
  }

  private func isAtEnd(_ source: ByteSource) -> Bool {
    direction == .forward ? at >= source.count : at <= 0
  }

  /// Advances to the next possible match in the current chunk, or returns nil if there is none.
  private mutating func nextCandidate(_ reader: ByteReader) throws(DocumentError) -> Int? {
    switch direction {
    case .forward:
      let start = at
      let step = try reader.withBytes(from: start, to: start + Self.piece) { bytes in
        (place: needle.candidate(in: bytes, .forward), count: bytes.count)
      }
      guard let step else { return nil }
      at = start + (step.place.map { $0 + 1 } ?? step.count)
      return step.place.map { start + $0 }
    case .backward:
      // Chunks start at multiples of their length, so a backward search reads each chunk once.
      let start = (at - 1) / Self.piece * Self.piece
      guard at > 0 else { return nil }
      let step = try reader.withBytes(from: start, to: at) { bytes in
        (place: needle.candidate(in: bytes, .backward), count: bytes.count)
      }
      let place = step?.place
      at = start + (place ?? 0)
      return place.map { start + $0 }
    }
  }

  /// Returns whether a comma, bracket or space between values certainly begins at `place`. Returns
  /// false if that is uncertain. This check must be fast, because a search for a comma finds
  /// millions of them.
  private mutating func isBetweenValues(
    _ place: Int, _ document: JSONDocument, _ reader: ByteReader
  ) throws(DocumentError) -> Bool {
    guard direction == .forward, place - outside <= Self.piece,
      let first = try reader.byte(at: place), JSONByte.endsWord(first)
    else { return false }
    while outside < place {
      let step = try reader.withBytes(from: outside, to: place) { bytes in
        (count: bytes.count, quote: cjs_quote(bytes.baseAddress, bytes.count))
      }
      guard let step else { break }
      outside += step.quote
      if step.quote == step.count { continue }
      let end = try document.endOfString(from: outside, document.reader())
      if end > place { return false }
      outside = end
    }
    return true
  }

  /// Returns whether the bytes are in one key or value that is in the search scope.
  private mutating func isHit(_ range: Range<Int>, _ reader: ByteReader) throws(DocumentError)
    -> Bool
  {
    guard case .tree(let document) = ground else { return true }
    if try isBetweenValues(range.lowerBound, document, reader) { return false }
    // The bytes after a match usually show whether it is in a key.
    if scope != .everywhere,
      let isKey = try Self.isKey(around: range, reader), isKey != (scope == .keys)
    {
      return false
    }
    let walk = document.reader()
    let track = try document.track(to: range.lowerBound, walk)
    guard let step = track.steps.last else { return false }
    outside = max(outside, track.slotStart)
    let slot = try document.slot(
      at: track.slotStart, ordinal: step.ordinal, of: step.container, walk)
    if let key = slot.key, key.contains(range.lowerBound) { return scope != .values }
    guard scope != .keys, !slot.value.isContainer, range.lowerBound >= slot.value.offset else {
      return false
    }
    return range.upperBound <= (try document.end(of: slot.value, walk))
  }

  /// Returns whether a colon follows the string around a match, or nil if the end of the string is
  /// not near.
  private static func isKey(
    around range: Range<Int>, _ reader: ByteReader
  ) throws(DocumentError) -> Bool? {
    var at = range.upperBound
    var isEscaped = false
    while let byte = try reader.byte(at: at), isEscaped || byte != JSONByte.quote {
      isEscaped = !isEscaped && byte == JSONByte.backslash
      at += 1
      if at - range.upperBound > 4096 { return nil }
    }
    return try reader.byte(at: reader.skipSpace(from: at + 1)) == JSONByte.colon
  }
}
