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

  // MARK: Names

  /// The fields that may be given by name: parameters, filters, fields of the body, parts of the address, and
  /// credentials. A name of several fields means the first of them.
  package var names: [String] { FormNames(self).names }

  /// The name by which `give` finds a field; nil if it has none.
  ///
  /// If an earlier field has the same name, the name contains the place, as in `query.id`. A member of an object
  /// is named as in `filter.color`.
  package func name(of id: FieldID) -> String? { FormNames(self).name(of: id) }

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
