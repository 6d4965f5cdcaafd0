/// The rule for storing the value of a key. The rule is stored together with the value.
public struct SharedRule: Hashable, Sendable {
  /// Whether the store seals the value.
  public enum Secrecy: UInt8, Hashable, Sendable, CaseIterable {
    /// The value is stored unsealed. Only the transforms apply.
    case open
    /// The store seals the value with the store's key, in addition to the transforms.
    case secret
  }

  /// The transforms, in the order in which writing applies them.
  public var transforms: [ValueTransform]
  /// Whether the store seals the value.
  public var secrecy: Secrecy

  /// Creates a rule. By default, the value is stored unchanged.
  public init(_ transforms: [ValueTransform] = [], secrecy: Secrecy = .open) {
    self.transforms = transforms
    self.secrecy = secrecy
  }

  /// Returns the rule for a new key. The value is secret if the name marks a credential.
  package static func standard(for key: SharedKey) -> SharedRule {
    SharedRule(secrecy: key.namesCredential ? .secret : .open)
  }

  /// The program that encrypts the value, with its arguments, or nil. The program is always the
  /// first transform.
  package var program: [String]? {
    if case .program(let arguments) = transforms.first { arguments } else { nil }
  }

  /// Whether the value is displayed only on request.
  public var isSecret: Bool { secrecy == .secret || transforms.contains(where: \.hides) }
}

extension SharedRule: CustomStringConvertible {
  /// The rule as text, such as `secret, gzip, aes-gcm=env:KEY`. The plain rule is empty.
  public var description: String {
    ((secrecy == .secret ? ["secret"] : []) + transforms.map(\.description))
      .joined(separator: ", ")
  }

  /// The rule as text. The plain rule is `plain`.
  public var text: String { description.isEmpty ? "plain" : description }

  /// Parses one word of a rule.
  ///
  /// - Throws: `invalidRequest` if the word is unknown. The message lists all words.
  private static func transform(_ word: String) throws(Failure) -> ValueTransform {
    let name = word.prefix(whileByte: { $0 != UInt8(ascii: "=") }).lowercased()
    // The rejected words `compress` and `rsa` have their own messages.
    if ["gzip", "base64", "aes-gcm", "program", "compress", "rsa"].contains(name) {
      return try ValueTransform(word)
    }
    let nearest = NearestWord.nearest(
      to: name, in: ["plain", "secret", "gzip", "base64", "aes-gcm", "program"])
    throw Failure(
      .invalidRequest, what: "`\(word)` is not a way to store a value.",
      why: "The ways are: \(vocabulary).",
      whatToDo: nearest.map { "Did you mean \($0)?" } ?? "Choose one or several of these.")
  }

  /// The words that `init(words:)` accepts.
  package static let vocabulary = "plain, secret, gzip, base64, aes-gcm=env:NAME, program=PATH"

  /// Parses the text of `description` or `text`, in which commas separate the words.
  ///
  /// - Throws: `invalidRequest` for an unknown word.
  public init(words text: String) throws(Failure) {
    self.init()
    // Spaces do not separate words, because a reference may contain them (`command:pass show api`).
    for part in text.words(at: ",") {
      let word = String(part.trimmed(of: " "))
      if word.isEmpty || word == "plain" { continue }
      if word == "secret" {
        secrecy = .secret
      } else {
        transforms.append(try Self.transform(word))
      }
    }
  }
}
