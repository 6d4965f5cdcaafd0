package import ClientModel

/// A form for one endpoint: its values, its request and its problems.
///
/// A form sends nothing and reads no files. An object is expanded only when it is opened, because a
/// schema may contain itself. Values with `{{name}}` and references such as `env:NAME` are not
/// replaced, and their types are not checked.
package struct EndpointForm: Sendable {
  package var endpoint: Endpoint { definition.value.endpoint }
  var catalog: Catalog { definition.value.catalog }
  private let definition: Boxed<Definition>
  var inputs = FormInputs()
  /// The marks that differ from the default.
  var marks: [FieldID: DraftField.Mark] = [:]
  /// The fields that the user opened. `closed` contains the fields that the user closed.
  var opened: Set<FieldID> = []
  var closed: Set<FieldID> = []
  /// A draft that contains only the parts without a form field.
  var unmapped: Draft {
    get { boxedUnmapped.value }
    set { boxedUnmapped = Boxed(newValue) }
  }
  private var boxedUnmapped = Boxed(Draft(method: ""))
  /// The path filters in the draft that the endpoint does not define, as written.
  var unmappedFilters: [String] = []
  /// The original draft and the form's first draft, used to keep the original text of unchanged
  /// parts.
  var source: Source? {
    get { boxedSource?.value }
    set { boxedSource = newValue.map { Boxed($0) } }
  }
  private var boxedSource: Boxed<Source>?

  private struct Definition: Sendable {
    let endpoint: Endpoint
    let catalog: Catalog
  }

  struct Source: Hashable, Sendable {
    var draft: Draft
    var normal: Draft
  }

  /// Creates an empty form. The default of a required field is sent. The default of an optional
  /// field is only displayed, because the server applies it.
  package init(_ endpoint: Endpoint, in catalog: Catalog) {
    definition = Boxed(Definition(endpoint: endpoint, catalog: catalog))
  }

  // MARK: Filling in

  /// Sets the text of a field: a value, the label of an option or the path of a file. An empty text
  /// removes the value.
  package mutating func set(_ text: String, for id: FieldID) {
    change(id) { form in
      form.empty(id)
      if !text.isEmpty { form.inputs[id] = .text(text) }
    }
  }

  /// Sets an empty string, which is different from no value.
  package mutating func setEmpty(_ id: FieldID) {
    clear(id)
    inputs[id] = .text("")
  }

  /// Sets `null`.
  package mutating func setNull(_ id: FieldID) {
    clear(id)
    inputs[id] = .null
  }

  /// Sets the value of a field as JSON, and removes all values below the field.
  package mutating func set(json: String, for id: FieldID) {
    clear(id)
    inputs[id] = .json(json)
  }

  /// Removes the values of a field and of all fields below it. For an unmapped field, removes the
  /// part of the draft.
  package mutating func clear(_ id: FieldID) {
    change(id) { $0.empty(id) }
  }

  private mutating func empty(_ id: FieldID) {
    if case .unmapped(let part) = id.root { return drop(part) }
    if case .text = inputs[id] {
      inputs[id] = nil
      return
    }
    inputs.removeAll(within: id)
    if !marks.isEmpty { marks = marks.filter { !$0.key.isWithin(id) } }
  }

  /// Changes a field. If a new media type changes the body from fields to a single text or file, or
  /// vice versa, the value of the entire body is removed. The values of its fields are not removed.
  private mutating func change(_ id: FieldID, _ work: (inout EndpointForm) -> Void) {
    guard id == .mediaType else { return work(&self) }
    let before = isBodyOfFields
    work(&self)
    if before != isBodyOfFields { inputs[.body] = nil }
  }

  /// Whether the body consists of fields and is not a single text or file.
  private var isBodyOfFields: Bool {
    guard let body = chosenBody else { return false }
    switch FormBodyKind(body, catalog) {
    case .json, .form, .multipart: return true
    case .text, .file: return false
    }
  }

  /// Selects an option of a row by its index.
  package mutating func choose(_ index: Int, for id: FieldID) {
    guard let field = find(id) else { return }
    switch field.kind {
    case .alternatives:
      clear(id)
      inputs[id] = .alternative(index)
      opened.insert(id.alternative(index))
    case .choice(let options), .proposals(let options):
      if index < options.count { set(options[index].label, for: id) }
    case .severalOf(let options):
      if index < options.count { toggle(options[index].label, for: id) }
    default: break
    }
  }

  /// Selects an option in addition to the selected ones, or deselects it if it is already selected.
  package mutating func toggle(_ label: String, for id: FieldID) {
    var picked: [String] = []
    if case .picked(let before) = inputs[id] { picked = before }
    if picked.contains(label) {
      picked.removeAll { $0 == label }
    } else {
      picked.append(label)
    }
    clear(id)
    if !picked.isEmpty { inputs[id] = .picked(picked) }
  }

  /// Selects exactly these options in this order.
  package mutating func pick(_ labels: [String], for id: FieldID) {
    clear(id)
    inputs[id] = .picked(labels)
  }

  /// Appends an element to a list.
  ///
  /// - Returns: The field of the new element.
  @discardableResult
  package mutating func addItem(to id: FieldID) -> FieldID {
    var numbers: [Int] = []
    if case .items(let before) = inputs[id] { numbers = before }
    let number = (numbers.max() ?? -1) + 1
    inputs[id] = .items(numbers + [number])
    opened.insert(id)
    return id.step(.item(number))
  }

  /// Replaces the elements of a list, for example with pasted rows. An empty array clears the list.
  package mutating func setItems(_ texts: [String], of id: FieldID) {
    clear(id)
    guard !texts.isEmpty else { return }
    inputs[id] = .items(Array(texts.indices))
    for (number, text) in texts.enumerated() { inputs[id.step(.item(number))] = .text(text) }
  }

  /// Adds a member that is not in the schema, and creates the object if it has no value.
  @discardableResult
  package mutating func addMember(_ name: String, to id: FieldID) -> FieldID {
    var members: [FormMember] = []
    if case .object(let before) = inputs[id] { members = before }
    let number = (members.map(\.number).max() ?? -1) + 1
    inputs[id] = .object(members + [FormMember(number: number, name: name)])
    opened.insert(id)
    return id.step(.member(number))
  }

  /// Removes a list element or an object member, or clears a field of any other kind.
  package mutating func remove(_ id: FieldID) {
    clear(id)
    inputs[id] = nil
    guard let last = id.steps.last else { return }
    let parent = FieldID(id.root, id.steps.dropLast())
    switch (last, inputs[parent]) {
    case (.item(let number), .items(let numbers)):
      let rest = numbers.filter { $0 != number }
      inputs[parent] = rest.isEmpty ? nil : .items(rest)
    case (.member(let number), .object(let members)):
      inputs[parent] = .object(members.filter { $0.number != number })
    default: break
    }
  }

  /// Sets an empty object or list in a field without a value, or an empty string in a field of any
  /// other kind.
  package mutating func giveEmpty(_ id: FieldID) {
    guard let field = find(id) else { return }
    switch field.schema.kind {
    case .object: if inputs[id] == nil { inputs[id] = .object([]) }
    case .list:
      if inputs[id] == nil {
        inputs[id] = if case .severalOf = field.kind { .picked([]) } else { .items([]) }
      }
    default: setEmpty(id)
    }
    opened.insert(id)
  }

  /// Sets the mark of a field, such as `secret`. Nil restores the default.
  package mutating func mark(_ mark: DraftField.Mark?, _ id: FieldID) { marks[id] = mark }

  // MARK: Folding

  package mutating func unfold(_ id: FieldID) {
    opened.insert(id)
    closed.remove(id)
  }

  package mutating func fold(_ id: FieldID) {
    closed.insert(id)
    opened.remove(id)
  }

  /// Opens all parents of a field, so that `rows` contains the field.
  package mutating func reveal(_ id: FieldID) {
    for count in 0..<id.steps.count {
      let outer = FieldID(id.root, Array(id.steps.prefix(count)))
      unfold(outer)
      unfold(outer.step(.more))
    }
    if case .more = id.root { return }
    for section in FormSection.allCases
    where fields(in: section).contains(where: { $0.id.root == id.root }) {
      unfold(FieldID(.more(section)))
    }
  }

  /// Copies the fold states from another form of the same endpoint.
  package mutating func copyFolds(of other: EndpointForm) {
    opened = other.opened
    closed = other.closed
  }

  /// Returns whether the field is an element of a list.
  package func isItem(_ id: FieldID) -> Bool {
    if case .item = id.steps.last { true } else { false }
  }

  /// Returns the field that contains this field, or the field itself if none contains it.
  package func parent(of id: FieldID) -> FieldID { FieldID(id.root, Array(id.steps.dropLast())) }

  /// Returns the labels of the selected options in the order of selection.
  package func picked(_ id: FieldID) -> [String] {
    if case .picked(let labels) = inputs[id] { labels } else { [] }
  }
}

/// Equality of forms by endpoint, catalog name, values, marks, fold states, unmapped parts and
/// source.
extension EndpointForm: Hashable {
  package static func == (left: EndpointForm, right: EndpointForm) -> Bool {
    left.inputs == right.inputs && left.marks == right.marks && left.opened == right.opened
      && left.closed == right.closed && left.unmapped == right.unmapped
      && left.unmappedFilters == right.unmappedFilters && left.source == right.source
      && left.catalog.name == right.catalog.name && left.endpoint == right.endpoint
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(endpoint.id)
    hasher.combine(inputs)
    hasher.combine(unmapped)
  }
}

/// The inputs of a form by field, with a count of the inputs below each field.
struct FormInputs: Sendable {
  private var inputs: [FieldID: FieldInput] = [:]
  /// The number of inputs in a field and the fields below it. A field without inputs has no entry.
  private var counts: [FieldID: Int] = [:]

  subscript(id: FieldID) -> FieldInput? {
    get { inputs[id] }
    set {
      let before = inputs.count
      inputs[id] = newValue
      let change = inputs.count - before
      guard change != 0 else { return }
      for length in 0...id.steps.count {
        let outer = FieldID(id.root, Array(id.steps.prefix(length)))
        let count = counts[outer, default: 0] + change
        counts[outer] = count == 0 ? nil : count
      }
    }
  }

  /// All inputs in no particular order.
  var all: [(id: FieldID, answer: FieldInput)] { inputs.map { ($0.key, $0.value) } }

  /// Returns whether this field or a field below it has an input.
  func hasAny(within id: FieldID) -> Bool { counts[id] != nil }

  mutating func removeAll(within id: FieldID) {
    guard hasAny(within: id) else { return }
    for key in inputs.keys.filter({ $0.isWithin(id) }) { self[key] = nil }
  }
}

extension FormInputs: Hashable {
  static func == (left: FormInputs, right: FormInputs) -> Bool { left.inputs == right.inputs }

  func hash(into hasher: inout Hasher) { hasher.combine(inputs) }
}
