/// The SHA-256 hash of a server's public key, written as `sha256//BASE64`.
///
/// - Source: RFC 7469, section 2.4 (the hashed data); curl's notation.
public struct PublicKeyPin: Hashable, Sendable, CustomStringConvertible {
  /// The Base64 text of the 32 bytes, 44 characters long.
  public let base64: String

  /// Parses a pin: `sha256//` as in curl, or `sha256/` as in most other programs, and then 32 bytes
  /// in Base64. Returns nil for any other text.
  public init?(_ text: String) {
    guard text.begins(with: Self.prefix) else { return nil }
    let rest = text.dropping(bytes: Self.prefix.utf8.count)
    // Base64 may begin with a slash. The length shows whether the second slash is part of the
    // Base64 text.
    let digest = rest.utf8.count == 45 && rest.begins(with: "/") ? rest.dropping(bytes: 1) : rest
    guard digest.utf8.count == 44, digest.last == "=",
      digest.dropLast().utf8.allSatisfy(Self.isBase64)
    else { return nil }
    base64 = String(digest)
  }

  public var description: String { "sha256//\(base64)" }

  /// Returns whether the text begins like a pin, even if the pin is invalid. Such text is never
  /// treated as a file path.
  package static func isWritten(in text: String) -> Bool { text.begins(with: prefix) }

  private static let prefix = "sha256/"

  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
      true
    default: false
    }
  }
}
