import ClientModel

/// A value that can be written as readable YAML. Fields are written in their order.
package indirect enum YAMLValue: Hashable, Sendable {
  case text(String)
  /// A scalar without quotes. An empty scalar is written as a missing value, which is null.
  case plain(String)
  case integer(Int)
  case number(Double)
  case boolean(Bool)
  case list([YAMLValue])
  case mapping([Field])

  package struct Field: Hashable, Sendable {
    package var key: String
    package var value: YAMLValue

    package init(_ key: String, _ value: YAMLValue) {
      self.key = key
      self.value = value
    }
  }

  /// The text of a document with this value, which ends with a line break.
  package var document: String {
    var writer = YAMLWriter()
    writer.write(self, column: 0, after: .line)
    return writer.output.ends(with: "\n") ? writer.output : writer.output + "\n"
  }
}
