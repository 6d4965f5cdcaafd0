import ClientModel

/// A token of a GraphQL document.
package struct GraphQLToken: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case name, number, string, comment
    /// A bracket, `$`, `:` or another mark. The three dots of a spread are one mark.
    case mark
    /// A template such as `{{name}}`, which may replace any name or value.
    case template
    /// A string without its closing quotes.
    case openString
    /// A character that no token contains.
    case unknown
  }

  package let kind: Kind
  /// The byte range of the token in the document.
  package let range: Range<Int>
}

/// The lexer of GraphQL documents. Every byte that is not white space or a comma is part of exactly
/// one token.
///
/// - Source: GraphQL specification (September 2025), section 2.1.
package struct GraphQLLexer {
  let bytes: [UInt8]
  private(set) var offset = 0

  package init(_ text: String) { bytes = Array(text.utf8) }

  /// Returns the next token, which may be a comment, or nil at the end of the document.
  package mutating func next() -> GraphQLToken? {
    // A byte order mark is white space.
    while offset < bytes.count, " \t\r\n,\u{FEFF}".utf8.contains(bytes[offset]) { offset += 1 }
    guard offset < bytes.count else { return nil }
    let start = offset
    let kind = kind(of: bytes[start])
    return GraphQLToken(kind: kind, range: start..<offset)
  }

  /// Reads a token and returns its kind.
  private mutating func kind(of first: UInt8) -> GraphQLToken.Kind {
    offset += 1
    switch first {
    case UInt8(ascii: "#"):
      while offset < bytes.count, bytes[offset] != 0x0A, bytes[offset] != 0x0D { offset += 1 }
      return .comment
    case UInt8(ascii: "{"):
      guard let end = templateEnd else { return .mark }
      offset = end
      return .template
    case UInt8(ascii: "."):
      guard bytes[offset...].starts(with: "..".utf8) else { return .unknown }
      offset += 2
      return .mark
    case let byte where "!$&()}:=@[]|".utf8.contains(byte): return .mark
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "-"), 0x30...0x39:
      while offset < bytes.count, Self.isNumberByte(bytes[offset]) { offset += 1 }
      return .number
    case let byte where Self.isNameByte(byte):
      while offset < bytes.count, Self.isNameByte(bytes[offset]) { offset += 1 }
      return .name
    default:
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      return .unknown
    }
  }

  /// The end of the template that starts at the brace read last, or nil if no template starts
  /// there.
  private var templateEnd: Int? {
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: "{") else { return nil }
    let inner = bytes[(offset + 1)...].prefix { Template.isNameByte($0) || $0 == 0x20 }
    let text = String(decoding: bytes[(offset - 1)...].prefix(inner.count + 4), as: UTF8.self)
    return Template.isOnlyTemplates(text) ? offset + inner.count + 3 : nil
  }

  private mutating func string() -> GraphQLToken.Kind {
    let quote = UInt8(ascii: "\"")
    guard bytes[offset...].starts(with: "\"\"".utf8) else {
      while offset < bytes.count, bytes[offset] != 0x0A, bytes[offset] != 0x0D {
        defer { offset += 1 }
        if bytes[offset] == quote { return .string }
        if bytes[offset] == UInt8(ascii: "\\"), offset + 1 < bytes.count { offset += 1 }
      }
      return .openString
    }
    offset += 2
    while offset < bytes.count {
      if bytes[offset...].starts(with: "\\\"\"\"".utf8) {
        offset += 4
      } else if bytes[offset...].starts(with: "\"\"\"".utf8) {
        offset += 3
        return .string
      } else {
        offset += 1
      }
    }
    return .openString
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
    default: false
    }
  }

  private static func isNumberByte(_ byte: UInt8) -> Bool {
    isNameByte(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: "-")
  }
}
