package import ClientModel

/// The functions of a form that separate types implement.
extension EndpointForm {
  /// Creates a form from a draft. Parts of the draft without a form field are unmapped, and
  /// `draft()` returns them unchanged.
  ///
  /// Unchanged parts keep their original text. The endpoint's name and its rule for remote jobs are
  /// those of the catalog.
  package init(reading draft: Draft, _ endpoint: Endpoint, in catalog: Catalog) {
    var reader = DraftReader(
      EndpointForm(endpoint, in: catalog), query: draft.query, headers: draft.headers)
    reader.read(draft)
    self = reader.form
  }

  /// Returns the current request, which may still have problems.
  ///
  /// If the form was read from a draft, unchanged parts keep their original text.
  package func draft() -> Draft { DraftWriter(self).draft() }

  /// Returns the request in the form's own order and notation.
  func normalDraft() -> Draft { DraftWriter(self).normalDraft() }

  /// All problems that prevent sending the form, in the order of its fields.
  package var problems: [FormProblem] { FormCheck(self).problems + RuleCheck(self).problems }

  /// All visible rows in display order.
  package var rows: [FormRow] { FormRows(self).rows }

  /// Returns the form field that shows problems with a part of `draft()`.
  package func field(at place: DraftProblem.Location) -> FieldID {
    DraftFieldMap(self).field(at: place)
  }

  /// Fills empty fields with the first valid value of these: the catalog's example, the default, an
  /// allowed value, and a value within the bounds.
  ///
  /// Credentials, and fields for which no value was found, stay empty. `problems` lists the
  /// required ones.
  package mutating func fillExample(_ extent: Extent = .required) {
    var filling = ExampleFilling(self, extent)
    filling.fill()
    self = filling.form
  }

  /// The fields that an example fills.
  package enum Extent: Hashable, Sendable {
    /// Only the required fields.
    case required
    /// All fields except deprecated ones.
    case everything
  }

  /// Fills empty parameters and keys from query fields and headers with the same names.
  ///
  /// - Returns: The query fields and headers without a form field, in the same order.
  package mutating func take(
    query given: [DraftField], headers other: [DraftField]
  ) -> (query: [DraftField], headers: [DraftField]) {
    var reader = DraftReader(self, query: given, headers: other)
    reader.readParameters()
    reader.readKeys()
    self = reader.form
    return reader.rest
  }

  /// Adds query fields and headers that have no form field. They are sent unchanged.
  package mutating func addUnmapped(
    query: [DraftField], headers: [DraftField], without removed: [String]
  ) {
    unmapped.query += query
    unmapped.headers += headers
    unmapped.removedHeaders += removed
  }

  /// Returns the media types whose body has this field.
  package func mediaTypes(having name: String) -> [String] {
    endpoint.bodies.map(\.mediaType).filter { type in
      var other = self
      other.set(type, for: .mediaType)
      return other.names.contains(name)
    }
  }

  /// Returns the ids of other endpoints with the same path that accept a file for this field.
  package func endpointsTaking(fileFor name: String) -> [String] {
    catalog.groups.flatMap(\.endpoints)
      .filter { $0.path == endpoint.path && $0.id != endpoint.id }
      .filter { other in
        var form = EndpointForm(other, in: catalog)
        return form.use(ofFileFor: name) == .path
      }
      .map(\.id)
  }

  /// Copies the field inputs of another form for the unchanged parts of a draft. A draft does not
  /// contain some inputs, such as a selected shape without a value.
  ///
  /// - Parameters:
  ///   - other: An earlier form of the same endpoint.
  ///   - draft: The draft of the earlier form, which is compared with the draft of this form.
  package mutating func copyAnswers(of other: EndpointForm, unchangedSince draft: Draft) {
    guard var source else { return }
    let (old, new) = (draft, source.draft)
    func query(of url: String) -> Substring { url[DraftPath.queryMark(in: url)...] }
    let hasSameHeaders = old.headers == new.headers
    let hasSameQuery = old.query == new.query && query(of: old.url) == query(of: new.url)
    let hasSameBody =
      old.body == new.body && hasSameHeaders
      && old.endpointChoice.mediaType == new.endpointChoice.mediaType
    func isSame(_ id: FieldID) -> Bool {
      switch id.root {
      case .body, .mediaType: hasSameBody
      case .parameter(.query, _): hasSameQuery
      case .parameter(.header, _), .parameter(.cookie, _): hasSameHeaders
      case .choice: hasSameBody && hasSameQuery && hasSameHeaders
      default: false
      }
    }
    for (id, _) in inputs.all where isSame(id) { inputs[id] = nil }
    for (id, answer) in other.inputs.all where isSame(id) { inputs[id] = answer }
    for (id, mark) in other.marks where isSame(id) { marks[id] = mark }
    if hasSameBody { unmapped.body = other.unmapped.body }
    if hasSameQuery { unmapped.query = other.unmapped.query }
    if hasSameHeaders { unmapped.headers = other.unmapped.headers }
    source.normal = normalDraft()
    self.source = source
  }

  // MARK: Names

  /// The name of the endpoint, which includes the name of the catalog.
  package var endpointName: EndpointName {
    EndpointName(catalog: catalog.name, endpoint: endpoint.id)
  }

  /// The names that `give` accepts: parameters, filters, body fields, parts of the URL and
  /// credentials. A name of several fields refers to the first one.
  package var names: [String] { fieldNames.names }

  /// Returns the name of a field for `give`, or nil if the field has none.
  package func name(of id: FieldID) -> String? { fieldNames.name(of: id) }

  /// The names of all fields. They are computed at each access.
  package var fieldNames: FieldNames { FieldNames(self) }

  /// Selects the body shape that has the most of these fields. Of equal shapes, selects the first
  /// one.
  package mutating func chooseShape(having names: [String]) {
    var fields = FormNames(self)
    fields.chooseShape(having: names)
    self = fields.form
  }

  /// The new value of a field.
  package enum Given: Hashable, Sendable {
    /// One text, or several texts for a list.
    case texts([String])
    /// A JSON text.
    case json(String)
  }

  /// The reason why a field did not accept a value.
  package enum Refusal: Error, Hashable, Sendable {
    case noField
    /// Several texts for a field that accepts only one.
    case onlyOne
    case noJSON
  }

  /// Sets the value of a named field.
  ///
  /// - Parameter name: The name in the request, `location.name` if several fields have this name,
  ///   or `a.b` for a member of an object.
  package mutating func give(_ given: Given, to name: String) throws(Refusal) {
    var input = NamedInput(self)
    defer { self = input.form }
    try input.give(given, to: name)
  }

  /// Sets the value of a field.
  package mutating func give(_ given: Given, to id: FieldID) throws(Refusal) {
    var input = NamedInput(self)
    defer { self = input.form }
    try input.give(given, to: id)
  }

  /// Sets the texts of several fields.
  ///
  /// - Returns: The names of the fields that did not accept their texts, with the reasons.
  package mutating func give(
    _ given: [(name: String, texts: [String])]
  ) -> [(name: String, refusal: Refusal)] {
    var input = NamedInput(self)
    defer { self = input.form }
    var refused: [(name: String, refusal: Refusal)] = []
    for (name, texts) in given {
      do throws(Refusal) { try input.give(.texts(texts), to: name) } catch {
        refused.append((name, error))
      }
    }
    return refused
  }

  /// The use of a file in a field.
  package enum FileUse: Hashable, Sendable {
    /// The path is the value of the field, which is a file.
    case path
    /// The content of the file is the body.
    case body
    /// The content of the file is the text of the field.
    case text
    /// The file contains JSON, which is the value of the field.
    case json
  }

  /// Returns the use of a file in the field with this name, or nil if there is no such field.
  package mutating func use(ofFileFor name: String) -> FileUse? {
    var input = NamedInput(self)
    defer { self = input.form }
    return input.use(ofFileFor: name)
  }

  // MARK: Parts

  mutating func fill(_ field: FormField, with value: FormValue) {
    var filling = FieldFilling(form: self)
    filling.fill(field, with: value)
    self = filling.form
  }

  /// The schemes of the selected alternative, which are used together.
  var chosenSchemes: [(name: String, scheme: SecurityScheme)] { SecurityChoice(form: self).schemes }

  /// The labels of the alternatives with the names of their credentials.
  package var securityAlternatives: [(label: String, names: [String])] {
    SecurityChoice(form: self).alternatives
  }
}
