/// The first syntax error of a JSON text.
package struct JSONFault: Hashable, Sendable {
  package enum Expected: Hashable, Sendable {
    case value, key, colon, commaOrCloseObject, commaOrCloseArray, keyOrCloseObject
    case valueOrCloseArray, digit, digitFractionOrEnd, hexDigit, escape, closingQuote, nothingMore
    /// The remaining letters of `true`, `false` or `null`.
    case word(String)
  }

  /// The offset in bytes, which is the length of the text if it ends too early.
  package let offset: Int
  package let place: TextPosition
  package let expected: Expected
  /// The byte at the offset, or nil at the end of the text.
  package let found: UInt8?

  /// The error as a sentence: "Line 3, column 7: expected a comma or `]`, found `2`."
  package var sentence: String {
    "Line \(place.line), column \(place.column): expected \(wanted), found \(finding)."
  }

  /// The expected token in words, such as "a comma or `]`". Characters of the text are in
  /// backticks.
  package var wanted: String {
    switch expected {
    case .value: "a value"
    case .key: "a key in double quotes"
    case .colon: "a colon"
    case .commaOrCloseObject: "a comma or `}`"
    case .commaOrCloseArray: "a comma or `]`"
    case .keyOrCloseObject: "a key in double quotes or `}`"
    case .valueOrCloseArray: "a value or `]`"
    case .digit: "a digit"
    case .digitFractionOrEnd: "a fraction, an exponent or the end of the number"
    case .hexDigit: "four hexadecimal digits"
    case .escape: "one of `\"\\/bfnrtu` after the backslash"
    case .closingQuote: "the closing quote (a line break or control character must be escaped)"
    case .nothingMore: "nothing more"
    case .word(let word): "`\(word)`"
    }
  }

  /// The found byte in words.
  package var finding: String {
    guard let found else { return "the end of the text" }
    switch found {
    case 0x0A, 0x0D: return "a line break"
    case 0x09: return "a tab"
    case 0x20: return "a space"
    case 0x60: return "a backtick"
    case 0x21..<0x7F: return "`\(UnicodeScalar(found))`"
    case 0x80...: return "a character outside ASCII"
    default: return "a control character"
    }
  }
}

/// A remark on JSON text that is valid but may cause problems.
package struct JSONRemark: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The text starts with a byte order mark (RFC 8259, section 8.1: must not be added).
    case byteOrderMark
    /// Half of a surrogate pair in `\u` escapes (RFC 8259, section 8.2).
    case loneSurrogate
    /// Bytes that are not UTF-8 (RFC 8259, section 8.1).
    case invalidUTF8
    /// A key that is repeated in the same object (RFC 8259, section 4), as raw text.
    case duplicateKey([UInt8])
  }

  package let kind: Kind
  package let offset: Int
  package let place: TextPosition
}
