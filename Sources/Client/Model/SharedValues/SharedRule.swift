/// How the values of one key are stored. A stored value records the rule with which it was written.
public struct SharedRule: Hashable, Sendable {
  /// Whether the value is sealed.
  public enum Secrecy: UInt8, Hashable, Sendable, CaseIterable {
    /// Stored in clear, apart from the transforms.
    case open
    /// Sealed in the store with its own key, in addition to the transforms.
    case secret
  }

  /// In the order of writing.
  public var transforms: [ValueTransform]
  /// Whether the value is sealed.
  public var secrecy: Secrecy

  /// Creates a rule; by default the value is stored as it is.
  public init(_ transforms: [ValueTransform] = [], secrecy: Secrecy = .open) {
    self.transforms = transforms
    self.secrecy = secrecy
  }

  /// The rule of a new key: secret if it has the name of a credential, else plain.
  package static func standard(for key: SharedKey) -> SharedRule {
    SharedRule(secrecy: key.namesCredential ? .secret : .open)
  }

  /// True when the value is shown only on request.
  public var isSecret: Bool { secrecy == .secret || transforms.contains(where: \.hides) }
}

extension SharedRule: CustomStringConvertible {
  /// `secret, gzip, aes-gcm=env:KEY`; empty for the plain rule.
  public var description: String {
    ((secrecy == .secret ? ["secret"] : []) + transforms.map(\.description))
      .joined(separator: ", ")
  }

  /// The same, with a word where there is nothing to say: `plain`.
  public var words: String { description.isEmpty ? "plain" : description }

  /// - Throws: `invalidRequest`, which names all words of a rule where this is none of them.
  private static func transform(_ word: String) throws(Failure) -> ValueTransform {
    let name = word.prefix(whileByte: { $0 != UInt8(ascii: "=") }).lowercased()
    // Those that are refused have reasons of their own.
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

  /// The words that `init(words:)` reads.
  package static let vocabulary = "plain, secret, gzip, base64, aes-gcm=env:NAME, program=PATH"

  /// Reads what `description` and `words` write, with commas between.
  ///
  /// - Throws: `invalidRequest` for a word that is none.
  public init(words text: String) throws(Failure) {
    self.init()
    // A reference may hold blanks (`command:pass show api`), so commas part and blanks do not.
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
