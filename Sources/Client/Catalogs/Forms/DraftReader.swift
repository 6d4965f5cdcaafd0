import ClientModel

/// A reader that fills a form from a draft, or only from query fields and headers.
struct DraftReader {
  private var reader: FieldReader
  private var query: [DraftField]
  private var headers: [DraftField]
  private var cookies: CookieInputs

  init(_ form: EndpointForm, query: [DraftField], headers: [DraftField]) {
    reader = FieldReader(form: form)
    self.query = query
    self.headers = headers
    cookies = CookieInputs(taking: &self.headers)
  }

  var form: EndpointForm { reader.form }
  /// The query fields and headers without a form field, in their original order.
  var rest: (query: [DraftField], headers: [DraftField]) {
    (query, cookies.addingRemaining(headers))
  }

  mutating func read(_ draft: Draft) {
    reader.form.unmapped = draft
    reader.form.unmapped.method =
      draft.method == form.endpoint.method.rawValue ? "" : draft.method
    reader.form.unmapped.url = ""
    reader.form.unmapped.pathVariables = []
    reader.form.unmapped.body = .none
    reader.form.unmapped.authorization = .none
    var address = AddressReader(reader)
    query = address.read(draft) + query
    reader = address.reader
    readParameters()
    var body = DraftBodyReader(reader)
    body.read(draft, &headers)
    var credentials = CredentialReader(body.reader.form)
    credentials.read(draft, &query, &headers, &cookies.fields)
    reader.form = credentials.form
    (reader.form.unmapped.query, reader.form.unmapped.headers) = rest
    reader.form.source = EndpointForm.Source(draft: draft, normal: form.normalDraft())
  }

  /// Reads the parameters that have no value in the form.
  mutating func readParameters() {
    for parameter in form.endpoint.parameters
    where !form.holdsAnswer(.parameter(parameter.place, parameter.name)) {
      switch parameter.place {
      case .path: continue
      case .query: reader.read(parameter, from: &query)
      case .header: reader.readHeader(parameter, from: &headers)
      case .cookie: reader.read(parameter, from: &cookies.fields)
      }
    }
  }

  /// Reads the keys of the selected security schemes that have no value in the form.
  mutating func readKeys() {
    for (id, key) in form.keys where form.inputs[id] == nil {
      switch key.place {
      case .header: reader.take(id, from: &headers) { $0.isHeader(key.name) }
      // A query field can supply a key that the catalog defines as a form field. The key is then
      // sent as a form field.
      case .query, .form:
        reader.take(id, from: &query) {
          $0.name == key.name && $0.mark != .off && $0.mark != .encoded
        }
      case .cookie: continue
      }
    }
  }
}

/// The cookies in the Cookie header of a draft.
struct CookieInputs {
  var fields: [DraftField] = []

  /// Removes the Cookie header from the list and splits it into fields. Does nothing if the header
  /// is not a list of `name=value` pairs.
  init(taking headers: inout [DraftField]) {
    guard
      let index = headers.firstIndex(where: { $0.isHeader("Cookie") }),
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

  /// Adds a Cookie header with the remaining cookies.
  func addingRemaining(_ headers: [DraftField]) -> [DraftField] {
    guard !fields.isEmpty else { return headers }
    let text = fields.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    return headers + [DraftField("Cookie", text)]
  }
}
