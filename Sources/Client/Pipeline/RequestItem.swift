import ClientModel

/// One HTTPie item taken apart: what it is by its separator, its key with escapes marked, its value.
package struct RequestItem {
  package enum Separator: String, CaseIterable {
    case jsonFile = ":=@"
    case dataFile = "=@"
    case queryFile = "==@"
    case headerFile = ":@"
    case json = ":="
    case query = "=="
    case data = "="
    case emptyHeader = ";"
    case header = ":"
    case upload = "@"

    /// Longest first, so that `:=@` is not read as `:`.
    static let byLength = allCases.sorted { $0.rawValue.count > $1.rawValue.count }
  }

  struct KeyCharacter {
    let character: Character
    let isEscaped: Bool
  }

  package let separator: Separator
  let key: [KeyCharacter]
  package let value: String
  /// Whether a backslash hides a colon in the value: what begins like a reference is none then.
  package let isLiteral: Bool

  package var name: String { String(key.map(\.character)) }

  /// Nil when no separator stands in the text. The first one decides; a backslash hides one.
  package init?(_ text: String) {
    var key: [KeyCharacter] = []
    var rest = text[...]
    while let character = rest.first {
      if character == "\\", let next = rest.dropFirst().first, ":=@;[]\\".contains(next) {
        key.append(KeyCharacter(character: next, isEscaped: true))
        rest = rest.dropFirst(2)
        continue
      }
      if let separator = Self.separator(at: rest) {
        self.separator = separator
        self.key = key
        let written = rest.dropFirst(separator.rawValue.count)
        value = Self.unescaped(written)
        isLiteral = SecretReference(value) != nil && SecretReference(written) == nil
        return
      }
      key.append(KeyCharacter(character: character, isEscaped: false))
      rest = rest.dropFirst()
    }
    return nil
  }

  private static func separator(at text: Substring) -> Separator? {
    Separator.byLength.first { separator in
      text.hasPrefix(separator.rawValue) && (separator != .emptyHeader || text.count == 1)
    }
  }

  /// In a value a backslash is itself, but for one before a separator.
  private static func unescaped(_ text: Substring) -> String {
    var result = ""
    var rest = text
    while let character = rest.popFirst() {
      if character == "\\", let next = rest.first, ":=@;".contains(next) {
        result.append(next)
        rest = rest.dropFirst()
      } else {
        result.append(character)
      }
    }
    return result
  }
}
