/// A search through a body that is done in steps: each step does bounded work, so that the caller
/// may stop between two of them, show how far it is, or drop it.
package struct BodySearch: Sendable {
  package enum Direction: Hashable, Sendable { case forward, backward }

  package enum Progress: Hashable, Sendable {
    /// Call `step` again; how many bytes are done.
    case searching(done: Int)
    /// The bytes of the hit. The next step looks for the next one.
    case found(Range<Int>)
    /// No more hits on this side.
    case nothing
  }

  /// As long as a reader's piece: going down the grid then reads each byte once.
  private static let piece = 64 * 1024

  private enum Kind: Sendable {
    case text(ByteSource)
    case tree(JSONDocument)
  }

  private let kind: Kind
  private let needle: Needle
  private let direction: Direction
  private let first: Int
  /// Forward: the next byte to try. Backward: the byte after it.
  private var at: Int

  /// Looks for text in keys and scalar values of a JSON body; hits never span two of them, and
  /// escaped characters are found by what they mean.
  ///
  /// - Parameter text: All small letters finds capitals too; one capital makes the search exact.
  /// - Parameter offset: Forward hits start here or later, backward hits start before it.
  package init(_ text: String, in document: JSONDocument, from offset: Int, _ direction: Direction)
  {
    kind = .tree(document)
    needle = Needle(text, .json)
    self.direction = direction
    first = min(max(0, offset), document.indexedCount)
    at = first
  }

  /// Looks for text in the raw bytes of a body.
  package init(_ text: String, in source: ByteSource, from offset: Int, _ direction: Direction) {
    kind = .text(source)
    needle = Needle(text, .none)
    self.direction = direction
    first = min(max(0, offset), source.count)
    at = first
  }

  /// Looks through about `budget` bytes.
  package mutating func step(budget: Int = 4 << 20) throws(DocumentError) -> Progress {
    guard !needle.isEmpty else { return .nothing }
    let source =
      switch kind {
      case .text(let source): source
      case .tree(let document): document.source.prefix(document.indexedCount)
      }
    // Candidates are tried through a reader of their own: the walk's piece stays at hand.
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
        // Telling a value from the text around it costs a look through its surroundings.
        left -= 16 * 1024
        if try isHit(place..<end) { return .found(place..<end) }
      }
    }
    return .searching(done: abs(at - first))
  }

  private func isAtEnd(_ source: ByteSource) -> Bool {
    direction == .forward ? at >= source.count : at <= 0
  }

  /// Moves to the next place where a hit may start, within the piece at hand.
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
      // On a grid, so that going down reads each piece once.
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

  /// Whether the bytes lie within one key or one scalar value.
  private func isHit(_ range: Range<Int>) throws(DocumentError) -> Bool {
    guard case .tree(let document) = kind else { return true }
    let reader = document.reader()
    let track = try document.track(to: range.lowerBound, reader)
    guard let step = track.steps.last else { return false }
    let slot = try document.slot(
      at: track.slotStart, ordinal: step.ordinal, of: step.container, reader)
    if let key = slot.key, key.contains(range.lowerBound) { return true }
    guard !slot.value.isContainer, range.lowerBound >= slot.value.offset else { return false }
    return range.upperBound <= (try document.end(of: slot.value, reader))
  }
}
