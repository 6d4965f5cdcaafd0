import ReadingValues

extension ViewValue {
  /// Returns the values at a pointer, in which an asterisk selects all elements of a list. Returns
  /// an empty array if there is no value.
  func values(at pointer: String) -> [ViewValue] {
    var found = [self]
    let keys =
      pointer.isEmpty
      ? [] : pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for key in keys {
      let name = String(key.replacing("~1", with: "/").replacing("~0", with: "~"))
      found = found.flatMap { value -> [ViewValue] in
        if key == "*" { return value.items }
        if let items = value.list {
          return Int(name).map { items.indices.contains($0) ? [items[$0]] : [] } ?? []
        }
        return [value[name]]
      }
    }
    return found.filter { $0 != .null }
  }

  /// Returns the member for a field such as `a/b`: the member named `a/b` or, if it does not exist,
  /// the member `b` of `a`.
  func member(_ field: String) -> ViewValue {
    // A member name may contain a slash, as in a media type.
    guard self[field] == .null else { return self[field] }
    return field.split(separator: "/", omittingEmptySubsequences: false)
      .reduce(self) { $0[String($1)] }
  }

  /// The value as text on one line. Numbers are shown as written.
  var inline: String {
    switch self {
    case .text(let text), .number(let text): text
    case .boolean(let value): value ? "true" : "false"
    case .null: ""
    case .list(let items): items.map(\.inline).joined(separator: ", ")
    case .object(_, let order):
      order.map { "\($0) \(self[$0].inline)" }.joined(separator: ", ")
    }
  }

  var tone: RenderedView.Tone {
    switch self {
    case .number: .number
    case .text(let text) where text.hasPrefix("https://") || text.hasPrefix("http://"): .link
    case .text, .boolean, .null, .list, .object: .text
    }
  }

  /// Whether the value is a string, a number, a Boolean or null.
  var isScalar: Bool {
    switch self {
    case .text, .number, .boolean, .null: true
    case .list, .object: false
    }
  }
}
