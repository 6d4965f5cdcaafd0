/// A formatter of JSON text in chunks, with one value per line and indentation.
///
/// Only white space is changed: numbers, escapes, order and invalid text stay the same. The
/// formatter needs one bit of memory per open container.
///
/// The contents of containers deeper than `deepest` are on one line, because with indentation at
/// every level, the result for n brackets would have n² bytes.
package struct JSONLayout: Sendable {
  /// A function that receives the chunks of the result and their kinds. A long string may be
  /// several chunks.
  package typealias Sink = (JSONToken, ArraySlice<UInt8>) -> Void

  /// The deepest level whose members are on separate lines.
  package static let deepest = 64

  private enum Inside: Sendable {
    case nothing
    case string(JSONToken, isEscaped: Bool)
    case word(JSONToken)
  }

  private let indent: Int
  private var nesting = Nesting()
  private var inside = Inside.nothing
  private var last = Last.start

  private enum Last: Sendable { case start, open, comma, colon, value }

  /// Creates a formatter.
  ///
  /// - Parameter indent: The number of spaces per level.
  package init(indent: Int = 2) { self.indent = indent }

  /// Formats a complete text, without a line break at the end.
  package static func text(_ bytes: [UInt8], indent: Int = 2) -> [UInt8] {
    var layout = JSONLayout(indent: indent)
    var result: [UInt8] = []
    layout.feed(bytes[...]) { _, piece in result.append(contentsOf: piece) }
    return result
  }

  /// Formats a complete text. Returns nil if the result is longer than `longest` bytes.
  package static func text(_ bytes: [UInt8], longest: Int) -> [UInt8]? {
    var layout = JSONLayout()
    var result: [UInt8] = []
    var isTooLong = false
    layout.feed(bytes[...]) { _, piece in
      isTooLong = isTooLong || result.count + piece.count > longest
      if !isTooLong { result.append(contentsOf: piece) }
    }
    return isTooLong ? nil : result
  }

  /// Formats the next chunk of the text and passes the result to `sink`.
  package mutating func feed(_ bytes: ArraySlice<UInt8>, into sink: Sink) {
    var at = bytes.startIndex
    while at < bytes.endIndex {
      switch inside {
      case .nothing: start(bytes, &at, sink)
      case .string(let token, let isEscaped): goOn(token, isEscaped, bytes, &at, sink)
      case .word(let token):
        let end = bytes[at...].firstIndex(where: JSONByte.endsWord) ?? bytes.endIndex
        if end > at { sink(token, bytes[at..<end]) }
        if end < bytes.endIndex { inside = .nothing }
        at = end
      }
    }
  }

  private mutating func start(_ bytes: ArraySlice<UInt8>, _ at: inout Int, _ sink: Sink) {
    let byte = bytes[at]
    switch byte {
    case _ where JSONByte.isSpace(byte): at += 1
    case JSONByte.openObject, JSONByte.openArray:
      separate(sink)
      sink(.punctuation, bytes[at...at])
      nesting.push(byte == JSONByte.openObject ? .object : .array)
      last = .open
      at += 1
    case JSONByte.closeObject, JSONByte.closeArray:
      let isCompact = isCompact
      nesting.pop()
      if last != .open, !isCompact { sink(.space, line()) }
      sink(.punctuation, bytes[at...at])
      last = .value
      at += 1
    case JSONByte.comma, JSONByte.colon:
      if last == .open { breakLine(sink) }
      sink(.punctuation, bytes[at...at])
      last = byte == JSONByte.comma ? .comma : .colon
      at += 1
    case JSONByte.quote:
      let isKey = nesting.isObject == true && (last == .open || last == .comma)
      separate(sink)
      inside = .string(isKey ? .key : .string, isEscaped: false)
      sink(isKey ? .key : .string, bytes[at...at])
      last = .value
      at += 1
    default:
      separate(sink)
      inside = .word(Self.token(startingWith: byte))
      last = .value
    }
  }

  private mutating func goOn(
    _ token: JSONToken, _ isEscaped: Bool, _ bytes: ArraySlice<UInt8>, _ at: inout Int, _ sink: Sink
  ) {
    var isEscaped = isEscaped
    var end = at
    while end < bytes.endIndex {
      let byte = bytes[end]
      end += 1
      if isEscaped {
        isEscaped = false
      } else if byte == JSONByte.backslash {
        isEscaped = true
      } else if byte == JSONByte.quote {
        sink(token, bytes[at..<end])
        inside = .nothing
        at = end
        return
      }
    }
    sink(token, bytes[at..<end])
    inside = .string(token, isEscaped: isEscaped)
    at = end
  }

  /// Writes the white space before a value, depending on the preceding comma, colon or bracket.
  private func separate(_ sink: Sink) {
    switch last {
    case .start: break
    case .open, .comma: breakLine(sink)
    case .colon: if !isCompact { sink(.space, [0x20]) }
    // Two values without a comma between them are roots of JSON Lines, or an error that must stay
    // visible.
    case .value: sink(.space, nesting.depth == 0 ? [JSONByte.newline] : [0x20])
    }
  }

  /// Whether the innermost container is written on one line.
  private var isCompact: Bool { nesting.depth > Self.deepest }

  private func breakLine(_ sink: Sink) { if !isCompact { sink(.space, line()) } }

  private func line() -> ArraySlice<UInt8> {
    var text: [UInt8] = [JSONByte.newline]
    let depth = min(nesting.depth, Self.deepest)
    text.append(contentsOf: repeatElement(0x20, count: depth * indent))
    return text[...]
  }

  private static func token(startingWith byte: UInt8) -> JSONToken {
    switch byte {
    case UInt8(ascii: "-"), 0x30...0x39: .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
    case UInt8(ascii: "n"): .null
    default: .unknown
    }
  }
}
