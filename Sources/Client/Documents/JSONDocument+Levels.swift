import CJSONScan

/// Functions that number the values down to a given depth in text order. These values are the
/// visible rows if all containers above that depth are open.
extension JSONDocument {
  /// The deepest level whose values the index counts separately. Values on deeper levels are
  /// counted together.
  static let deepestLevel = Int(CJS_LEVELS) - 2
  /// The depth limit that includes all values.
  static let everyLevel = Int(Int32.max)

  /// Returns the number of values that start before `offset` and are at most `limit` levels deep.
  func rows(before offset: Int, limit: Int, _ reader: ByteReader) throws(DocumentError) -> Int {
    guard !index.landmarks.isEmpty else { return 0 }
    let nearest = min(offset / Int(index.grain.landmark), index.landmarks.count - 1)
    var seek = JSONSeek(index.landmarks[nearest])
    var seen = 0
    _ = try seek.run(
      reader, to: min(offset, reader.count), limit: limit, target: .max, floor: -1, seen: &seen)
    return Int(cjs_rows(&seek.cursor, Int32(clamping: limit)))
  }

  /// Calls `body` with the slots numbered `window`, in text order. Only values down to depth
  /// `limit` are numbered.
  func forEachSlot(
    numbered window: Range<Int>, limit: Int, _ reader: ByteReader,
    _ body: (JSONSlot) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    guard !window.isEmpty, let place = try offset(ofRow: window.lowerBound, limit, reader) else {
      return
    }
    let track = try track(to: place, reader)
    var walk = LevelWalk(track, limit: limit)
    for _ in window {
      guard let slot = try walk.next(self, reader) else { return }
      try body(slot)
    }
  }

  private func offset(
    ofRow row: Int, _ limit: Int, _ reader: ByteReader
  ) throws(DocumentError) -> Int? {
    var low = 0
    var high = index.landmarks.count
    while low < high {
      let middle = (low + high) / 2
      var landmark = index.landmarks[middle]
      if cjs_rows(&landmark, Int32(clamping: limit)) <= UInt64(row) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low > 0 else { return nil }
    var seek = JSONSeek(index.landmarks[low - 1])
    let before = Int(cjs_rows(&seek.cursor, Int32(clamping: limit)))
    var seen = 0
    let verdict = try seek.run(
      reader, to: reader.count, limit: limit, target: row + 1 - before, floor: -1, seen: &seen)
    return verdict == CJS_REACHED ? seek.offset : nil
  }
}

/// An iterator over values in text order, which skips the contents of containers at the depth
/// limit.
private struct LevelWalk {
  private var frames: [JSONStep]
  private var slotStart: Int?
  /// The last value returned. Its end is searched only when the next value is requested.
  private var last: JSONNode?
  private let limit: Int

  init(_ track: JSONDocument.Track, limit: Int) {
    frames = track.steps
    slotStart = track.slotStart
    self.limit = limit
  }

  mutating func next(
    _ document: JSONDocument, _ reader: ByteReader
  ) throws(DocumentError) -> JSONSlot? {
    if let last { try advance(past: last, document, reader) }
    guard let start = slotStart, let frame = frames.last else { return nil }
    let slot = try document.slot(
      at: start, ordinal: frame.ordinal, of: frame.container, reader)
    last = slot.value
    return slot
  }

  private mutating func advance(
    past value: JSONNode, _ document: JSONDocument, _ reader: ByteReader
  ) throws(DocumentError) {
    if value.isContainer, value.depth < limit,
      let first = try reader.byte(at: reader.skipSpace(from: value.offset + 1)),
      first != JSONByte.closeArray, first != JSONByte.closeObject
    {
      frames.append(JSONStep(container: value, ordinal: 0))
      slotStart = value.offset + 1
      return
    }
    var at = try document.end(of: value, reader)
    while let frame = frames.popLast() {
      let isTop = frame.container.kind == .document
      var seek = JSONSeek(inside: at, lines: isTop && document.form == .lines)
      seek.cursor.line_content = 1
      var seen = 0
      let verdict = try seek.run(
        reader, to: reader.count, limit: 0, target: 1, floor: isTop ? -1 : 0, seen: &seen)
      at = seek.offset
      if verdict == CJS_REACHED {
        frames.append(JSONStep(container: frame.container, ordinal: frame.ordinal + 1))
        slotStart = at
        return
      }
      if verdict == CJS_MORE { break }
    }
    slotStart = nil
  }
}
