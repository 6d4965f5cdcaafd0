/// The templates `{{name}}` of a stub response. A name may end in a JSON Pointer:
/// `{{body./user/id}}`.
enum StubTemplate {
  enum Piece: Equatable {
    case text(Substring)
    case name(Substring)
  }

  static func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    var rest = text[...]
    while let open = rest.firstRange(ofBytes: "{{"),
      let close = rest[open.upperBound...].firstRange(ofBytes: "}}")
    {
      let name = rest[open.upperBound..<close.lowerBound].trimmed(of: " \t")
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

  /// Returns whether the name is that of a part of the request, since JSON has double braces of its
  /// own.
  static func isName(_ name: Substring) -> Bool {
    if name == "method" || name == "url" { return true }
    guard let (kind, _) = name.cut(at: ".") else { return false }
    return ["path", "query", "header", "body"].contains(kind)
      && !name.contains(anyByte: "{\"\n\r")
  }
}
