/// `{{name}}` of a dummy response, where a name may also be a JSON Pointer: `{{body./user/id}}`.
enum DummyTemplate {
  enum Piece: Equatable {
    case text(Substring)
    case name(Substring)
  }

  static func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    var rest = text[...]
    while let open = rest.firstRange(of: "{{"),
      let close = rest[open.upperBound...].firstRange(of: "}}")
    {
      let name = rest[open.upperBound..<close.lowerBound].trimmed
      guard isName(name) else {
        pieces.append(.text(rest[..<open.upperBound]))
        rest = rest[open.upperBound...]
        continue
      }
      pieces.append(.text(rest[..<open.lowerBound]))
      pieces.append(.name(name))
      rest = rest[close.upperBound...]
    }
    return pieces + [.text(rest)]
  }

  /// Only what names a part of the request: JSON has double braces of its own.
  static func isName(_ name: Substring) -> Bool {
    if name == "method" || name == "url" { return true }
    guard let dot = name.firstIndex(of: ".") else { return false }
    return ["path", "query", "header", "body"].contains(name[..<dot])
      && !name.contains { $0 == "{" || $0 == "\"" || $0.isNewline }
  }
}
