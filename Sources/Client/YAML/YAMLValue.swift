import ClientModel

/// A value to be written as YAML that a person would have written, in the order given.
package indirect enum YAMLValue: Hashable, Sendable {
  case text(String)
  /// A scalar as it is written without quotes. An empty one is a value that is not there: null.
  case plain(String)
  case integer(Int)
  case number(Double)
  case truth(Bool)
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

  /// The document, ending in a line end.
  package var document: String {
    var writer = YAMLWriter()
    writer.write(self, column: 0, after: .line)
    return writer.output.ends(with: "\n") ? writer.output : writer.output + "\n"
  }
}
