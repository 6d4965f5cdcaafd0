import ReadingValues

extension ViewValue {
  /// Returns the value at a pointer, or no value if it does not exist. If a part of the pointer is
  /// an asterisk, returns one value for each element of a list.
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

  /// Returns the member for a field of a part: the member named `a/b`, or else the member `b` of
  /// `a`.
  func member(_ field: String) -> ViewValue {
    // A member name of a response may contain a slash, such as a media type.
    guard self[field] == .null else { return self[field] }
    return field.split(separator: "/", omittingEmptySubsequences: false)
      .reduce(self) { $0[String($1)] }
  }

  /// The value on one line, with numbers as written.
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

  /// The tone for the text of this value.
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
