import ClientModel

/// Reads the URL and the path variables of a draft into a form.
struct AddressReader {
  private(set) var reader: FieldReader

  init(_ reader: FieldReader) { self.reader = reader }

  /// Takes the server and the path variables out of a draft's URL.
  ///
  /// - Returns: The fields of the URL's own query.
  mutating func read(_ draft: Draft) -> [DraftField] {
    let mark = DraftPath.queryMark(in: draft.url)
    let address = String(draft.url[..<mark])
    var query: [DraftField] = []
    var fields = draft.pathVariables
    guard !draft.url.contains(byte: "#"), let read = Self.queryFields(draft.url[mark...]),
      let base = base(of: address, &fields)
    else {
      reader.form.unmapped.url = draft.url
      readPathVariables(&fields)
      reader.form.unmapped.pathVariables = fields
      return []
    }
    query = read
    readServer(base)
    readPathVariables(&fields)
    reader.form.unmapped.pathVariables = fields
    return query
  }

  /// What stands before the endpoint's path; path variables that stand in the URL join the fields.
  private func base(of address: String, _ fields: inout [DraftField]) -> String? {
    let template = DraftPath(reader.form.endpoint.path)
    let filters = reader.form.endpoint.rules.pathFilters?.parameter
    var forms = [template.draftText(optional: filters), template.draftText(optional: nil)]
    if let filters,
      let short = reader.form.pathText.before(suffix: "/{\(template.draftName(filters))?}")
    {
      forms.append(String(short))
    }
    for form in forms {
      if let base = address.before(suffix: form) { return String(base) }
    }
    // A URL with its values in it, as a curl line has it.
    for server in reader.form.servers where server.variables.isEmpty {
      let base = Self.trimmed(server.url)
      guard let rest = address.after(prefix: base),
        let values = template.values(in: String(rest))
      else { continue }
      // Before any that the URL had no place for.
      fields = values.map { DraftField($0.name, $0.value, mark: .encoded) } + fields
      return base
    }
    return nil
  }

  private static func trimmed(_ url: String) -> String {
    var url = url
    while let short = url.before(suffix: "/") { url = String(short) }
    return url
  }

  private mutating func readServer(_ base: String) {
    for (index, server) in reader.form.servers.enumerated() {
      let url = Self.trimmed(server.url)
      guard let values = DraftPath(url).values(in: base, reach: .segments) else { continue }
      if index > 0 { reader.form.answers[.server] = .text(server.url) }
      for variable in server.variables {
        guard let value = values.first(where: { $0.name == variable.name })?.value,
          value != variable.standard
        else { continue }
        reader.form.answers[.serverVariable(variable.name)] = .text(value)
      }
      return
    }
    if !(reader.form.servers.isEmpty && base.isEmpty) { reader.form.answers[.server] = .text(base) }
  }

  /// `a=1&b=2` as fields; nil for what no field can say, as a name without a value.
  private static func queryFields(_ text: Substring) -> [DraftField]? {
    var fields: [DraftField] = []
    for pair in (text.after(prefix: "?") ?? text).pieces(at: "&") where !pair.isEmpty {
      guard let (before, after) = pair.cut(at: "="), let name = FormText.decode(before),
        name.firstRange(ofBytes: "{{") == nil
      else { return nil }
      // Servers take a plus for a space there.
      let value = after.replacing(bytes: "+", with: "%20")
      let isPlain = value.utf8.allSatisfy { !FormText.isReserved($0) }
      if isPlain, let plain = FormText.decode(value) {
        fields.append(DraftField(name, plain))
      } else {
        fields.append(DraftField(name, value, mark: .encoded))
      }
    }
    return fields
  }

  // MARK: Path variables

  private mutating func readPathVariables(_ fields: inout [DraftField]) {
    let template = DraftPath(reader.form.endpoint.path)
    for parameter in reader.form.pathParameters {
      let name = template.draftName(parameter.name)
      guard let index = fields.firstIndex(where: { $0.name == name && $0.mark != .off }) else {
        continue
      }
      let draftField = fields[index]
      if parameter.name == reader.form.endpoint.rules.pathFilters?.parameter {
        if draftField.mark == .encoded
          || !draftField.value.utf8.contains(where: { ";,=".utf8.contains($0) })
        {
          readFilters(draftField.value)
          fields.remove(at: index)
        }
        continue
      }
      let field = reader.form.field(.parameter(.path, parameter.name), parameter)
      guard
        let value = ParameterText(parameter).segment(draftField, reader.shape(of: field.schema))
      else { continue }
      if draftField.value.isEmpty, draftField.mark == .plain {
        fields.remove(at: index)
        continue
      }
      // A value that holds its own separator is read as another.
      let back = ParameterText(parameter).segment(value)
      guard
        draftField.mark != .encoded || back?.isEncoded != true || back?.text == draftField.value,
        reader.holds(field, value)
      else { continue }
      fields.remove(at: index)
      reader.note(draftField.mark, field)
    }
  }

  /// `definitions;lexicalCategory=noun,verb`.
  private mutating func readFilters(_ text: String) {
    let filters = reader.form.endpoint.rules.pathFilters?.filters ?? []
    var projections: [String] = []
    for condition in text.pieces(at: ";") where !condition.isEmpty {
      guard let (before, after) = condition.cut(at: "=") else {
        let name = FormText.decode(condition) ?? ""
        if reader.form.endpoint.rules.projections.contains(name), !projections.contains(name) {
          projections.append(name)
        } else {
          reader.form.unmappedFilters.append(String(condition))
        }
        continue
      }
      let name = FormText.decode(before) ?? ""
      let words = after.pieces(at: ",").map { FormText.decode($0) }
      guard let filter = filters.first(where: { $0.name == name }), !words.contains(nil),
        reader.form.answers[.filter(name)] == nil
      else {
        reader.form.unmappedFilters.append(String(condition))
        continue
      }
      let field = reader.form.field(.filter(name), filter)
      let texts = words.compactMap { $0.map { FormValue.text($0) } }
      let isList = reader.shape(of: field.schema) == .list
      guard isList || texts.count == 1 else {
        reader.form.unmappedFilters.append(String(condition))
        continue
      }
      reader.form.fill(field, with: isList ? .list(texts) : texts[0])
    }
    if !projections.isEmpty { reader.form.answers[.projections] = .picked(projections) }
  }
}

extension DraftPath {
  enum Reach { case segment, segments }

  /// Where a URL's query begins: a `?` within a variable is none.
  static func queryMark(in url: String) -> String.Index {
    var depth = 0
    for index in url.utf8.indices {
      switch url.utf8[index] {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "?") where depth <= 0: return index
      default: break
      }
    }
    return url.endIndex
  }

  /// The texts in place of the names; nil when the text is not made so.
  ///
  /// - Parameter reach: Whether a value may hold a slash.
  func values(in text: String, reach: Reach) -> [(name: String, value: String)]? {
    var rest = text[...]
    var values: [(String, String)] = []
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .text(let literal):
        guard let after = rest.after(prefix: literal) else { return nil }
        rest = after
      case .name(let name):
        var end = rest.endIndex
        if index + 1 < pieces.count {
          guard case .text(let literal) = pieces[index + 1],
            let next = rest.firstRange(ofBytes: literal)
          else { return nil }
          end = next.lowerBound
        }
        let value = rest[..<end]
        guard !value.isEmpty, reach == .segments || !value.contains(byte: "/") else { return nil }
        values.append((name, String(value)))
        rest = rest[end...]
      }
    }
    return rest.isEmpty ? values : nil
  }

  /// The texts by the names they have in a draft.
  func values(in text: String) -> [(name: String, value: String)]? {
    values(in: text, reach: .segment)?.map { (draftName($0.name), $0.value) }
  }
}
