import ClientModel

/// A writer that sets fields by name.
struct NamedInput {
  private(set) var form: EndpointForm
  /// The cached field names, or nil after a value was set that may have changed them.
  private var names: FieldNames?

  init(_ form: EndpointForm) { self.form = form }

  /// Sets the value of a named field.
  ///
  /// - Parameter name: The name in the request, `location.name` if several fields have this name,
  ///   or `a.b` for a member of an object.
  mutating func give(_ given: EndpointForm.Given, to name: String) throws(EndpointForm.Refusal) {
    let before = form.inputs[.body]
    guard let id = place(named: name) else { throw .noField }
    defer {
      let isOneInput =
        switch id.root {
        case .parameter, .filter: true
        case .body: !id.steps.isEmpty && form.inputs[.body] == before
        default: false
        }
      if !isOneInput { names = nil }
    }
    try give(given, to: id)
  }

  /// Sets the value of a field.
  mutating func give(_ given: EndpointForm.Given, to id: FieldID) throws(EndpointForm.Refusal) {
    if id == .body { settleMediaType(for: given) }
    guard let field = form.find(id) else { throw .noField }
    switch given {
    case .json(let text):
      form.clear(id)
      // A value of the right kind is stored like typed text and not as JSON.
      if let value = FormValue(json: text) {
        form.fill(field, with: value)
      } else if text.firstRange(ofBytes: "{{") != nil {
        form.set(json: text, for: id)
      } else {
        throw .noJSON
      }
    case .texts(let texts):
      switch field.kind {
      case .severalOf: form.pick(texts, for: id)
      case .list: form.setItems(texts, of: id)
      default:
        guard texts.count == 1, let text = texts.first else { throw .onlyOne }
        // An empty string is different from no value.
        if text.isEmpty { form.setEmpty(id) } else { give(text, to: field) }
      }
    }
  }

  /// Sets the text of a field. JSON text fills the fields of an object. If the field has several
  /// shapes, selects the shape that matches the text.
  private mutating func give(_ text: String, to field: FormField) {
    switch field.schema.kind {
    case .object where field.schema.choices.isEmpty && field.kind != .json:
      guard case .object(let members) = FormValue(json: text) else { break }
      form.clear(field.id)
      return form.fill(field, with: .object(members))
    case .oneOf(let alternatives) where field.schema.choices.isEmpty:
      guard let index = form.alternative(forText: text, of: field, among: alternatives) else {
        break
      }
      form.clear(field.id)
      form.inputs[field.id] = .alternative(index)
      if let child = form.children(of: field).first { give(text, to: child) }
      return
    default: break
    }
    form.set(text, for: field.id)
  }

  /// Returns the use of a file in the field with this name, or nil if there is no such field.
  mutating func use(ofFileFor name: String) -> EndpointForm.FileUse? {
    guard let id = place(named: name), let field = form.find(id) else { return nil }
    if id == .body { return .body }
    if field.holdsFiles(in: form), field.setting == .text { return .path }
    switch field.kind {
    case .json, .object, .alternatives: return .json
    default: return .text
    }
  }

  /// Selects the media type of the given body if the catalog allows a range of types.
  private mutating func settleMediaType(for given: EndpointForm.Given) {
    let type: String? =
      switch given {
      case .json: form.impliedJSONType
      case .texts(let texts): texts.first.flatMap { form.impliedType(ofText: $0) }
      }
    if let type { form.inputs[.mediaType] = .text(type) }
  }

  private mutating func place(named name: String) -> FieldID? {
    let known = names ?? FieldNames(form)
    names = known
    var search = FormNames(form)
    let id = search.place(named: name, among: known)
    form = search.form
    return id
  }
}
