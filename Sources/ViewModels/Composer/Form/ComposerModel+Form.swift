import ClientCatalogs
import ClientModel

/// The form of a request that was created from a catalog endpoint.
extension ComposerModel {
  /// Attaches the form of the endpoint to the request.
  private mutating func attach(_ endpoint: Endpoint, in catalog: Catalog, edition: Int) {
    let isNew = form == nil
    request.take(remote: endpoint.rules.remote, outcome: endpoint.rules.outcome ?? catalog.outcome)
    var fresh = ComposerForm(reading: draft, endpoint, in: catalog, edition: edition)
    fresh.showsMissingFields = form?.showsMissingFields ?? false
    form = fresh
    // The form tab opens only while the user is not editing another part of the request.
    if isNew, !isTyping, tab == .parameters, cursor == .url { show(.form) }
  }

  /// Removes the form. The request does not change.
  private mutating func loseForm() {
    form = nil
    if tab == .form { show(.parameters) }
  }

  /// Removes the endpoint from the request. The response settings of the endpoint are kept.
  mutating func detachForm() {
    loseForm()
    request.draft.endpoint = nil
    request.draft.endpointChoice = EndpointChoice()
    examine()
  }

  /// Creates the form if the request has an endpoint and the form is missing or outdated. Called
  /// after each turn.
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

  // MARK: Changes

  /// Reads changes from other tabs into the form.
  mutating func followForm() {
    let draft = draft
    guard form != nil, form?.draft != draft else { return }
    let place = FieldCursor.stops(rows).firstIndex { $0.contains(cursor) }
    form?.follow(draft)
    position.restore(near: place, among: rows, first: form?.first)
  }

  /// Changes the form. Afterwards, updates the request and the cursor.
  @discardableResult
  mutating func change(_ work: (inout ComposerForm) -> ComposerForm.Step) -> [Effect] {
    followForm()
    let before = rows
    let place = FieldCursor.stops(before).firstIndex { $0.contains(cursor) }
    guard var changed = form.take() else { return [] }
    let step = work(&changed)
    form = changed
    if changed.draft != draft {
      request.draft = changed.draft
      check.changed()
      examine()
    }
    position.restore(near: place, among: rows, first: changed.first)
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
