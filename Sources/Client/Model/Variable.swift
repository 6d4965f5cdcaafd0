/// A row of the variables table: a name with its value, its source and the sources that it
/// overrides.
package struct Variable: Hashable, Sendable {
  package let name: String
  /// The value with secrets masked by dots, or nil if there is no usable value.
  package let text: String?
  /// The reason why there is no usable value.
  package let fault: VariableFault?
  /// Whether the value is secret or contains a secret.
  package let isSecret: Bool
  package let source: VariableSource
  /// The sources whose values are overridden, in order of decreasing precedence.
  package let overridden: [VariableSource]

  /// The value, or the reason why there is none.
  package var shown: String { text ?? fault?.why ?? "" }
}

extension Environment {
  /// Returns the value of a name as its source defines it, with templates and references
  /// unresolved. Returns nil for a literal secret.
  package func written(_ name: String) -> String? {
    composed[name]
      ?? values[name].flatMap { value in
        value.plain ?? (value.parts.count == 1 ? value.references.first?.description : nil)
      }
  }

  /// Returns all variables sorted by name, without data.
  ///
  /// - Parameter names: The names of credentials. Their values are masked, also within other
  ///   values.
  package func variables(hiding names: CredentialNames) -> [Variable] {
    var shown = self
    for (name, value) in values where names.contains(name, in: .field) {
      shown.values[name] = value.sealed()
    }
    return Set(sources.keys).union(values.keys).sorted().map { name in
      var (value, fault): (SensitiveText?, VariableFault?)
      do throws(VariableFault) { value = try shown.value(of: name) } catch { fault = error }
      if names.contains(name, in: .field), value?.references == [], value?.isEmpty == false {
        value = SensitiveText.secret(Secret.mask)
      }
      return Variable(
        name: name, text: value?.masked, fault: fault,
        isSecret: value?.isSecret ?? (withheld[name] != nil),
        source: sources[name]?.first ?? .shared, overridden: Array(sources[name]?.dropFirst() ?? [])
      )
    }
  }
}
