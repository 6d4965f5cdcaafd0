import ClientModel

/// The variables in the path of a URL.
///
/// A variable is `{name}` anywhere in the path, or `:name` at the start of a segment. `{name=text}`
/// defines a default. `{name?}` makes a variable optional: its segment is removed if it has no
/// value. An endpoint may define defaults and optional variables separately from its path.
///
/// The value comes from the draft's path variable of that name, or else from a query or body field
/// of that name, which is then not sent as a field.
extension DraftReading {
  /// Fills the path variables in a URL. Each value is encoded, so that it stays within its segment.
  mutating func fillPathVariables(_ text: String) -> String {
    let authorityEnd = RequestURL.pathStart(of: text)
    let pathEnd = PathVariable.pathEnd(of: text[authorityEnd...])
    guard text[authorityEnd..<pathEnd].contains(anyByte: ":{}") else { return text }
    var segments: [String] = []
    for piece in text[authorityEnd..<pathEnd].pieces(at: "/") {
      if let segment = segment(piece) { segments.append(segment) }
    }
    // If all segments were removed, the path is `/`.
    if segments == [""] { segments.append("") }
    return text[..<authorityEnd] + segments.joined(separator: "/") + text[pathEnd...]
  }

  /// Fills the variables of a segment. Returns nil if the segment is an optional variable without a
  /// value.
  private mutating func segment(_ text: Substring) -> String? {
    let bare = text.dropping(bytes: 1)
    if text.begins(with: ":"), let first = bare.utf8.first, Self.beginsName(first) {
      let word = bare.prefix(whileByte: { Template.isNameByte($0) && $0 != UInt8(ascii: ".") })
      // The longest declared name is used. If `id` and `id-old` are declared, `:id-old` means
      // `id-old`.
      let declared = (draft.pathVariables.map(\.name) + rules.map(\.name))
        .filter { name in
          // A name must not end within a word: `:id` is not part of `:identifier`.
          guard word.begins(with: name), !name.isEmpty else { return false }
          let further = word.dropping(bytes: name.utf8.count)
          return further.isEmpty || further.begins(with: "-")
        }
      let name = declared.max { $0.utf8.count < $1.utf8.count } ?? String(word)
      let rest = bare.dropping(bytes: name.utf8.count)
      let value = value(of: PathVariable(name: name, absence: rule(name)?.absence ?? .refused))
      return value == nil && rest.isEmpty ? nil : (value ?? "") + (braces(rest) ?? "")
    }
    return braces(text)
  }

  /// Returns whether a variable name can begin with a byte. The byte must be an ASCII letter or
  /// `_`. A digit is not allowed, because a digit after a colon is part of a time or a port.
  private static func beginsName(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_")
  }

  private mutating func braces(_ text: Substring) -> String? {
    var result = ""
    var rest = text
    var isDropped = false
    while let open = rest.firstIndex(ofByte: "{") {
      guard var found = PathVariable.read(rest[open...]) else {
        result += rest.through(open)
        rest = rest.rest(after: open)
        continue
      }
      if found.variable.absence == .refused, let rule = rule(found.variable.name) {
        found.variable.absence = rule.absence
      }
      let value = value(of: found.variable)
      isDropped = value == nil && open == text.startIndex && found.end == text.endIndex
      result += rest[..<open] + (value ?? "")
      rest = rest[found.end...]
    }
    return isDropped ? nil : result + rest
  }

  private func rule(_ name: String) -> PathVariableRule? { rules.first { $0.name == name } }

  /// Returns the encoded value. Returns nil for an optional variable without a value.
  private mutating func value(of variable: PathVariable) -> String? {
    let name = variable.name
    let keys = [name] + (rule(name)?.alias.map { [$0] } ?? [])
    var text: String?
    var isEncoded = false
    if let field = draft.pathVariables.first(where: { keys.contains($0.name) && $0.mark != .off }),
      !field.value.isEmpty || variable.absence == .refused
    {
      text = field.value
      isEncoded = field.mark == .encoded
    } else if let spare = spareValue(keys) {
      text = spare
    }
    // Inputs of a step and columns of a row fill variables that are empty in the request.
    let data = preparation.environment.data
    if text?.isEmpty != false, let key = keys.first(where: { data[$0] != nil }) {
      (text, isEncoded) = ("{{\(key)}}", false)
    }
    guard let text else {
      switch variable.absence {
      case .refused:
        note(open: name)
        report(
          .pathVariable(name), "The path variable `\(name)` has no value.",
          "The URL contains it.",
          "Give it a value with `NAME==VALUE` on the command line or a path variable in the request panel. Or write `%7B` for `{` and `%3A` for a colon."
        )
        return ""
      case .filled(let value): return PercentEncoding.encode(value)
      case .dropped: return nil
      }
    }
    if text.isEmpty { note(open: name) }
    let what = "A path variable"
    let value =
      isEncoded
      ? plain(
        fillEncoded(text, .pathVariable(name), in: .segment), .pathVariable(name), what)
      : fillPlain(text, .pathVariable(name), what)
    if [".", ".."].contains(value) {
      report(
        .pathVariable(name), "The path variable `\(name)` cannot be `\(value)`.",
        "It would lead to another path.", "Write that path in the URL.")
    } else if value.isEmpty, problems.isEmpty {
      report(
        .pathVariable(name), "The path variable `\(name)` is empty.",
        "The path would lose a segment.", "Give it a value.")
    }
    return isEncoded ? value : PercentEncoding.encode(value)
  }

  /// Returns the first query or body field with one of these names, which is then not sent as a
  /// field.
  private mutating func spareValue(_ keys: [String]) -> String? {
    for key in keys {
      if let field = draft.query.first(where: { $0.name == key && $0.mark == .plain }) {
        usedQueryFields.insert(key)
        return field.value
      }
      var value: String?
      switch draft.body {
      case .form(let fields):
        value = fields.first { $0.name == key && $0.mark == .plain }?.value
      case .json(let text): value = JSONMembers(text)?.scalar(key)
      case .none, .text, .multipart, .file, .bytes, .graphQL: break
      }
      guard let value else { continue }
      spentBody.insert(key)
      return value
    }
    return nil
  }
}

/// A variable as written in a path.
struct PathVariable {
  var name: String
  var absence: PathVariableRule.Absence

  /// Returns the end of the path. A `?` within a variable does not end the path.
  static func pathEnd(of text: Substring) -> String.Index {
    var rest = text
    while let mark = rest.firstIndex(ofAnyByte: "{?#") {
      guard rest.utf8[mark] == UInt8(ascii: "{") else { return mark }
      rest = read(rest[mark...]).map { rest[$0.end...] } ?? rest.rest(after: mark)
    }
    return text.endIndex
  }

  /// Parses `{name}`, `{name?}` or `{name=text}` at the start of the text. Returns nil if there is
  /// none.
  static func read(_ text: Substring) -> (variable: PathVariable, end: String.Index)? {
    guard text.begins(with: "{") else { return nil }
    let word = text.dropping(bytes: 1).prefix(whileByte: Template.isNameByte)
    var rest = text[word.endIndex...]
    guard !word.isEmpty, let mark = rest.utf8.first else { return nil }
    var absence = PathVariableRule.Absence.refused
    switch mark {
    case UInt8(ascii: "}"): break
    case UInt8(ascii: "?"):
      absence = .dropped
      rest = rest.dropping(bytes: 1)
    case UInt8(ascii: "="):
      let value = rest.dropping(bytes: 1).prefix(whileByte: { !"{}/".utf8.contains($0) })
      guard !value.isEmpty else { return nil }
      absence = .filled(String(value))
      rest = rest[value.endIndex...]
    default: return nil
    }
    guard rest.begins(with: "}") else { return nil }
    return (
      PathVariable(name: String(word), absence: absence), rest.dropping(bytes: 1).startIndex
    )
  }
}
