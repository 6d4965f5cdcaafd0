/// Reads `text/event-stream`: events of lines, a blank line behind each.
///
/// - Source: HTML Living Standard, section 9.2.6.
struct EventReader {
  private let bytes: [UInt8]
  /// Where the first of the bytes stands in the body.
  private let base: Int
  private var builder: OutlineBuilder
  private var hasData = false

  static func read(_ bytes: [UInt8], of length: Int) -> Outline {
    var reader = EventReader(bytes, base: 0, OutlineBuilder())
    return reader.run(of: length)
  }

  /// The same stream, now longer: only its last event is read again, and what came behind it.
  static func read(
    on outline: Outline, in source: ByteSource
  ) throws(DocumentError) -> Outline {
    var builder = OutlineBuilder(outline)
    builder.removeLastRoot()
    // Of the last event as a whole: what is within it may end before its line does.
    let start = builder.outline.nodes.last { $0.parent < 0 }?.span.upperBound ?? 0
    guard start < Outline.longest else { return outline }
    var reader = EventReader(
      try source.bytes(in: start..<Outline.longest), base: start, builder)
    return reader.run(of: source.count)
  }

  private init(_ bytes: [UInt8], base: Int, _ builder: OutlineBuilder) {
    (self.bytes, self.base, self.builder) = (bytes, base, builder)
  }

  private mutating func run(of length: Int) -> Outline {
    var at = base == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    // The end of the last line that belongs to the open event.
    var end = base + at
    while at < bytes.count, !builder.isFull {
      let (text, next) = line(from: at)
      at = next
      guard !text.isEmpty else {
        builder.end(at: end)
        continue
      }
      take(text)
      end = base + text.upperBound
    }
    builder.end(at: end)
    return builder.finish(at: base + min(at, bytes.count), of: length)
  }

  private mutating func take(_ text: Range<Int>) {
    if builder.open.isEmpty {
      builder.begin(.event, placed(text))
      hasData = false
    }
    let colon = bytes[text].firstIndex(of: UInt8(ascii: ":")) ?? text.upperBound
    var first = min(text.upperBound, colon + 1)
    if first < text.upperBound, bytes[first] == 0x20 { first += 1 }
    let (label, value) = (text.lowerBound..<colon, first..<text.upperBound)
    let isData = bytes[label].elementsEqual("data".utf8)
    builder.begin(.line, placed(text), label: placed(label), value: placed(value))
    if isData { JSONBranch.add(value, of: bytes, base: base, to: &builder) }
    builder.end(at: base + text.upperBound)
    // An event is called by its type, and shows the first line of its data; without any, its first line.
    guard let event = builder.open.last else { return }
    if bytes[label].elementsEqual("event".utf8) { builder[event].label = placed(value) }
    if isData && !hasData || builder[event].value.isEmpty { builder[event].value = placed(value) }
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
