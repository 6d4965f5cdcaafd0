/// One step in how a shared value is written into the store; reading goes the steps backwards.
public enum ValueTransform: Hashable, Sendable {
  /// An encoding that makes repetitive values smaller. It hides nothing. Source: RFC 1952.
  case gzip
  /// An encoding into letters and digits. It hides nothing. Source: RFC 4648, section 4.
  case base64
  /// Encrypts and authenticates with AES-256-GCM. The key has 32 bytes, which the reference gives
  /// as 64 hexadecimal digits or as Base64.
  case aesGCM(key: SecretReference)

  /// The most steps a value takes.
  public static let most = 8

  /// Reads a step as it is written: `gzip`, `base64`, `aes-gcm=env:NAME`.
  ///
  /// - Throws: `invalidRequest` for any other; `compress` and RSA are refused with their reasons.
  public init(_ text: String) throws(Failure) {
    let parts = text.pieces(at: "=", maxSplits: 1)
    let word = parts[0].lowercased()
    switch (word, parts.count) {
    case ("gzip", 1): self = .gzip
    case ("base64", 1): self = .base64
    case ("aes-gcm", _):
      guard parts.count == 2, let key = SecretReference(parts[1]) else {
        throw Self.refused(
          text,
          why: "aes-gcm needs a reference to its key, so that the key stands nowhere in clear.",
          whatToDo: "Write aes-gcm=env:NAME, or file:, command: or keyring: in place of env:.")
      }
      self = .aesGCM(key: key)
    case ("compress", _):
      throw Self.refused(
        text, why: "compress is the LZW of old Unix systems; zlib does not write it.",
        whatToDo: "Use gzip, which makes values smaller than compress does.")
    case ("rsa", _):
      throw Self.refused(
        text,
        why: "RSA takes a few hundred bytes at most, and does not show whether they were changed.",
        whatToDo: "Use aes-gcm=REFERENCE: it seals any value and notices every change.")
    default:
      let nearest = NearestWord.nearest(to: word, in: ["gzip", "base64", "aes-gcm"])
      throw Self.refused(
        text, why: "The transforms are gzip, base64 and aes-gcm=REFERENCE.",
        whatToDo: nearest.map { "Did you mean \($0)?" } ?? "Choose one of these.")
    }
  }

  private static func refused(_ text: String, why: String, whatToDo: String) -> Failure {
    Failure(
      .invalidRequest, what: "\(text) is not a transform that Weir has.", why: why,
      whatToDo: whatToDo)
  }

  /// The key it needs, if any.
  public var key: SecretReference? { if case .aesGCM(let key) = self { key } else { nil } }

  /// True for those that hide the value.
  public var hides: Bool { key != nil }
}

extension ValueTransform: CustomStringConvertible {
  public var description: String {
    switch self {
    case .gzip: "gzip"
    case .base64: "base64"
    case .aesGCM(let key): "aes-gcm=\(key)"
    }
  }
}
