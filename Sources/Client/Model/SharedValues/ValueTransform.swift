/// A transform that is applied to a shared value when it is stored. Reading reverses the
/// transforms, starting with the last one.
public enum ValueTransform: Hashable, Sendable {
  /// Compresses the value. This does not hide the value. Source: RFC 1952.
  case gzip
  /// Encodes the value as letters and digits. This does not hide the value. Source: RFC 4648,
  /// section 4.
  case base64
  /// Encrypts and authenticates the value with AES-256-GCM. The reference is to the 32-byte key,
  /// written as 64 hexadecimal digits or Base64.
  case aesGCM(key: SecretReference)
  /// Encrypts the value with the user's own program. Weir passes the argument `seal` to store a
  /// value and `open` to read it. The program reads the bytes from standard input, and writes the
  /// replacement to standard output.
  case program([String])

  /// The maximum number of transforms for a value.
  public static let most = 8

  /// Parses a transform: `gzip`, `base64`, `aes-gcm=env:NAME` or `program=PATH`.
  ///
  /// - Throws: `invalidRequest` for any other text. `compress` and RSA have their own messages.
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
          why:
            "aes-gcm needs a reference to its key, so that the key is never stored in plain text.",
          whatToDo: "Write aes-gcm=env:NAME, or file:, command: or keyring: in place of env:.")
      }
      self = .aesGCM(key: key)
    case ("program", _):
      let arguments = parts.count == 2 ? parts[1].words(at: " ").map(String.init) : []
      guard let path = arguments.first, !path.contains(byte: "/") || path.begins(with: "/") else {
        throw Self.refused(
          text,
          why: "A value can be read in any folder, so the full path of its program is needed.",
          whatToDo: "Write program=/full/path, or the name of a program in a folder of PATH.")
      }
      self = .program(arguments)
    case ("compress", _):
      throw Self.refused(
        text, why: "compress is the LZW format of old Unix systems, which zlib does not write.",
        whatToDo: "Use gzip, which makes values smaller than compress does.")
    case ("rsa", _):
      throw Self.refused(
        text,
        why: "RSA encrypts a few hundred bytes at most, and does not detect changes.",
        whatToDo: "Use aes-gcm=REFERENCE: it encrypts any value and detects every change.")
    default:
      let nearest = NearestWord.nearest(to: word, in: ["gzip", "base64", "aes-gcm", "program"])
      throw Self.refused(
        text, why: "The transforms are gzip, base64, aes-gcm=REFERENCE and program=PATH.",
        whatToDo: nearest.map { "Did you mean \($0)?" } ?? "Choose one of these.")
    }
  }

  private static func refused(_ text: String, why: String, whatToDo: String) -> Failure {
    Failure(
      .invalidRequest, what: "\(text) is not a transform.", why: why,
      whatToDo: whatToDo)
  }

  /// The reference to the key. Nil if the transform needs no key.
  public var key: SecretReference? { if case .aesGCM(let key) = self { key } else { nil } }

  /// Whether the transform hides the value.
  public var hides: Bool {
    switch self {
    case .gzip, .base64: false
    case .aesGCM, .program: true
    }
  }
}

extension ValueTransform: CustomStringConvertible {
  public var description: String {
    switch self {
    case .gzip: "gzip"
    case .base64: "base64"
    case .aesGCM(let key): "aes-gcm=\(key)"
    case .program(let arguments): "program=\(arguments.joined(separator: " "))"
    }
  }
}
