import ClientModel

/// A parsed HTTPie item: its separator, key and value. The separator determines the kind. Escapes
/// in the key are marked.
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

    /// Longer separators come first, so that `:=@` is not read as `:`.
    static let byLength = allCases.sorted { $0.rawValue.utf8.count > $1.rawValue.utf8.count }
  }

  /// A scalar of a key. A separator before a combining mark is still a separator.
  struct KeyScalar {
    let scalar: Unicode.Scalar
    let isEscaped: Bool
  }

  package let separator: Separator
  let key: [KeyScalar]
  package let value: String
  /// Whether an escaped colon makes a value literal that looks like a secret reference.
  package let isLiteral: Bool

  package var name: String { key.text }

  /// Parses an item at its first separator. A backslash escapes a separator. Returns nil if the
  /// text has no separator.
  package init?(_ text: String) {
    var key: [KeyScalar] = []
    var rest = text[...]
    while let scalar = rest.unicodeScalars.first {
      if scalar == "\\", let next = rest.unicodeScalars.dropFirst().first,
        ":=@;[]\\".unicodeScalars.contains(next)
      {
        key.append(KeyScalar(scalar: next, isEscaped: true))
        rest = rest.dropping(bytes: 2)
        continue
      }
      if let separator = Self.separator(at: rest) {
        self.separator = separator
        self.key = key
        let written = rest.dropping(bytes: separator.rawValue.utf8.count)
        value = Self.unescaped(written)
        isLiteral = SecretReference(value) != nil && SecretReference(written) == nil
        return
      }
      key.append(KeyScalar(scalar: scalar, isEscaped: false))
      rest = rest.dropping(bytes: UTF8.width(scalar))
    }
    return nil
  }

  private static func separator(at text: Substring) -> Separator? {
    Separator.byLength.first { separator in
      text.begins(with: separator.rawValue)
        && (separator != .emptyHeader || text.utf8.count == 1)
    }
  }

  /// Removes the escapes of a value. A backslash is literal unless a character of a separator
  /// follows.
  private static func unescaped(_ text: Substring) -> String {
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars
    while let scalar = rest.popFirst() {
      if scalar == "\\", let next = rest.first, ":=@;".unicodeScalars.contains(next) {
        result.append(next)
        rest = rest.dropFirst()
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}

extension Collection where Element == RequestItem.KeyScalar {
  var text: String { String(String.UnicodeScalarView(map(\.scalar))) }
}
