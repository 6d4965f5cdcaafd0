import FoundationEssentials

/// Base64 with its usual letters, and with those for URLs.
///
/// - Source: RFC 4648, sections 4 and 5.
package enum Base64 {
  package static func encode(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](Data(bytes).base64EncodedData())
  }

  /// Nil unless the text is what `encode` makes of these bytes: no other letter, no padding left out, no
  /// bit set behind the last byte.
  package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard let data = Data(base64Encoded: Data(text)) else { return nil }
    let bytes = [UInt8](data)
    return encode(bytes).elementsEqual(text) ? bytes : nil
  }

  /// What stands behind the letters of a text that Weir did not write.
  package enum Ending: Sendable {
    case padded
    /// As in the parts of a JSON Web Token (RFC 7515, section 2).
    case unpadded
    /// The beginning of a longer text: letters behind the last complete group of four are not read.
    case cut
  }

  /// Reads either alphabet. Nil when the letters are not base64.
  package static func decode(_ letters: some Collection<UInt8>, ending: Ending) -> [UInt8]? {
    var text = letters.map { letter in
      switch letter {
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: letter
      }
    }
    switch ending {
    case .padded: break
    case .unpadded: text += repeatElement(UInt8(ascii: "="), count: (4 - text.count % 4) % 4)
    case .cut: text.removeLast(text.count % 4)
    }
    return Data(base64Encoded: Data(text)).map { [UInt8]($0) }
  }
}
