import ClientModel

/// A reader of small JSON texts, which reads their tokens, or the parts of one array or object.
///
/// The grammar is not checked. The text was checked by `JSONValidator`, or was typed by the user
/// and may contain `{{templates}}` instead of values.
package struct JSONReader {
  /// An element of an array or a member of an object.
  package struct Part {
    /// The range of a member's name, including quotes, or nil for an element.
    package let name: Range<Int>?
    package let value: Range<Int>
    /// The range between the brackets or commas around the part.
    package let span: Range<Int>
  }

  package let bytes: ArraySlice<UInt8>
  /// The offset of the next byte to read.
  package var offset: Int

  package init(_ bytes: ArraySlice<UInt8>) { (self.bytes, offset) = (bytes, bytes.startIndex) }

  /// Reads the next token and returns its range, or nil at the end of the text.
  package mutating func token() -> Range<Int>? {
    let start = bytes.startIndex
    let token = bytes.withUnsafeBufferPointer { Self.token(in: $0, from: offset - start) }
    offset = token.map { start + $0.upperBound } ?? bytes.endIndex
    return token.map { start + $0.lowerBound..<start + $0.upperBound }
  }

  /// Returns the range of the first token at or after `offset`, or nil at the end of the text. A
  /// token is a bracket, a comma, a colon, a quoted string, a template or a word.
  package static func token(
    in bytes: UnsafeBufferPointer<UInt8>, from offset: Int
  ) -> Range<Int>? {
    var start = offset
    while start < bytes.count, JSONByte.isSpace(bytes[start]) { start += 1 }
    guard start < bytes.count else { return nil }
    var end = start + 1
    switch bytes[start] {
    case JSONByte.quote:
      while end < bytes.count, bytes[end] != JSONByte.quote {
        end += bytes[end] == JSONByte.backslash ? 2 : 1
      }
      end = min(end + 1, bytes.count)
    case JSONByte.openObject: end = templateEnd(start, bytes) ?? end
    case let byte where JSONByte.endsWord(byte): break
    default: while end < bytes.count, !JSONByte.endsWord(bytes[end]) { end += 1 }
    }
    return start..<end
  }

  private static func templateEnd(_ start: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard start + 1 < bytes.count, bytes[start + 1] == JSONByte.openObject else { return nil }
    let inner = bytes[(start + 2)...].prefix { !"{}\r\n".utf8.contains($0) }
    let text = String(decoding: bytes[start...].prefix(inner.count + 4), as: UTF8.self)
    return Template.isOnlyTemplates(text) ? start + inner.count + 4 : nil
  }

  /// Reads the next token if it is this bracket, comma or colon, and returns whether it was read.
  package mutating func take(_ byte: Unicode.Scalar) -> Bool {
    var ahead = self
    guard let token = ahead.token(), token.count == 1, bytes[token.lowerBound] == UInt8(ascii: byte)
    else { return false }
    self = ahead
    return true
  }

  /// Reads the next part of an array or object, and the comma after it. Returns nil at the closing
  /// bracket or if the text is not JSON.
  package mutating func part() -> Part? {
    let start = offset
    var depth = 0
    var name: Range<Int>?
    var value: Range<Int>?
    while let token = token() {
      let byte = token.count == 1 ? bytes[token.lowerBound] : 0
      let isClose = byte == JSONByte.closeArray || byte == JSONByte.closeObject
      if depth == 0, isClose || byte == JSONByte.comma {
        if isClose || value == nil { offset = token.lowerBound }
        return value.map { Part(name: name, value: $0, span: start..<token.lowerBound) }
      }
      if depth == 0, byte == JSONByte.colon, name == nil {
        (name, value) = (value, nil)
        continue
      }
      if isClose { depth -= 1 }
      if byte == JSONByte.openArray || byte == JSONByte.openObject { depth += 1 }
      value = (value?.lowerBound ?? token.lowerBound)..<token.upperBound
    }
    return nil
  }
}
