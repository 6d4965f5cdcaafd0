package import ClientModel

/// The operations of a form that its readers, writers and checks carry out.
extension EndpointForm {
  /// A form filled from a draft. Parts for which the form has no field are unmapped, and `draft()` returns them.
  ///
  /// A part that is not changed keeps the spelling of the draft. The endpoint, and the rule for remote jobs, are
  /// those of the catalog.
  package init(reading draft: Draft, _ endpoint: Endpoint, in catalog: Catalog) {
    var reader = DraftReader(
      EndpointForm(endpoint, in: catalog), query: draft.query, headers: draft.headers)
    reader.read(draft)
    self = reader.form
  }

  /// The current request, even when it still has problems.
  ///
  /// An unchanged part of the draft that the form was read from has its original text.
  package func draft() -> Draft { DraftWriter(self).draft() }

  /// The request in the form's own field order and notation.
  func normalDraft() -> Draft { DraftWriter(self).normalDraft() }

  /// All problems that prevent sending the form, in the order of its fields.
  package var problems: [FormProblem] { FormCheck(self).problems + RuleCheck(self).problems }

  /// All rows that are unfolded now, in the order of the screen.
  package var rows: [FormRow] { FormRows(self).rows }

  /// The form field from which a part of `draft()` comes, so that a problem of the draft (a template without
  /// a value, a missing file) is shown at that field.
  package func field(at place: DraftProblem.Place) -> FieldID { DraftPlaces(self).field(at: place) }

  /// Fills empty fields with values that are valid for the catalog: its examples where they are valid,
  /// else its defaults, its choices, or values within its bounds.
  ///
  /// Credentials stay empty, and so do fields for which no value can be made; `problems` lists them.
  package mutating func fillExample(_ extent: Extent = .required) {
    var filling = ExampleFilling(self, extent)
    filling.fill()
    self = filling.form
  }

  /// How much of a form an example fills in.
  package enum Extent: Hashable, Sendable {
    /// Only the required fields.
    case required
    /// The optional fields as well, except deprecated ones.
    case everything
  }

  /// Fills the parameters and keys of the form from query fields and headers of the same names, unless they
  /// have values.
  ///
  /// - Returns: What no field has, in the same order.
  package mutating func take(
    query given: [DraftField], headers other: [DraftField]
  ) -> (query: [DraftField], headers: [DraftField]) {
    var reader = DraftReader(self, query: given, headers: other)
    reader.readParameters()
    reader.readKeys()
    self = reader.form
    return reader.rest
  }

  /// Adds query fields and headers that are sent unchanged, in addition to those of the fields.
  package mutating func addUnmapped(
    query: [DraftField], headers: [DraftField], without removed: [String]
  ) {
    unmapped.query += query
    unmapped.headers += headers
    unmapped.removedHeaders += removed
  }

  /// The media types whose body has a field of that name.
  package func mediaTypes(having name: String) -> [String] {
    endpoint.bodies.map(\.mediaType).filter { type in
      var other = self
      other.set(type, for: .mediaType)
      return other.names.contains(name)
    }
  }

  /// The endpoints of the same path that take a file of that name.
  package func endpointsTaking(fileFor name: String) -> [String] {
    catalog.groups.flatMap(\.endpoints)
      .filter { $0.path == endpoint.path && $0.id != endpoint.id }
      .filter { other in
        var form = EndpointForm(other, in: catalog)
        return form.use(ofFileFor: name) == .path
      }
      .map(\.id)
  }

  /// Copies the answers whose part of the draft did not change, with choices that no draft shows, such as a shape
  /// without a value.
  ///
  /// - Parameters:
  ///   - other: A form of the same endpoint. This form was read from a later draft.
  ///   - draft: The draft of the other form.
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
    for (id, _) in answers.all where isSame(id) { answers[id] = nil }
    for (id, answer) in other.answers.all where isSame(id) { answers[id] = answer }
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

  /// The fields that may be given by name: parameters, filters, fields of the body, parts of the address, and
  /// credentials. A name of several fields means the first of them.
  package var names: [String] { fieldNames.names }

  /// The name by which `give` finds a field; nil if it has none.
  package func name(of id: FieldID) -> String? { fieldNames.name(of: id) }

  /// The names of all fields; made once by a caller who asks for several.
  package var fieldNames: FieldNames { FieldNames(self) }

  /// Chooses the shape of the body that has most of these fields; the first of several.
  package mutating func chooseShape(having names: [String]) {
    var fields = FormNames(self)
    fields.chooseShape(having: names)
    self = fields.form
  }

  /// The value given for one name.
  package enum Given: Hashable, Sendable {
    /// One or more texts; several only for a list.
    case texts([String])
    /// A JSON text.
    case json(String)
  }

  /// Why a field was not given its value.
  package enum Refusal: Error, Hashable, Sendable {
    case noField
    /// Several texts for a field that takes one.
    case onlyOne
    case noJSON
  }

  /// Gives a field its value.
  ///
  /// - Parameter name: As on the wire; `place.name` for one of several places, `a.b` for a member of an
  ///   object.
  package mutating func give(_ given: Given, to name: String) throws(Refusal) {
    var input = NamedInput(self)
    defer { self = input.form }
    try input.give(given, to: name)
  }

  /// Gives a field its value.
  package mutating func give(_ given: Given, to id: FieldID) throws(Refusal) {
    var input = NamedInput(self)
    defer { self = input.form }
    try input.give(given, to: id)
  }

  /// Gives several fields their texts.
  ///
  /// - Returns: The names of the fields that refused theirs, each with the reason.
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

  /// How a file that is given for a field is used.
  package enum FileUse: Hashable, Sendable {
    /// The field is a file: it takes the path.
    case path
    /// The content is the body.
    case body
    /// The content is the field's text.
    case text
    /// The content is the field's value as JSON.
    case json
  }

  /// Nil for a name that no field has.
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

  /// The labels of the alternatives, each with the names by which its credentials are given.
  package var securityAlternatives: [(label: String, names: [String])] {
    SecurityChoice(form: self).alternatives
  }
}
