/// A reader of JSON inside another body, such as an event's data. The values become nodes below the
/// open node.
///
/// No nodes are added unless the complete text is JSON. The text is read in one pass without
/// recursion.
struct JSONBranch {
  private let bytes: [UInt8]
  /// The joined lines, used to convert offsets to those in the original text, which begins at
  /// `base` in the body.
  private let lines: JoinedLines
  private let base: Int
  private var at: Int
  private let end: Int
  /// The open containers, the outermost first, with the number of their children so far.
  private var open: [(isObject: Bool, count: Int)] = []

  /// Adds the values of an object or array to the open node. Does nothing if the text is not
  /// exactly an object or array.
  static func add(
    _ range: Range<Int>, of bytes: [UInt8], base: Int, to builder: inout OutlineBuilder
  ) {
    add(JoinedLines([range], of: bytes), base: base, to: &builder)
  }

  static func add(_ lines: JoinedLines, base: Int, to builder: inout OutlineBuilder) {
    guard isJSON(lines.bytes),
      let first = lines.bytes.firstIndex(where: { !JSONByte.isSpace($0) })
    else { return }
    var branch = JSONBranch(
      bytes: lines.bytes, lines: lines, base: base, at: first, end: lines.bytes.count)
    branch.run(&builder)
  }

  /// Returns whether the bytes are exactly an object or an array.
  static func isJSON(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first(where: { !JSONByte.isSpace($0) }) else { return false }
    return (first == JSONByte.openObject || first == JSONByte.openArray)
      && JSONValidator.fault(in: bytes) == nil
  }

  private init(bytes: [UInt8], lines: JoinedLines, base: Int, at: Int, end: Int) {
    (self.bytes, self.lines, self.base, self.at, self.end) = (bytes, lines, base, at, end)
  }

  /// Converts a range of joined bytes to a range in the body.
  private func placed(_ range: Range<Int>) -> Range<Int> {
    let first = base + lines.place(range.lowerBound)
    return range.isEmpty ? first..<first : first..<base + lines.place(range.upperBound - 1) + 1
  }

  private mutating func run(_ builder: inout OutlineBuilder) {
    enter()
    while at < end, !open.isEmpty, !builder.isFull {
      switch bytes[at] {
      case JSONByte.comma, 0x20, 0x0A, 0x0D, 0x09: at += 1
      case JSONByte.closeObject, JSONByte.closeArray:
        at += 1
        open.removeLast()
        if !open.isEmpty { leave(&builder) }
      default: takeValue(&builder)
      }
    }
    // The open nodes end here, because the outline is full.
    while open.count > 1 {
      open.removeLast()
      leave(&builder)
    }
  }

  private mutating func enter() {
    open.append((bytes[at] == JSONByte.openObject, 0))
    at += 1
  }

  private func leave(_ builder: inout OutlineBuilder) {
    guard let node = builder.open.last else { return }
    let end = placed(at - 1..<at).upperBound
    builder[node].value = builder[node].value.lowerBound..<end
    builder.end(at: end)
  }

  private mutating func takeValue(_ builder: inout OutlineBuilder) {
    let start = at
    let place = open[open.count - 1].count
    open[open.count - 1].count += 1
    var kind = Outline.Kind.item
    // An item has no name in the body, so its index is stored as an empty range in the label.
    var label = place..<place
    if open[open.count - 1].isObject {
      let key = string()
      (kind, label) = (.member, placed(key.lowerBound + 1..<key.upperBound - 1))
      while at < end, JSONByte.isSpace(bytes[at]) || bytes[at] == JSONByte.colon { at += 1 }
    }
    guard at < end else { return }
    let value = at
    if bytes[at] == JSONByte.openObject || bytes[at] == JSONByte.openArray {
      builder.begin(kind, placed(start..<value + 1), label: label, value: placed(value..<value + 1))
      return enter()
    }
    if bytes[at] == JSONByte.quote {
      _ = string()
    } else {
      while at < end, !JSONByte.endsWord(bytes[at]) { at += 1 }
    }
    builder.add(kind, placed(start..<at), label: label, value: placed(value..<at))
  }

  /// Skips a string, and returns its range including quotes.
  private mutating func string() -> Range<Int> {
    let start = at
    at += 1
    while at < end, bytes[at] != JSONByte.quote { at += bytes[at] == JSONByte.backslash ? 2 : 1 }
    at = min(end, at + 1)
    return start..<at
  }
}
