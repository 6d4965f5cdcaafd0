/// A reader of `text/event-stream`. An event is a group of lines, followed by a blank line.
///
/// - Source: HTML Living Standard, section 9.2.6.
struct EventReader {
  private let bytes: [UInt8]
  /// The offset in the body of the first byte of `bytes`.
  private let base: Int
  private var builder = OutlineBuilder()
  private var hasData = false
  /// The lines of the current event that have not been added to the outline.
  private var lines: [Line] = []
  private static let mostJoined = 4_096
  /// The start of the first line that did not fit into the outline.
  private var unread: Int?

  private struct Line {
    let text, label, value: Range<Int>
  }

  enum Depth { case lines, values }

  private let depth: Depth

  static func read(_ bytes: [UInt8], of length: Int) -> Outline {
    read(bytes, from: 0, .values, of: length)
  }

  /// Reads the events in a part of a stream.
  ///
  /// - Parameters:
  ///   - base: The offset in the stream of the first byte of `bytes`.
  ///   - length: The offset in the stream at which the part ends, or nil if `bytes` is the complete
  ///     part.
  static func read(
    _ bytes: [UInt8], from base: Int, _ depth: Depth, of length: Int? = nil
  ) -> Outline {
    var reader = EventReader(bytes, base: base, depth)
    return reader.run(of: length ?? base + bytes.count)
  }

  private init(_ bytes: [UInt8], base: Int, _ depth: Depth) {
    (self.bytes, self.base, self.depth) = (bytes, base, depth)
  }

  private mutating func run(of length: Int) -> Outline {
    var at = base == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    // The end of the last line of the current event.
    var end = base + at
    while at < bytes.count, !builder.isFull {
      let (text, next) = line(from: at)
      at = next
      guard !text.isEmpty else {
        add()
        builder.end(at: end)
        continue
      }
      lines.append(read(text))
      // The data lines of an event are not joined if there are too many.
      if lines.count > Self.mostJoined { add() }
      end = base + text.upperBound
    }
    add()
    if let unread { (at, end) = (unread, min(end, base + unread)) }
    builder.end(at: end)
    return builder.finish(at: base + min(at, bytes.count), of: length)
  }

  private func read(_ text: Range<Int>) -> Line {
    let colon = bytes[text].firstIndex(of: UInt8(ascii: ":")) ?? text.upperBound
    var first = min(text.upperBound, colon + 1)
    if first < text.upperBound, bytes[first] == 0x20 { first += 1 }
    return Line(text: text, label: text.lowerBound..<colon, value: first..<text.upperBound)
  }

  /// Adds the pending lines to the current event. Adds consecutive data lines as one line if the
  /// joined text is JSON.
  private mutating func add() {
    var place = 0
    while place < lines.count, !builder.isFull {
      let count = lines[place...].prefix { isData($0) }.count
      if count > 1, lines.count <= Self.mostJoined {
        let joined = JoinedLines(lines[place..<place + count].map(\.value), of: bytes)
        if JSONBranch.isJSON(joined.bytes) {
          begin(lines[place], through: lines[place + count - 1])
          if depth == .values { JSONBranch.add(joined, base: base, to: &builder) }
          builder.end(at: base + lines[place + count - 1].text.upperBound)
          builder.joinsLines()
          place += count
          continue
        }
      }
      begin(lines[place], through: lines[place])
      if depth == .values, isData(lines[place]) {
        JSONBranch.add(JoinedLines([lines[place].value], of: bytes), base: base, to: &builder)
      }
      builder.end(at: base + lines[place].text.upperBound)
      place += 1
    }
    if place < lines.count { unread = lines[place].text.lowerBound }
    lines = []
  }

  private func isData(_ line: Line) -> Bool { bytes[line.label].elementsEqual("data".utf8) }

  private mutating func begin(_ line: Line, through last: Line) {
    let text = line.text.lowerBound..<last.text.upperBound
    if builder.open.isEmpty {
      builder.begin(.event, placed(text))
      hasData = false
    }
    let value = placed(line.value.lowerBound..<last.value.upperBound)
    let isData = isData(line)
    builder.begin(.line, placed(text), label: placed(line.label), value: value)
    // The label of an event is its type, and the value is the first data line, or else the first
    // line.
    guard let event = builder.open.first else { return }
    if bytes[line.label].elementsEqual("event".utf8) { builder[event].label = value }
    if isData && !hasData || builder[event].value.isEmpty {
      builder[event].value = value
    }
    hasData = hasData || isData
  }

  private func placed(_ range: Range<Int>) -> Range<Int> {
    base + range.lowerBound..<base + range.upperBound
  }

  private func line(from start: Int) -> (text: Range<Int>, next: Int) {
    var end = start
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    let isPair = end + 1 < bytes.count && bytes[end] == 0x0D && bytes[end + 1] == 0x0A
    return (start..<end, end + (isPair ? 2 : 1))
  }
}
