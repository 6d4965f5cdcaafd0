import CJSONScan

/// A property of a key or value because of which programs interpret it in different ways.
///
/// - Source: RFC 8259, sections 4 (equal names), 6 (numbers beyond a double), 8.1 and 8.2 (text
///   that is not Unicode).
package enum Oddity: Hashable, Sendable, CaseIterable {
  /// Two members of the same object have this key.
  case equalKeys
  /// The number changes when it is read as a double and written again.
  case rounded
  /// The number is larger than the largest double.
  case beyondDouble
  /// Zero with a minus sign, which most programs drop.
  case negativeZero
  /// A surrogate without the other half of the pair.
  case loneSurrogate
  /// A backslash before a character that is not a JSON escape.
  case badEscape
  /// Bytes that are not UTF-8.
  case brokenText
  /// A control byte that should be escaped.
  case bareControl

  /// Returns the oddity of a number, or nil if there is none.
  ///
  /// For speed, a number of at most 15 characters is converted only if it has an exponent or begins
  /// with `-0`.
  package static func of(number text: some Collection<UInt8>, isCut: Bool = false) -> Oddity? {
    let isNegative = text.first == UInt8(ascii: "-")
    let start = isNegative ? text.dropFirst() : text[...]
    let mayBeZero = isNegative && start.first == UInt8(ascii: "0")
    if text.count <= 15, !mayBeZero, !text.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
      return nil
    }
    if mayBeZero, !isCut {
      let digits = start.prefix { $0 | 0x20 != UInt8(ascii: "e") }
      let isZero = digits.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
      if isZero { return .negativeZero }
    }
    // A number that is cut has more digits than a double can store.
    if isCut { return .rounded }
    guard let double = Double(String(decoding: text, as: UTF8.self)) else { return nil }
    if double.isInfinite { return .beyondDouble }
    return DecimalText(text) == DecimalText(Array(double.description.utf8)) ? nil : .rounded
  }

  /// Returns the oddities of a key or string, given without its quotes.
  ///
  /// Plain ASCII is scanned in one pass at the speed of memory.
  ///
  /// - Parameter isCut: Whether the text was cut, so that an incomplete escape or character at the
  ///   end is not an oddity.
  package static func of(string raw: ArraySlice<UInt8>, isCut: Bool = false) -> [Oddity] {
    let plain = raw.withUnsafeBufferPointer { cjs_plain($0.baseAddress, $0.count) }
    guard plain < raw.count else { return [] }
    var found: [Oddity] = []
    func note(_ oddity: Oddity) { if !found.contains(oddity) { found.append(oddity) } }
    var rest = raw.dropFirst(plain)
    var isASCII = true
    while let byte = rest.popFirst() {
      if byte == JSONByte.backslash {
        guard let letter = rest.popFirst() else { break }
        if letter == UInt8(ascii: "u") {
          if rest.count < 4, isCut { break }
          if let oddity = takeUnit(&rest, isCut) { note(oddity) }
        } else if !"\"\\/bfnrt".utf8.contains(letter) {
          note(.badEscape)
        }
      } else if byte < 0x20 {
        note(.bareControl)
      } else if byte >= 0x80 {
        isASCII = false
      }
    }
    if !isASCII {
      let text = isCut ? UTF8Cut.complete(Array(raw)) : Array(raw)
      if String(validating: text, as: UTF8.self) == nil { note(.brokenText) }
    }
    return found
  }

  /// Reads the digits after `\u`, and the second half of a surrogate pair if it follows. Returns
  /// the oddity of the escape, or nil if there is none.
  private static func takeUnit(_ rest: inout ArraySlice<UInt8>, _ isCut: Bool) -> Oddity? {
    guard let first = unit(rest) else { return .badEscape }
    rest = rest.dropFirst(4)
    switch first {
    case 0xDC00...0xDFFF: return .loneSurrogate
    case 0xD800...0xDBFF:
      if isCut, rest.count < 6, rest.isEmpty || rest.first == JSONByte.backslash { return nil }
      let pair = rest.dropFirst(2)
      guard rest.starts(with: [JSONByte.backslash, UInt8(ascii: "u")]),
        let second = unit(pair), (0xDC00...0xDFFF).contains(second)
      else { return .loneSurrogate }
      rest = pair.dropFirst(4)
      return nil
    default: return nil
    }
  }

  private static func unit(_ rest: ArraySlice<UInt8>) -> UInt32? {
    guard rest.count >= 4 else { return nil }
    var value: UInt32 = 0
    for byte in rest.prefix(4) {
      guard let digit = JSONByte.hex(byte) else { return nil }
      value = value << 4 | digit
    }
    return value
  }
}

extension JSONChild {
  /// The oddities in the previews of the key and value, except repeated keys, which
  /// `FoldedRows.repeatedKeys` finds. Text after a preview is not checked.
  package var oddities: [Oddity] {
    var found: [Oddity] = []
    switch node.kind {
    case .number: if let oddity = Oddity.of(number: preview, isCut: isCut) { found = [oddity] }
    case .string:
      var text = preview.dropFirst()
      if !isCut, text.last == JSONByte.quote { text.removeLast() }
      found = Oddity.of(string: text, isCut: isCut)
    default: break
    }
    if let key { found += Oddity.of(string: key[...], isCut: isKeyCut) }
    return found
  }
}
