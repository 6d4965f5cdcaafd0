/// An index of the events of a stream, created while the stream is received.
///
/// One mark is stored per 4 KiB, so finding an event reads at most 4 KiB. The marks need less than
/// a hundredth of the stream's size.
///
/// - Source: HTML Living Standard, section 9.2.6.
struct EventMarks: Sendable {
  private struct Mark: Sendable {
    /// The start of an event.
    let offset: Int
    /// The number of events before this event.
    let number: Int
    let previousEnd: Int
  }

  private static let stride = 4 << 10
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The marks in ascending order, at least one stride apart.
  private var marks: [Mark] = []
  private var walk = EventWalk()
  /// The number of events that have begun.
  private(set) var count = 0
  /// The number of bytes read so far.
  private(set) var length = 0

  /// Reads at most approximately `budget` of the bytes received since the last call.
  mutating func extend(to source: ByteSource, budget: Int) throws(DocumentError) {
    if length < Self.byteOrderMark.count, try source.bytes(in: 0..<3) == Self.byteOrderMark {
      self = EventMarks()
      length = Self.byteOrderMark.count
    }
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    var left = max(1, budget)
    while length < source.count, left > 0 {
      let got = try source.read(into: &piece, from: length)
      piece[..<got].withUnsafeBufferPointer { bytes in
        walk.pass(bytes, from: length) { start, previousEnd in
          if marks.last.map({ start - $0.offset >= Self.stride }) ?? true {
            marks.append(Mark(offset: start, number: count, previousEnd: previousEnd))
          }
          count += 1
        }
      }
      length += got
      left -= got
    }
  }

  /// Returns the byte ranges of events, without the empty lines between them. Ignores events that
  /// do not exist.
  func ranges(
    of events: Range<Int>, in source: ByteSource
  ) throws(DocumentError) -> [Range<Int>] {
    let wanted = events.clamped(to: 0..<count)
    guard !wanted.isEmpty else { return [] }
    var ranges: [Range<Int>] = []
    var mark = lastMark { $0.number <= wanted.lowerBound } ?? 0
    var number = marks[mark].number
    var open: Int?
    while number <= wanted.upperBound, mark < marks.count {
      for (start, previousEnd) in try starts(from: mark, in: source) {
        if let open, number <= wanted.upperBound { ranges.append(open..<previousEnd) }
        open = wanted.contains(number) ? start : nil
        number += 1
      }
      mark += 1
    }
    if let open { ranges.append(open..<(walk.isInLine ? length : walk.end)) }
    return ranges
  }

  /// Returns the last event that starts at or before a byte, or nil if there is none.
  func event(at offset: Int, in source: ByteSource) throws(DocumentError) -> Int? {
    guard offset < length, let mark = lastMark(where: { $0.offset <= offset }) else { return nil }
    let starts = try starts(from: mark, in: source)
    return marks[mark].number + starts.prefix { $0.start <= offset }.count - 1
  }

  /// Returns the starts of the events between a mark and the next mark, each with the end of the
  /// previous event.
  private func starts(
    from mark: Int, in source: ByteSource
  ) throws(DocumentError) -> [(start: Int, previousEnd: Int)] {
    let first = marks[mark].offset
    let end = mark + 1 < marks.count ? marks[mark + 1].offset : length
    let bytes = try source.bytes(in: first..<min(end, first + Self.stride))
    var starts: [(start: Int, previousEnd: Int)] = []
    var walk = EventWalk()
    bytes.withUnsafeBufferPointer { bytes in
      walk.pass(bytes, from: first) { starts.append(($0, $1)) }
    }
    starts[0].previousEnd = marks[mark].previousEnd
    return starts
  }

  private func lastMark(where isBefore: (Mark) -> Bool) -> Int? {
    var (low, high) = (0, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(marks[middle]) { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }
}

/// A scanner that finds the lines and events of a stream in chunks.
///
///     between events ──byte──► in a line ──break──► after a line
///     after a line ──byte──► in a line
///     after a line ──break──► between events
private struct EventWalk {
  private enum Position { case betweenEvents, inLine, afterLine }

  private var place = Position.betweenEvents
  /// Whether the last byte was a carriage return, whose line break includes a following line feed.
  private var isAfterReturn = false
  /// The end of the last non-empty line.
  private(set) var end = 0

  var isInLine: Bool { place == .inLine }

  /// Scans the next chunk.
  ///
  /// - Parameter begins: A function that receives the start of each event and the end of the
  ///   previous event.
  @inline(__always)
  mutating func pass(
    _ bytes: UnsafeBufferPointer<UInt8>, from offset: Int, _ begins: (Int, Int) -> Void
  ) {
    for (index, byte) in bytes.enumerated() {
      guard byte == 0x0A || byte == 0x0D else {
        if place == .betweenEvents { begins(offset + index, end) }
        (place, isAfterReturn) = (.inLine, false)
        continue
      }
      if byte == 0x0A, isAfterReturn {
        isAfterReturn = false
        continue
      }
      isAfterReturn = byte == 0x0D
      switch place {
      case .inLine: (place, end) = (.afterLine, offset + index)
      case .afterLine: place = .betweenEvents
      case .betweenEvents: break
      }
    }
  }
}
