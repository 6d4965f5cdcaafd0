import ClientModel

/// A search for the values of a server's variables in an address.
struct ServerMatcher {
  private let pieces: [DraftPath.Piece]
  private let variables: [String: CatalogServer.Variable]
  /// The number of remaining attempts. A server may need several if a listed value is a prefix of
  /// another one.
  private var left = 10_000

  init(_ server: CatalogServer) {
    pieces = DraftPath(server.url.withoutEndingSlashes).pieces
    variables = Dictionary(server.variables.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Returns the values of the variables, or nil if the address does not match the server.
  mutating func values(in address: String) -> [String: String]? {
    guard pieces.count <= 100 else { return nil }
    return values(from: 0, in: address[...], [:])
  }

  private mutating func values(
    from index: Int, in rest: Substring, _ found: [String: String]
  ) -> [String: String]? {
    guard left > 0 else { return nil }
    left -= 1
    guard index < pieces.count else { return rest.isEmpty ? found : nil }
    switch pieces[index] {
    case .text(let literal):
      return rest.after(prefix: literal).flatMap { values(from: index + 1, in: $0, found) }
    case .name(let name):
      if let known = found[name] {
        return rest.after(prefix: known).flatMap { values(from: index + 1, in: $0, found) }
      }
      for value in candidates(for: name, index, rest) {
        guard let after = rest.after(prefix: value) else { continue }
        var trial = found
        trial[name] = value
        if let all = values(from: index + 1, in: after, trial) { return all }
      }
      return nil
    }
  }

  /// Returns the possible values of a variable: the listed values, longest first, and then the text
  /// up to the next literal.
  private func candidates(for name: String, _ index: Int, _ rest: Substring) -> [String] {
    let listed = variables[name]?.allowed ?? []
    var end = rest.endIndex
    if index + 1 < pieces.count, case .text(let literal) = pieces[index + 1] {
      end = rest.firstRange(ofBytes: literal)?.lowerBound ?? rest.endIndex
    }
    let typed = String(rest[..<end])
    return listed.sorted { $0.utf8.count > $1.utf8.count } + (typed.isEmpty ? [] : [typed])
  }
}

extension CatalogServer.Variable {
  /// The listed values and the default.
  var allowed: [String] { choices.contains(defaultValue) ? choices : choices + [defaultValue] }
}

extension CatalogServer {
  /// Returns the address with the values or defaults of its variables, without a trailing slash.
  func address(_ value: (Variable) -> String?) -> String {
    var text = url
    for variable in variables {
      text = text.replacing(
        bytes: "{\(variable.name)}", with: value(variable) ?? variable.defaultValue)
    }
    return text.withoutEndingSlashes
  }
}

extension String {
  var withoutEndingSlashes: String {
    var text = self[...]
    while let short = text.before(suffix: "/") { text = short }
    return String(text)
  }
}
