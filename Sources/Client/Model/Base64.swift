import FoundationEssentials

/// Base64 with the standard alphabet and the URL-safe alphabet.
///
/// - Source: RFC 4648, sections 4 and 5.
package enum Base64 {
  package static func encode(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](Data(bytes).base64EncodedData())
  }

  /// Decodes text that `encode` produced. Returns nil for any other text, for example if padding is
  /// missing or an unused bit of the last letter is set.
  package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard let data = Data(base64Encoded: Data(text)) else { return nil }
    let bytes = [UInt8](data)
    return encode(bytes).elementsEqual(text) ? bytes : nil
  }

  /// The permitted ending of Base64 text from other programs.
  package enum Ending: Sendable {
    case padded
    /// The padding is missing, as in a JSON Web Token (RFC 7515, section 2).
    case unpadded
    /// The text may be truncated. Letters after the last complete group of four are ignored.
    case cut
  }

  /// Decodes text in either alphabet. Returns nil if the text is not Base64.
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
