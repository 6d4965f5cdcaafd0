import ClientModel

/// Functions that convert text to values. They return nil if the text cannot be converted.
extension ParameterText {
  enum Shape { case scalar, list, object }

  // MARK: Query, cookies and forms

  /// Removes a parameter's fields from a list and returns their value. Returns nil if there are no
  /// such fields or if they cannot be read.
  ///
  /// - Parameter properties: The members that an object may have, with their shapes.
  func take(
    _ shape: Shape, _ properties: [(name: String, shape: Shape)], from fields: inout [DraftField]
  ) -> (value: FormValue, mark: DraftField.Mark)? {
    if isJSON || shape == .scalar { return takeFirst(&fields) { self.scalar($0) } }
    switch (style, shape) {
    case (.deepObject, .object): return takeDeep(properties, &fields)
    case (_, .object) where explode: return takeExploded(properties, &fields)
    case (_, .list) where explode || style == .deepObject:
      return takeAll(name, &fields).map { (.list($0.values.map { .text($0) }), $0.mark) }
    case (.spaceDelimited, _), (.pipeDelimited, _):
      let separator: Unicode.Scalar = style == .spaceDelimited ? " " : "|"
      return takeFirst(&fields) { text in
        Self.value(of: text.pieces(at: separator).map { String($0) }, shape)
      }
    default:
      guard let index = index(in: fields) else { return nil }
      let field = fields[index]
      // An unencoded value has no separators, so it is a single word.
      let words =
        field.mark == .encoded
        ? field.value.pieces(at: ",").map { FormText.decode($0) } : [field.value]
      guard !words.contains(nil), let value = Self.value(of: words.compactMap(\.self), shape)
      else { return nil }
      fields.remove(at: index)
      return (value, field.mark)
    }
  }

  private func index(in fields: [DraftField]) -> Int? {
    fields.firstIndex { $0.name == name && $0.mark != .off }
  }

  private func takeFirst(
    _ fields: inout [DraftField], _ read: (String) -> FormValue?
  ) -> (value: FormValue, mark: DraftField.Mark)? {
    guard let index = index(in: fields), let text = Self.plain(fields[index]),
      let value = read(text)
    else { return nil }
    return (value, fields.remove(at: index).mark)
  }

  private func scalar(_ text: String) -> FormValue {
    isJSON ? FormValue(json: text) ?? .bare(text) : .text(text)
  }

  /// Removes and returns the values of the fields with this name and the same mark as the first of
  /// them. Returns nil if there are none.
  private func takeAll(
    _ name: String, _ fields: inout [DraftField]
  ) -> (values: [String], mark: DraftField.Mark)? {
    guard let first = fields.first(where: { $0.name == name && $0.mark != .off }) else {
      return nil
    }
    var values: [String] = []
    var rest: [DraftField] = []
    for field in fields {
      let isAlike = Self.mark(field) == Self.mark(first)
      if field.name == name, isAlike, let text = Self.plain(field) {
        values.append(text)
      } else {
        rest.append(field)
      }
    }
    guard !values.isEmpty else { return nil }
    fields = rest
    return (values, Self.mark(first))
  }

  private func takeExploded(
    _ properties: [(name: String, shape: Shape)], _ fields: inout [DraftField]
  ) -> (value: FormValue, mark: DraftField.Mark)? {
    var members: [FormValue.Member] = []
    var mark: DraftField.Mark?
    for (name, shape) in properties {
      let member = ParameterText(name: name, style: .form, explode: true)
      var trial = fields
      guard let taken = member.take(shape == .list ? .list : .scalar, [], from: &trial),
        mark == nil || mark == Self.mark(taken.mark)
      else { continue }
      mark = Self.mark(taken.mark)
      fields = trial
      members.append(FormValue.Member(name, taken.value))
    }
    return mark.map { (.object(members), $0) }
  }

  private func takeDeep(
    _ properties: [(name: String, shape: Shape)], _ fields: inout [DraftField]
  ) -> (value: FormValue, mark: DraftField.Mark)? {
    var root = NestedMembers()
    var mark: DraftField.Mark?
    var rest: [DraftField] = []
    for field in fields {
      guard field.mark != .off, mark == nil || mark == Self.mark(field),
        let path = Self.path(field.name, below: name), let text = Self.plain(field)
      else {
        rest.append(field)
        continue
      }
      mark = Self.mark(field)
      root.add(text, at: path[...])
    }
    guard let mark else { return nil }
    let lists = Set(properties.filter { $0.shape == .list }.map(\.name))
    fields = rest
    return (root.value(lists: lists), mark)
  }

  /// Splits `name[a][b]` into `[a, b]`. Returns nil for any other name.
  private static func path(_ text: String, below name: String) -> [String]? {
    guard var rest = text.after(prefix: name) else { return nil }
    var path: [String] = []
    while let (member, after) = rest.after(prefix: "[")?.cut(at: "]") {
      path.append(String(member))
      rest = after
    }
    return rest.isEmpty && !path.isEmpty ? path : nil
  }

  /// The texts and members of a nested object, with members in the order of first appearance.
  private struct NestedMembers {
    var texts: [String] = []
    var members: [(name: String, value: NestedMembers)] = []

    mutating func add(_ text: String, at path: ArraySlice<String>) {
      guard let first = path.first else { return texts.append(text) }
      if let index = members.firstIndex(where: { $0.name == first }) {
        members[index].value.add(text, at: path.dropFirst())
      } else {
        var value = NestedMembers()
        value.add(text, at: path.dropFirst())
        members.append((first, value))
      }
    }

    func value(lists: Set<String>) -> FormValue {
      if !members.isEmpty {
        return .object(
          members.map { member in
            let isList = lists.contains(member.name) && member.value.members.isEmpty
            return FormValue.Member(
              member.name,
              isList
                ? .list(member.value.texts.map { .text($0) }) : member.value.value(lists: []))
          })
      }
      return texts.count == 1 ? .text(texts[0]) : .list(texts.map { .text($0) })
    }
  }

  // MARK: Paths and headers

  /// Returns the value of a path variable, or nil if the text does not have the parameter's style.
  func segment(_ field: DraftField, _ shape: Shape) -> FormValue? {
    guard field.mark == .encoded else {
      if isJSON { return scalar(field.value) }
      // An unencoded value has no separators, so it is a single word.
      guard style == .simple else { return nil }
      return Self.value(of: [field.value], shape)
    }
    var text = field.value[...]
    var separator: Unicode.Scalar = ","
    switch style {
    case .label:
      guard let rest = text.after(prefix: ".") else { return nil }
      text = rest
      if explode, shape != .scalar { separator = "." }
    case .matrix:
      guard let words = text.after(prefix: ";") else { return nil }
      if explode, shape != .scalar { return matrix(words, shape) }
      guard let rest = words.after(prefix: FormText.encode(name)) else { return nil }
      text = rest.after(prefix: "=") ?? rest
    default: break
    }
    guard shape != .scalar else { return FormText.decode(text).map { .text($0) } }
    let words = text.pieces(at: separator)
    return shape == .object && explode ? Self.pairs(words) : Self.value(of: words, shape)
  }

  private func matrix(_ text: Substring, _ shape: Shape) -> FormValue? {
    let words = text.pieces(at: ";")
    guard case .object(let members) = Self.pairs(words) else { return nil }
    guard shape == .list else { return .object(members) }
    return members.allSatisfy { $0.name == name } ? .list(members.map(\.value)) : nil
  }

  func header(_ text: String, _ shape: Shape) -> FormValue? {
    if isJSON { return scalar(text) }
    let words = text.pieces(at: ",").map { word in
      String(Substring(word.utf8.drop { $0 == UInt8(ascii: " ") }))
    }
    switch shape {
    case .scalar: return .text(text)
    case .list: return .list(words.map { .text($0) })
    case .object:
      guard explode else { return Self.value(of: words, shape) }
      var members: [FormValue.Member] = []
      for word in words {
        guard let (name, text) = word.cut(at: "=") else { return nil }
        members.append(FormValue.Member(String(name), .text(String(text))))
      }
      return .object(members)
    }
  }

  // MARK: Words

  /// Splits encoded pairs such as `R=100` into members.
  private static func pairs(_ words: [Substring]) -> FormValue? {
    var members: [FormValue.Member] = []
    for word in words {
      let pair = word.cut(at: "=") ?? (word, "")
      guard let name = FormText.decode(pair.before), let text = FormText.decode(pair.after)
      else { return nil }
      members.append(FormValue.Member(name, .text(text)))
    }
    return .object(members)
  }

  private static func value(of words: [Substring], _ shape: Shape) -> FormValue? {
    let texts = words.map { FormText.decode($0) }
    return texts.contains(nil) ? nil : value(of: texts.compactMap(\.self), shape)
  }

  private static func value(of words: [String], _ shape: Shape) -> FormValue? {
    switch shape {
    case .scalar: return words.count == 1 ? .text(words[0]) : nil
    case .list: return .list(words.map { .text($0) })
    case .object:
      guard words.count % 2 == 0 else { return nil }
      return .object(
        stride(from: 0, to: words.count, by: 2).map { index in
          FormValue.Member(words[index], .text(words[index + 1]))
        })
    }
  }

  private static func mark(_ field: DraftField) -> DraftField.Mark { mark(field.mark) }

  private static func mark(_ mark: DraftField.Mark) -> DraftField.Mark {
    mark == .encoded ? .plain : mark
  }

  private static func plain(_ field: DraftField) -> String? {
    field.mark == .encoded ? FormText.decode(field.value) : field.value
  }
}
