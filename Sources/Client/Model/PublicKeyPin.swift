/// The SHA-256 of a certificate's public key, written `sha256//BASE64`.
///
/// - Source: RFC 7469, section 2.4 (what is hashed); curl's notation.
public struct PublicKeyPin: Hashable, Sendable, CustomStringConvertible {
  /// Base64 of 32 bytes: 44 characters.
  public let base64: String

  /// Reads a pin as curl writes it: `sha256//` and the Base64 text of 32 bytes; nil for any other
  /// text.
  public init?(_ text: String) {
    let prefix = "sha256//"
    guard text.begins(with: prefix) else { return nil }
    let digest = text.dropping(bytes: prefix.utf8.count)
    guard digest.utf8.count == 44, digest.last == "=",
      digest.dropLast().utf8.allSatisfy(Self.isBase64)
    else { return nil }
    base64 = String(digest)
  }

  public var description: String { "sha256//\(base64)" }

  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
      true
    default: false
    }
  }
}
