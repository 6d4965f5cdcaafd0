import ClientModel

/// A reader that fills a form from the URL and path variables of a draft.
struct AddressReader {
  private(set) var reader: FieldReader

  init(_ reader: FieldReader) { self.reader = reader }

  /// Reads the server and the path variables of a draft.
  ///
  /// - Returns: The fields of the URL's query.
  mutating func read(_ draft: Draft) -> [DraftField] {
    // The path in a document may contain a query or a fragment.
    let isOdd = reader.form.endpoint.path.utf8.contains { "?#".utf8.contains($0) }
    let mark = DraftPath.queryMark(in: draft.url)
    var fields = draft.pathVariables
    var query: [DraftField] = []
    if isOdd, let base = base(of: draft.url) {
      readServer(base)
    } else if !draft.url.contains(byte: "#"), let read = Self.queryFields(draft.url[mark...]),
      let base = base(of: String(draft.url[..<mark]))
    {
      readServer(base)
      query = read
    } else {
      reader.form.unmapped.url = draft.url
    }
    readPathVariables(&fields)
    reader.form.unmapped.pathVariables = fields
    return query
  }

  /// The endpoint's path in all notations that a draft allows.
  private var templates: [String] {
    let template = DraftPath(reader.form.endpoint.path)
    let filters = reader.form.endpoint.rules.pathFilters?.parameter
    var forms = [template.draftText(optional: filters), template.draftText(optional: nil)]
    if let filters,
      let short = reader.form.pathText.before(suffix: "/{\(template.draftName(filters))?}")
    {
      forms.append(String(short))
    }
    return forms
  }

  private func base(of address: String) -> String? {
    templates.lazy.compactMap { address.before(suffix: $0) }.first.map { String($0) }
  }

  private mutating func readServer(_ base: String) {
    let servers = reader.form.servers
    guard let (index, values) = Self.server(among: servers, at: base) else {
      if !(servers.isEmpty && base.isEmpty) { reader.form.inputs[.server] = .text(base) }
      return
    }
    if index > 0 { reader.form.inputs[.server] = .text(servers[index].url) }
    for variable in servers[index].variables {
      guard let value = values[variable.name], value != variable.defaultValue else { continue }
      reader.form.inputs[.serverVariable(variable.name)] = .text(value)
    }
  }

  /// Returns the server that matches an address, and the values of the server's variables. Tries
  /// default values first, then listed values, and then any text. Returns nil if no server matches.
  private static func server(
    among servers: [CatalogServer], at base: String
  ) -> (index: Int, values: [String: String])? {
    if let index = servers.firstIndex(where: { $0.address { _ in nil } == base }) {
      return (index, [:])
    }
    var fitting: (index: Int, values: [String: String])?
    for (index, server) in servers.enumerated() where !server.variables.isEmpty {
      var matcher = ServerMatcher(server)
      guard let values = matcher.values(in: base) else { continue }
      let isListed = server.variables.allSatisfy { variable in
        variable.choices.isEmpty
          || values[variable.name].map(variable.allowed.contains) ?? true
      }
      if isListed { return (index, values) }
      fitting = fitting ?? (index, values)
    }
    return fitting
  }

  /// Splits `a=1&b=2` into fields. Returns nil if a field has no `=`.
  private static func queryFields(_ text: Substring) -> [DraftField]? {
    var fields: [DraftField] = []
    for pair in (text.after(prefix: "?") ?? text).pieces(at: "&") where !pair.isEmpty {
      guard let (before, after) = pair.cut(at: "="), let name = FormText.decode(before),
        name.firstRange(ofBytes: "{{") == nil
      else { return nil }
      // In a query, `+` is a space.
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
      // A value that contains its own separator would be split differently when it is read back.
      let back = ParameterText(parameter).segment(value)
      guard
        draftField.mark != .encoded || back?.isEncoded != true || back?.text == draftField.value,
        reader.holds(field, value)
      else { continue }
      fields.remove(at: index)
      reader.note(draftField.mark, field)
    }
  }

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
        reader.form.inputs[.filter(name)] == nil
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
    if !projections.isEmpty { reader.form.inputs[.projections] = .picked(projections) }
  }
}

extension DraftPath {
  /// Returns the index of the `?` before a URL's query, or the end of the URL. A `?` inside a
  /// variable is ignored.
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
}
