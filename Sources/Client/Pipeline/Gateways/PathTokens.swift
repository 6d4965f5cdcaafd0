package import ClientModel

/// The import of paths with free tokens such as `$0`, from older clients. The tokens become path
/// variables.
package enum PathTokens {
  /// Returns the path with tokens replaced by `{name}`, and the variables with defaults. An empty
  /// default removes the variable's segment.
  ///
  /// Longer tokens are replaced first, so that `$1` does not match in `$10`. A token matches only
  /// within a segment. A value for the old token name still fills the variable.
  package static func imported(
    _ path: String, tokens: [(token: String, standard: String)]
  ) -> (path: String, variables: [PathVariableRule]) {
    var variables: [PathVariableRule] = []
    for (token, standard) in tokens where !token.isEmpty && !token.contains(byte: "/") {
      let word = String(
        decoding: token.utf8.filter { Template.isNameByte($0) && $0 != UInt8(ascii: ".") },
        as: UTF8.self)
      var name = word.isEmpty ? "token" : word
      while variables.contains(where: { $0.name == name }) { name += "_" }
      variables.append(
        PathVariableRule(
          name, alias: token == name ? nil : token,
          absence: standard.isEmpty ? .dropped : .filled(standard)))
    }
    let byLength = variables.sorted {
      ($0.alias ?? $0.name).utf8.count > ($1.alias ?? $1.name).utf8.count
    }
    let segments = path.pieces(at: "/")
      .map { replaced($0, byLength) }
    return (segments.joined(separator: "/"), variables)
  }

  private static func replaced(_ segment: Substring, _ variables: [PathVariableRule]) -> String {
    var result = ""
    var rest = segment
    while let first = rest.unicodeScalars.first {
      if let hit = variables.first(where: { rest.begins(with: $0.alias ?? $0.name) }) {
        result += "{\(hit.name)}"
        rest = rest.dropping(bytes: (hit.alias ?? hit.name).utf8.count)
      } else {
        result.unicodeScalars.append(first)
        rest = rest.dropping(bytes: UTF8.width(first))
      }
    }
    return result
  }
}
