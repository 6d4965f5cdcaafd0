/// A position in a file, with one-based line and column.
package struct YAMLPosition: Hashable, Sendable, CustomStringConvertible {
  package let file: String
  package let line: Int
  package let column: Int

  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  package var description: String { "\(file):\(line):\(column)" }
}

/// A parsed YAML value and its position. Aliases are already resolved.
package struct YAMLNode: Hashable, Sendable {
  package indirect enum Kind: Hashable, Sendable {
    case null
    /// An unquoted scalar, which may be a number or a Boolean.
    case plain(String)
    /// A quoted scalar or a block scalar, which is always a string.
    case text(String)
    case list([YAMLNode])
    case mapping([Field])
  }

  package struct Field: Hashable, Sendable {
    package let key: String
    package let place: YAMLPosition
    package let value: YAMLNode

    package init(key: String, place: YAMLPosition, value: YAMLNode) {
      self.key = key
      self.place = place
      self.value = value
    }
  }

  package let kind: Kind
  package let place: YAMLPosition

  package init(kind: Kind, place: YAMLPosition) {
    self.kind = kind
    self.place = place
  }
}
