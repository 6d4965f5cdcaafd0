import ClientCatalogs
import ClientModel

/// A request that was made from an endpoint of a catalog: its form, and filling it in.
extension ComposerModel {
  /// The pages of the request; the form is among them when there is one.
  package var tabs: [ComposerTab] {
    ComposerTab.allCases.filter { $0 != .form || form != nil }
  }

  /// Gives the request the form of its endpoint. Response settings that come from the endpoint do not count
  /// as changes by the user.
  mutating func attach(_ endpoint: CatalogEndpoint, in catalog: Catalog, edition: Int) {
    let isNew = form == nil
    let tellsWhatIsMissing = form?.tellsWhatIsMissing ?? false
    let outcome = endpoint.rules.outcome ?? catalog.outcome
    draft.remote = draft.remote ?? endpoint.rules.remote
    draft.outcome = draft.outcome ?? outcome
    if kept.endpoint == draft.endpoint {
      kept.remote = kept.remote ?? endpoint.rules.remote
      kept.outcome = kept.outcome ?? outcome
    }
    var fresh = ComposerForm(reading: draft, endpoint, in: catalog, edition: edition)
    fresh.tellsWhatIsMissing = tellsWhatIsMissing
    form = fresh
    // The form tab opens only if the user is not yet editing another part of the request.
    if isNew, !isTyping, tab == .parameters, cursor == .url { show(.form) }
  }

  /// What the form is made of is gone; the request stays.
  mutating func loseForm() {
    form = nil
    if tab == .form { show(.parameters) }
  }

  /// Detaches the request from its endpoint; its response settings stay.
  mutating func detachForm() {
    loseForm()
    draft.endpoint = nil
    draft.endpointChoice = EndpointChoice()
    examine()
  }

  /// Reads what was edited in other tabs into the form.
  mutating func followForm() {
    guard form != nil, form?.draft != draft else { return }
    form?.follow(draft)
  }

  /// What keeps the form from being sent, in the order of its fields.
  var formProblems: [FormProblem] { form?.problems ?? [] }

  /// The field to begin with: the first that must be filled in, else the first at all.
  var firstFormField: ComposerField? {
    let rows = form?.rows ?? []
    let open = rows.first {
      $0.isRequired && !$0.isGiven && $0.standard == nil && $0.section != .server
    }
    let own = rows.first { $0.section != .server && $0.section != .security }
    return (open ?? own ?? rows.first).map { .form($0.id) }
  }

  // MARK: Filling in

  /// Changes what is filled in; the request follows at once.
  mutating func fill(_ work: (inout EndpointForm) -> Void) {
    followForm()
    let place = fieldRows.firstIndex { $0.contains(cursor) }
    guard let filled = form?.change(work) else { return }
    draft = filled
    (refused, hushed) = ([], nil)
    examine()
    keepCursor(near: place)
  }

  /// Folds or unfolds; the request stays as it is.
  mutating func foldForm(_ work: (inout EndpointForm) -> Void) {
    followForm()
    let place = fieldRows.firstIndex { $0.contains(cursor) }
    form?.fold(work)
    keepCursor(near: place)
  }

  /// A field that is gone leaves the cursor on the one in its place.
  private mutating func keepCursor(near place: Int?) {
    let stops = fieldRows
    guard case .form = cursor, let place, !stops.contains(where: { $0.contains(cursor) }) else {
      return
    }
    cursor = stops[min(place, stops.count - 1)].last ?? .url
  }

  /// Goes to the first field that is wrong, and says from now on what is missing.
  mutating func goToFormProblem() {
    guard let problem = form?.problems.first else { return }
    form?.tellsWhatIsMissing = true
    if form?.row(problem.field) == nil { foldForm { $0.reveal(problem.field) } }
    select(.form(problem.field))
  }

  /// Folds what can be folded; false for a row that has nothing below it.
  mutating func toggleFold(_ id: FieldID) -> Bool {
    guard let fold = form?.row(id)?.fold else { return false }
    foldForm { fold == .open ? $0.fold(id) : $0.unfold(id) }
    return true
  }

  /// Left and right on a row of the form.
  mutating func walkForm(_ id: FieldID, _ command: MoveCommand) {
    guard let fold = form?.row(id)?.fold, (fold == .open) == (command == .left) else { return }
    _ = toggleFold(id)
  }

  /// Goes to the next or previous field of the form, and types on there if it is typed.
  mutating func walkOn(by step: Int) {
    stopTyping()
    let fields = formRows.compactMap(\.field)
    guard let place = fields.firstIndex(of: cursor) else { return }
    cursor = fields[(place + step + fields.count) % fields.count]
    guard case .form(let id) = cursor, let row = form?.row(id), row.isTyped,
      !row.value.contains(where: \.isNewline)
    else { return reveal() }
    edit()
  }

  /// True where text is typed.
  var isTypedField: Bool {
    if case .form(let id) = cursor { return form?.row(id)?.isTyped ?? false }
    return !cursor.isChoice
  }

  /// True for a field of the form that holds JSON.
  var isJSONField: Bool {
    if case .form(let id) = cursor { form?.row(id)?.kind == .json } else { false }
  }

  /// What is wrong with the field of the form at hand, else with the first one that is told.
  var formStanding: Notice? {
    guard let form else { return nil }
    if case .form(let id) = cursor, let problem = form.problem(at: id) { return Notice(problem) }
    return form.rows.lazy.compactMap { form.problem(at: $0.id) }.first.map { Notice($0) }
  }

  /// Adds an element to the list at hand, or to the one that the element at hand stands in, and
  /// begins to type in it.
  mutating func addFormItem(to id: FieldID) {
    var added: FieldID?
    fill { added = $0.addItem(to: $0.isItem(id) ? $0.parent(of: id) : id) }
    guard let added else { return }
    cursor = .form(added)
    edit()
  }

  /// Takes the row away, or what was filled in there.
  mutating func clearForm(_ id: FieldID) {
    buffers[.form(id)] = nil
    fill { $0.remove(id) }
  }

  /// Switches a field to its next state without typing: true, false, unset; the next choice, or unset after
  /// the last; empty text, null, unset. A typed text becomes secret, or plain again.
  mutating func cycleForm(_ id: FieldID) {
    guard let row = form?.row(id) else { return }
    if row.kind.isMore || (row.fold != nil && !row.isChosen) {
      _ = toggleFold(id)
      return
    }
    switch row.kind {
    case .truth:
      let next = row.isGiven ? (row.value == "true" ? "false" : "") : "true"
      fill { $0.set(next, for: id) }
    case .choice(let options), .proposals(let options), .alternatives(let options):
      let place = options.firstIndex { $0.label == row.value }
      let next = place.map { $0 + 1 } ?? 0
      fill { next < options.count ? $0.choose(next, for: id) : $0.clear(id) }
    case .null: fill { row.isGiven ? $0.clear(id) : $0.setNull(id) }
    case .text, .integer, .number, .date, .dateTime, .json:
      if row.isGiven, !row.value.isEmpty, row.value != "null" {
        fill { $0.mark(row.isSecret ? nil : .secret, id) }
      } else if !row.isGiven {
        fill { $0.setEmpty(id) }
      } else if row.isNullable, row.value.isEmpty {
        fill { $0.setNull(id) }
      } else {
        fill { $0.clear(id) }
      }
    case .file, .list, .object, .severalOf, .more, .kept: break
    }
  }
}

extension FieldKind {
  var isMore: Bool { if case .more = self { true } else { false } }
}
