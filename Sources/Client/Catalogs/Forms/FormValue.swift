import ClientDocuments
import ClientModel

/// The value of a field before it is written to a request.
indirect enum FormValue: Hashable, Sendable {
  case null
  case text(String)
  /// Text that is written without quotes in JSON: a number, a Boolean, a template or JSON text.
  case bare(String)
  case list([FormValue])
  case object([Member])
  /// The path of a file.
  case file(String)

  struct Member: Hashable, Sendable {
    var name: String
    var value: FormValue

    init(_ name: String, _ value: FormValue) {
      self.name = name
      self.value = value
    }
  }

  /// The value as plain text, or nil for lists and objects.
  var plain: String? {
    switch self {
    case .null: "null"
    case .text(let text), .bare(let text), .file(let text): text
    case .list, .object: nil
    }
  }

  /// The value with the members of objects sorted by name.
  var sorted: FormValue {
    switch self {
    case .object(let members):
      .object(members.map { Member($0.name, $0.value.sorted) }.sorted { $0.name < $1.name })
    case .list(let values): .list(values.map(\.sorted))
    case .null, .text, .bare, .file: self
    }
  }

  /// The value with objects and lists that were typed as JSON text replaced by parsed ones.
  var parsed: FormValue {
    switch self {
    case .object(let members): .object(members.map { Member($0.name, $0.value.parsed) })
    case .list(let values): .list(values.map(\.parsed))
    case .bare(let text) where "{[".contains(text.first ?? " "): FormValue(json: text) ?? self
    case .null, .text, .bare, .file: self
    }
  }

  /// The value with every scalar as text, for comparison outside JSON.
  var texts: FormValue {
    switch self {
    case .object(let members):
      FormValue.object(members.map { Member($0.name, $0.value.texts) }).sorted
    case .list(let values): .list(values.map(\.texts))
    case .null, .text, .bare, .file: .text(plain ?? "")
    }
  }

  enum Layout { case oneLine, indented }

  func json(_ layout: Layout = .oneLine) -> String {
    var text = ""
    write(to: &text, layout, depth: 0)
    return text
  }

  private func write(to text: inout String, _ layout: Layout, depth: Int) {
    switch self {
    case .null: text += "null"
    case .text(let value), .file(let value): text += JSONText.quoted(value)
    case .bare(let value): text += value
    case .list(let values):
      Self.write(values.count, "[", "]", to: &text, layout, depth) { index, text in
        values[index].write(to: &text, layout, depth: depth + 1)
      }
    case .object(let members):
      Self.write(members.count, "{", "}", to: &text, layout, depth) { index, text in
        text += JSONText.quoted(members[index].name) + (layout == .indented ? ": " : ":")
        members[index].value.write(to: &text, layout, depth: depth + 1)
      }
    }
  }

  private static func write(
    _ count: Int, _ open: String, _ close: String, to text: inout String, _ layout: Layout,
    _ depth: Int, each: (Int, inout String) -> Void
  ) {
    text += open
    for index in 0..<count {
      if index > 0 { text += "," }
      if layout == .indented { text += "\n" + String(repeating: "  ", count: depth + 1) }
      each(index, &text)
    }
    if layout == .indented, count > 0 { text += "\n" + String(repeating: "  ", count: depth) }
    text += close
  }
}
