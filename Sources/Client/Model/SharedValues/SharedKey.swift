/// The name of a shared value. It has up to 200 bytes of UTF-8, and contains no white space or
/// invisible characters.
public struct SharedKey: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The maximum length in bytes.
  public static let longest = 200

  /// The text of the key.
  public let name: String

  /// Creates a key. Returns nil if the text is not a valid key.
  public init?(_ name: some StringProtocol) {
    guard !name.isEmpty, name.utf8.count <= Self.longest else { return nil }
    for scalar in name.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate,
        .privateUse, .unassigned:
        return nil
      default: continue
      }
    }
    self.name = String(name)
  }

  public var description: String { name }

  public static func < (left: SharedKey, right: SharedKey) -> Bool { left.name < right.name }
}

extension SharedKey {
  /// Whether the name marks the value as a credential.
  package var namesCredential: Bool { CredentialNames.standard.contains(name, in: .field) }
}
