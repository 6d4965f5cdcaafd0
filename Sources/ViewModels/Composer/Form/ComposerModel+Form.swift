import ClientCatalogs
import ClientModel

/// The form of a request that was created from a catalog endpoint.
extension ComposerModel {
  /// Updates the form of the request's endpoint. Called after each turn.
  mutating func follow(
    _ catalogs: inout CatalogsModel, _ announcements: inout Announcements
  ) -> [Effect] {
    let isNew = form == nil
    let effects = request.follow(&catalogs, &announcements)
    // The form tab opens only while the user is not editing another part of the request.
    if isNew, form != nil, !isTyping, tab == .parameters, cursor == .url { show(.form) }
    leaveFormTab()
    return effects
  }

  /// Shows another tab if the form was removed.
  mutating func leaveFormTab() { if form == nil, tab == .form { show(.parameters) } }

  // MARK: Changes

  /// Reads changes from other tabs into the form.
  mutating func followForm() {
    let draft = draft
    guard form != nil, form?.draft != draft else { return }
    let place = FieldCursor.stops(rows).firstIndex { $0.contains(cursor) }
    request.form?.follow(draft)
    position.restore(near: place, among: rows, first: form?.first)
  }

  /// Changes the form. Afterwards, updates the request and the cursor.
  @discardableResult
  mutating func change(_ work: (inout ComposerForm) -> ComposerForm.Step) -> [Effect] {
    followForm()
    let before = rows
    let place = FieldCursor.stops(before).firstIndex { $0.contains(cursor) }
    guard let step = request.changeForm(in: context, work) else { return [] }
    position.restore(near: place, among: rows, first: form?.first)
    switch step {
    case .stay: return []
    case .folded: reveal(below: rows.count - before.count)
    case .show(let id): select(.form(id))
    case .type(let id):
      if cursor != .form(id) { select(.form(id)) }
      edit()
    case .unfold(let id):
      position.field = .form(id)
      change { $0.toggle(id) }
      change { $0.next(below: id) }
    case .choose(let id, let label):
      position.field = .form(id)
      return [.list(.chooseFor(.options(id, label)))]
    case .editor: return commands.openEditor
    case .ask(let prompt): return [.ask(prompt)]
    case .notify(let notice): return [.notify(notice)]
    }
    return []
  }

  /// Changes the values of the form.
  mutating func fill(_ work: (inout EndpointForm) -> Void) {
    change {
      $0.fill(work)
      return .stay
    }
  }

  /// Chooses an option and closes the list. The list stays open if several options may be chosen.
  mutating func choose(option index: Int, for id: FieldID) -> [Effect] {
    guard let row = form?.row(id) else { return [] }
    let effects = change { $0.choose(index, for: id) }
    if case .severalOf = row.kind { return effects }
    return effects + [.list(.closeAll)]
  }

  /// Removes a row or its value. If this changes the address of the request, a notice is shown.
  mutating func clearForm(_ id: FieldID) -> [Effect] {
    let isOwn = form?.row(id)?.section == .unmapped
    let old = draft.url
    typing.clear(.form(id))
    fill { $0.remove(id) }
    guard isOwn, draft.url != old else { return [] }
    return [
      .notify(
        Notice(
          .warning, "The request now goes to \(examination.address ?? shown(.url)).",
          why: "Its own address was removed, so the server of the catalog is used.",
          whatToDo: "Edit the URL to send the request to another address."))
    ]
  }
}
