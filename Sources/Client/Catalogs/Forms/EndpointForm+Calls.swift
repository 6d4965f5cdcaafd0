package import ClientModel

/// The operations of a form that its readers, writers and checks implement.
extension EndpointForm {
  /// Creates a form from a draft. Parts without a form field are unmapped, and `draft()` returns
  /// them unchanged.
  ///
  /// An unchanged part retains the spelling of the draft. The endpoint and the rule for remote jobs
  /// come from the catalog.
  package init(reading draft: Draft, _ endpoint: Endpoint, in catalog: Catalog) {
    var reader = DraftReader(
      EndpointForm(endpoint, in: catalog), query: draft.query, headers: draft.headers)
    reader.read(draft)
    self = reader.form
  }

  /// Returns the current request, even if it still has problems.
  ///
  /// If the form was read from a draft, an unchanged part of the draft retains its original text.
  package func draft() -> Draft { DraftWriter(self).draft() }

  /// Returns the request in the form's own field order and notation.
  func normalDraft() -> Draft { DraftWriter(self).normalDraft() }

  /// All problems that prevent sending the form, in the order of its fields.
  package var problems: [FormProblem] { FormCheck(self).problems + RuleCheck(self).problems }

  /// All visible rows, in the order of their display.
  package var rows: [FormRow] { FormRows(self).rows }

  /// Returns the form field from which a part of `draft()` comes, so that a problem in the draft (a
  /// template without a value, a missing file) is shown at that field.
  package func field(at place: DraftProblem.Location) -> FieldID {
    DraftFieldMap(self).field(at: place)
  }

  /// Fills empty fields with values that are valid for the catalog: its examples if they are valid,
  /// or else its defaults, its choices, or values within its bounds.
  ///
  /// Credentials and fields without a possible value stay empty; `problems` lists them.
  package mutating func fillExample(_ extent: Extent = .required) {
    var filling = ExampleFilling(self, extent)
    filling.fill()
    self = filling.form
  }

  /// The fields of a form that an example fills in.
  package enum Extent: Hashable, Sendable {
    /// Only the required fields.
    case required
    /// The optional fields as well, except deprecated ones.
    case everything
  }

  /// Fills the parameters and keys of the form from query fields and headers of the same names,
  /// unless they already have values.
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

  /// Adds query fields and headers that are sent unchanged, in addition to those of the form's
  /// fields.
  package mutating func addUnmapped(
    query: [DraftField], headers: [DraftField], without removed: [String]
  ) {
    unmapped.query += query
    unmapped.headers += headers
    unmapped.removedHeaders += removed
  }

  /// Returns the media types whose body has a field of that name.
  package func mediaTypes(having name: String) -> [String] {
    endpoint.bodies.map(\.mediaType).filter { type in
      var other = self
      other.set(type, for: .mediaType)
      return other.names.contains(name)
    }
  }

  /// Returns the other endpoints of the same path that accept a file for the field with this name.
  package func endpointsTaking(fileFor name: String) -> [String] {
    catalog.groups.flatMap(\.endpoints)
      .filter { $0.path == endpoint.path && $0.id != endpoint.id }
      .filter { other in
        var form = EndpointForm(other, in: catalog)
        return form.use(ofFileFor: name) == .path
      }
      .map(\.id)
  }

  /// Copies the answers of another form for each part of the draft that has not changed since. This
  /// preserves choices that a draft does not contain, such as a selected shape without a value.
  ///
  /// - Parameters:
  ///   - other: An earlier form of the same endpoint.
  ///   - draft: The draft of the other form. It is compared with the draft from which this form was
  ///     read.
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

  /// The name of the endpoint with its catalog.
  package var endpointName: EndpointName {
    EndpointName(catalog: catalog.name, endpoint: endpoint.id)
  }

  /// The names that `give` accepts: parameters, filters, fields of the body, parts of the address,
  /// and credentials. If several fields have the same name, the name refers to the first field.
  package var names: [String] { fieldNames.names }

  /// Returns the name with which `give` finds a field, or nil if the field has none.
  package func name(of id: FieldID) -> String? { fieldNames.name(of: id) }

  /// The names of all fields. A caller that needs several names stores the result.
  package var fieldNames: FieldNames { FieldNames(self) }

  /// Chooses the shape of the body that has most of these fields, or the first such shape.
  package mutating func chooseShape(having names: [String]) {
    var fields = FormNames(self)
    fields.chooseShape(having: names)
    self = fields.form
  }

  /// The value given for one name.
  package enum Given: Hashable, Sendable {
    /// One or more texts. Only a list accepts several texts.
    case texts([String])
    /// A JSON text.
    case json(String)
  }

  /// The reason why a field did not accept a value.
  package enum Refusal: Error, Hashable, Sendable {
    case noField
    /// Several texts for a field that accepts one text.
    case onlyOne
    case noJSON
  }

  /// Sets the value of a field.
  ///
  /// - Parameter name: The name in the request, `place.name` if several places have the name, or
  ///   `a.b` for a member of an object.
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
  /// - Returns: The names of the fields that did not accept their texts, each with the reason.
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

  /// The way in which a field uses a file.
  package enum FileUse: Hashable, Sendable {
    /// The field is a file, so the path is its value.
    case path
    /// The content is the body.
    case body
    /// The content is the field's text.
    case text
    /// The content is the field's value as JSON.
    case json
  }

  /// Returns the way in which the field with this name uses a file, or nil if there is no such
  /// field.
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

  /// The schemes that the chosen alternative needs together.
  var chosenSchemes: [(name: String, scheme: SecurityScheme)] { SecurityChoice(form: self).schemes }

  /// The labels of the alternatives, each with the names of its credentials.
  package var securityAlternatives: [(label: String, names: [String])] {
    SecurityChoice(form: self).alternatives
  }
}
