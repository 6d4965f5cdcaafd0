package import ClientModel

extension EndpointForm {
  /// A form filled from a draft. Parts for which the form has no field are unmapped, and `draft()` returns them.
  ///
  /// As long as a part of it is not changed, the draft's own spelling of it comes back, too. Which
  /// endpoint it was made from, and how its response becomes a remote job, are the endpoint's say.
  package init(reading draft: Draft, _ endpoint: Endpoint, in catalog: Catalog) {
    self.init(endpoint, in: catalog)
    unmapped = draft
    unmapped.method = draft.method == endpoint.method.rawValue ? "" : draft.method
    unmapped.url = ""
    unmapped.pathVariables = []
    unmapped.body = .none
    unmapped.authorization = .none
    var query = readAddress(draft) + draft.query
    var headers = draft.headers
    var cookies = CookieLine(taking: &headers)
    for parameter in endpoint.parameters {
      switch parameter.place {
      case .path: continue
      case .query: read(parameter, from: &query)
      case .header: readHeader(parameter, from: &headers)
      case .cookie: read(parameter, from: &cookies.fields)
      }
    }
    readBody(draft, &headers)
    readSecurity(draft, &query, &headers, &cookies.fields)
    unmapped.query = query
    unmapped.headers = cookies.putBack(headers)
    source = Source(draft: draft, normal: normalDraft())
  }

  // MARK: Parameters

  func shape(of schema: Schema) -> ParameterText.Shape {
    guard schema.choices.isEmpty else { return .scalar }
    switch schema.kind {
    case .list: return .list
    case .object: return .object
    case .oneOf(let alternatives):
      // Where lists are among the alternatives, one value is a list of one only if nothing else fits.
      let shapes = alternatives.map { id -> ParameterText.Shape in
        if case .oneOf = self.schema(id).kind { return .scalar }
        return shape(of: self.schema(id))
      }
      return Set(shapes).count == 1 ? shapes[0] : .scalar
    default: return .scalar
    }
  }

  func properties(of schema: Schema) -> [(name: String, shape: ParameterText.Shape)] {
    switch schema.kind {
    case .object(let properties, _):
      return properties.map { ($0.name, shape(of: self.schema($0.schema))) }
    case .oneOf(let alternatives):
      var all: [(name: String, shape: ParameterText.Shape)] = []
      for id in alternatives {
        guard case .object = self.schema(id).kind else { continue }
        for property in properties(of: self.schema(id))
        where !all.contains(where: { $0.name == property.name }) {
          all.append(property)
        }
      }
      return all
    default: return []
    }
  }

  mutating func read(_ parameter: Parameter, from fields: inout [DraftField]) {
    let field = field(.parameter(parameter.place, parameter.name), parameter)
    var rest = fields
    guard
      let taken = ParameterText(parameter)
        .take(shape(of: field.schema), properties(of: field.schema), from: &rest)
    else { return }
    guard holds(field, taken.value) else { return }
    fields = rest
    note(taken.mark, field)
  }

  mutating func readHeader(_ parameter: Parameter, from headers: inout [DraftField]) {
    guard let index = headers.firstIndex(where: { Self.isHeader($0, parameter.name) }) else {
      return
    }
    let field = field(.parameter(.header, parameter.name), parameter)
    guard let value = ParameterText(parameter).header(headers[index].value, shape(of: field.schema))
    else { return }
    guard holds(field, value) else { return }
    note(headers.remove(at: index).mark, field)
  }

  /// Fills a field; what it cannot give back is taken out again and stays where it was.
  mutating func holds(_ field: FormField, _ value: FormValue) -> Bool {
    fill(field, with: value)
    let back = self.value(of: field)?.parsed
    let isSame =
      field.setting == .text ? back?.texts == value.texts : back?.sorted == value.sorted
    if !isSame { clear(field.id) }
    return isSame
  }

  static func isHeader(_ field: DraftField, _ name: String) -> Bool {
    field.mark != .off && field.name.lowercased() == name.lowercased()
  }

  /// Remembers a mark that the form would not set by itself.
  mutating func note(_ mark: DraftField.Mark, _ field: FormField) {
    let own: DraftField.Mark = field.isSecret ? .secret : .plain
    if mark != own, mark != .encoded { marks[field.id] = mark }
  }
}

/// The cookies of a draft's one plain Cookie header.
struct CookieLine {
  var fields: [DraftField] = []

  /// Takes the header out of a list, where its cookies can be separated.
  init(taking headers: inout [DraftField]) {
    guard
      let index = headers.firstIndex(where: { EndpointForm.isHeader($0, "Cookie") }),
      [.plain, .secret].contains(headers[index].mark), SecretReference(headers[index].value) == nil
    else { return }
    var found: [DraftField] = []
    for pair in headers[index].value.pieces(at: ";") where !pair.isEmpty {
      let pair = Substring(pair.utf8.drop { $0 == UInt8(ascii: " ") })
      guard let (name, value) = pair.cut(at: "=") else { return }
      found.append(DraftField(String(name), String(value), mark: .encoded))
    }
    fields = found
    headers.remove(at: index)
  }

  /// The headers with a Cookie header of what was not taken.
  func putBack(_ headers: [DraftField]) -> [DraftField] {
    guard !fields.isEmpty else { return headers }
    let text = fields.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    return headers + [DraftField("Cookie", text)]
  }
}
