import ClientCatalogs
import ClientModel

/// The form of a request that was created from an endpoint of a catalog.
extension ComposerModel {
  /// The tabs of the request, including the form if there is one.
  package var tabs: [ComposerTab] {
    ComposerTab.allCases.filter { $0 != .form || form != nil }
  }

  /// Attaches the form of the endpoint to the request. Response settings that come from the
  /// endpoint do not count as changes by the user.
  mutating func attach(_ endpoint: Endpoint, in catalog: Catalog, edition: Int) {
    let isNew = form == nil
    let showsMissingFields = form?.showsMissingFields ?? false
    let outcome = endpoint.rules.outcome ?? catalog.outcome
    draft.remote = draft.remote ?? endpoint.rules.remote
    draft.outcome = draft.outcome ?? outcome
    if saved.endpoint == draft.endpoint {
      saved.remote = saved.remote ?? endpoint.rules.remote
      saved.outcome = saved.outcome ?? outcome
    }
    var fresh = ComposerForm(reading: draft, endpoint, in: catalog, edition: edition)
    fresh.showsMissingFields = showsMissingFields
    form = fresh
    // The form tab opens only if the user is not yet editing another part of the request.
    if isNew, !isTyping, tab == .parameters, cursor == .url { show(.form) }
  }

  /// Removes the form; the request stays.
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

  /// Reads changes from other tabs into the form.
  mutating func followForm() {
    guard form != nil, form?.draft != draft else { return }
    let place = fieldRows.firstIndex { $0.contains(cursor) }
    form?.follow(draft)
    restoreCursor(near: place)
  }

  /// The problems that prevent the form from being sent, in the order of its fields.
  var formProblems: [FormProblem] { form?.problems ?? [] }

  /// Attaches the form of the request's endpoint, if the request has one. Call it after each turn.
  mutating func follow(
    _ catalogs: inout CatalogsModel, _ announcements: inout Announcements
  ) -> [Effect] {
    guard let name = draft.endpoint else {
      announcements.found()
      return []
    }
    if let form, form.name == name, form.edition == catalogs.edition(of: name.catalog) { return [] }
    let search = catalogs.find(name)
    switch search {
    case .described(let endpoint, let catalog, let edition):
      announcements.found()
      attach(endpoint, in: catalog, edition: edition)
    case .awaited(let effects): return effects.map(Effect.catalogs)
    case .refused, .noCatalog, .noEndpoint:
      guard let why = search.absence(of: name), let notice = announcements.missing(name, why)
      else { break }
      loseForm()
      return [.notify(notice)]
    }
    return []
  }

  // MARK: Filling in

  /// Begins to edit a field in the way that suits its kind.
  mutating func editForm(_ id: FieldID) -> [Effect] {
    followForm()
    guard let row = form?.row(id) else { return [] }
    switch row.kind {
    case .truth, .null: cycleForm(id)
    case .unmapped:
      return [
        .notify(
          Notice(
            .info, "The catalog has no field for this.",
            why: "It was set in another tab and is sent as it is.",
            whatToDo: "Change it there, or delete it here."))
      ]
    case _ where row.isTyped:
      guard !row.value.contains(where: \.isNewline) else { return openEditor() }
      edit()
    case .choice, .severalOf, .proposals, .alternatives:
      return [.list(.chooseFor(.options(id, row.label)))]
    case .list where !row.isGiven: return addFormItem(to: id)
    default: _ = toggleFold(id)
    }
    return []
  }

  /// Adds an element to a list or a member to an object.
  mutating func addToForm(_ id: FieldID) -> [Effect] {
    if let obstacle = formAddObstacle { return [.notify(obstacle)] }
    if let row = form?.row(id), row.kind == .object {
      return [.ask(Prompt(MemberPrompt(object: id, name: row.label)))]
    }
    return addFormItem(to: id)
  }

  /// The reason why nothing can be added at the cursor, or nil if something can or the cursor is
  /// outside the form.
  var formAddObstacle: Notice? {
    guard case .form(let id) = cursor, let form, let row = form.row(id) else { return nil }
    if row.kind == .list || row.kind == .object || form.form.isItem(id) { return nil }
    return .cannot(
      "Nothing can be added here.", "Elements go into lists, members into objects.", "Go to one.")
  }

  /// The reason why nothing can be cleared at the cursor of the form, or nil.
  var formClearObstacle: Notice? {
    guard case .form(let id) = cursor, let row = form?.row(id), !row.isGiven, !row.isRemovable
    else { return nil }
    return .cannot("Nothing to clear here.", "This field is empty.", "Go to a filled one.")
  }

  mutating func addMember(_ name: String, to id: FieldID) {
    var added: FieldID?
    fill { added = $0.addMember(name, to: id) }
    if let added { select(.form(added)) }
  }

  /// Chooses an option and closes the list. If several may be chosen, the list stays open.
  mutating func choose(option index: Int, for id: FieldID) -> [Effect] {
    guard let row = form?.row(id) else { return [] }
    fill { $0.choose(index, for: id) }
    if case .severalOf = row.kind { return [] }
    editChosen(below: id)
    return [.list(.closeAll)]
  }

  /// Edits the first empty field that a choice added, because otherwise the next keys would be
  /// commands that queue or send the request. If none is empty, selects the first field that the
  /// choice added.
  private mutating func editChosen(below id: FieldID) {
    let rows = form?.rows ?? []
    guard let place = rows.firstIndex(where: { $0.id == id }) else { return }
    let added = rows[(place + 1)...].prefix { $0.depth > rows[place].depth }
    let open = added.first { $0.isTyped && !$0.isGiven && $0.standard == nil }
    guard let next = open ?? added.first else { return }
    select(.form(next.id))
    if open != nil { edit() }
  }

  /// Changes the values of the form; the request changes with them.
  mutating func fill(_ work: (inout EndpointForm) -> Void) {
    followForm()
    let place = fieldRows.firstIndex { $0.contains(cursor) }
    guard let filled = form?.change(work) else { return }
    draft = filled
    check.changed()
    examine()
    restoreCursor(near: place)
  }

  /// Folds or unfolds rows without a change to the request.
  mutating func foldForm(_ work: (inout EndpointForm) -> Void) {
    followForm()
    let count = formRows.count
    let place = fieldRows.firstIndex { $0.contains(cursor) }
    form?.fold(work)
    restoreCursor(near: place)
    reveal(below: formRows.count - count)
  }

  /// Moves the cursor from a removed field to the field at its position, or else to the first
  /// field.
  private mutating func restoreCursor(near place: Int?) {
    let stops = fieldRows
    guard case .form = cursor, !stops.contains(where: { $0.contains(cursor) }) else { return }
    cursor = place.flatMap { stops[min($0, stops.count - 1)].last } ?? form?.first ?? .url
  }

  /// Selects the first field with a problem. From then on, missing fields show their problem.
  mutating func goToFormProblem() {
    guard let problem = form?.problems.first else { return }
    form?.showsMissingFields = true
    if form?.row(problem.field) == nil { foldForm { $0.reveal(problem.field) } }
    select(.form(problem.field))
  }

  /// Folds or unfolds a row. Returns false if the row has no child rows.
  mutating func toggleFold(_ id: FieldID) -> Bool {
    guard let fold = form?.row(id)?.fold else { return false }
    foldForm { fold == .open ? $0.fold(id) : $0.unfold(id) }
    return true
  }

  /// Handles left and right on a row of the form.
  mutating func walkForm(_ id: FieldID, _ command: MoveCommand) {
    guard let fold = form?.row(id)?.fold, (fold == .open) == (command == .left) else { return }
    _ = toggleFold(id)
  }

  /// Moves to the next or previous field of the form, and starts typing if the field has one line
  /// of text. Skips the open row above optional fields.
  mutating func walkOn(by step: Int) {
    stopTyping()
    let rows = (form?.rows ?? []).filter { !$0.kind.isMore || $0.fold == .closed }
    let fields = rows.map { ComposerField.form($0.id) }
    guard let place = fields.firstIndex(of: cursor) else { return }
    cursor = fields[(place + step + fields.count) % fields.count]
    typeOnForm()
  }

  /// Starts typing in the selected field if it has one line of text.
  mutating func typeOnForm() {
    guard case .form(let id) = cursor, let row = form?.row(id), row.isTyped,
      !row.value.contains(where: \.isNewline)
    else { return reveal() }
    edit()
  }

  /// Whether the field of the cursor is typed.
  var isTypedField: Bool {
    if case .form(let id) = cursor { return form?.row(id)?.isTyped ?? false }
    return !cursor.isChoice
  }

  /// Whether the cursor is on a form field that contains JSON.
  var isJSONField: Bool {
    if case .form(let id) = cursor { form?.row(id)?.kind == .json } else { false }
  }

  /// Adds an element to this list, or to the list that contains this element, and begins to edit
  /// the new element. In an object, the first empty field is edited.
  mutating func addFormItem(to id: FieldID) -> [Effect] {
    var added: FieldID?
    fill { added = $0.addItem(to: $0.isItem(id) ? $0.parent(of: id) : id) }
    guard let added, let row = form?.row(added) else { return [] }
    cursor = .form(added)
    switch row.kind {
    case .object where row.fold != nil:
      if row.fold == .closed { _ = toggleFold(added) }
      editChosen(below: added)
    case .choice, .severalOf, .proposals, .alternatives: return editForm(added)
    case .truth, .null, .list: reveal()
    default: edit()
    }
    return []
  }

  /// Removes the row or its value. A notice says if the request then goes to another address.
  mutating func clearForm(_ id: FieldID) -> [Effect] {
    let isOwn = form?.row(id)?.section == .unmapped
    let old = draft.url
    buffers[.form(id)] = nil
    fill { $0.remove(id) }
    guard isOwn, draft.url != old else { return [] }
    return [
      .notify(
        Notice(
          .warning, "The request goes to \(examination.address ?? shown(.url)) now.",
          why: "Its own address was removed, so the server of the catalog takes its place.",
          whatToDo: "Edit the URL to send it elsewhere."))
    ]
  }

  /// Switches a field to its next state without typing, or folds or unfolds its row.
  mutating func cycleForm(_ id: FieldID) {
    switch form?.nextState(of: id) {
    case .fold: _ = toggleFold(id)
    case .fill(_, let work): fill(work)
    case nil: break
    }
  }
}
