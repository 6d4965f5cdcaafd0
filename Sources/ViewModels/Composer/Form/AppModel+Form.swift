import ClientCatalogs
import ClientModel

/// The form of the request being composed: where it comes from, and what its fields are filled in by.
extension AppModel {
  /// Gives the request its form when it was made from an endpoint; call it after each turn.
  mutating func followEndpoint() -> [Effect] {
    guard let name = composer.draft.endpoint else {
      announcements.found()
      return []
    }
    let edition = places.catalogs.edition(of: name.catalog)
    if let form = composer.form, form.name == name, form.edition == edition { return [] }
    guard let catalog = places.catalogs.catalog(name.catalog) else { return awaitCatalog(of: name) }
    guard let endpoint = catalog.endpoint(name.endpoint) else {
      return miss(
        name, "The catalog \(name.catalog) describes no endpoint \(name.endpoint).")
    }
    announcements.found()
    composer.attach(endpoint, in: catalog, edition: edition)
    return []
  }

  private mutating func awaitCatalog(of name: EndpointName) -> [Effect] {
    switch places.catalogs.standing(of: name.catalog) {
    case nil where places.catalogs.isListed:
      return miss(name, "There is no catalog \(name.catalog) in this workspace.")
    case .refused(let problem):
      return miss(name, "\(problem.place): \(problem.why)")
    case .waiting, .opening, .stopped, .open: return []
    case nil, .closed: return places.catalogs.open(name.catalog).map(Effect.catalogs)
    }
  }

  /// Says once that the request has no form, and why.
  private mutating func miss(_ name: EndpointName, _ why: String) -> [Effect] {
    guard let notice = announcements.missing(name, why) else { return [] }
    composer.loseForm()
    return [.notify(notice)]
  }

  // MARK: Filling in

  /// Begins to fill in the field at hand, in the way of its kind.
  mutating func editForm(_ id: FieldID) -> [Effect] {
    composer.followForm()
    guard let row = composer.form?.row(id) else { return [] }
    switch row.kind {
    case .truth, .null: composer.cycleForm(id)
    case .kept:
      return [
        .notify(
          Notice(
            .info, "The catalog has no field for this.",
            why: "It was set in another tab and is sent as it is.",
            whatToDo: "Change it there, or delete it here."))
      ]
    case _ where row.isTyped:
      guard !row.value.contains(where: \.isNewline) else { return compose(.editor) }
      composer.edit()
    case .choice, .severalOf, .proposals, .alternatives:
      return choose(from: .options(id, row.label))
    case .list where !row.isGiven: composer.addFormItem(to: id)
    default: _ = composer.toggleFold(id)
    }
    return []
  }

  /// `+` on a row of the form: an element of a list, a member of an object.
  mutating func addToForm(_ id: FieldID) -> [Effect] {
    guard let form = composer.form, let row = form.row(id) else { return [] }
    if row.kind == .list || form.form.isItem(id) {
      composer.addFormItem(to: id)
    } else if row.kind == .object {
      return [.ask(.memberName(id), text: "")]
    } else {
      return [
        .notify(
          .cannot(
            "Nothing can be added here.", "Elements go into lists, members into objects.",
            "Go to one."))
      ]
    }
    return []
  }

  mutating func addMember(_ name: String, to id: FieldID) -> [Effect] {
    var added: FieldID?
    composer.fill { added = $0.addMember(name, to: id) }
    if let added { composer.select(.form(added)) }
    return []
  }

  // MARK: Choosing

  /// Opens the list of what a field is chosen from.
  mutating func choose(from field: FieldChoices.Field) -> [Effect] {
    places.choices.field = field
    return open(\.choices)
  }

  /// Chooses one option and goes on; of several, the list stays for the next.
  mutating func choose(option index: Int, for id: FieldID) {
    guard let row = composer.form?.row(id) else { return }
    if case .severalOf = row.kind {
      composer.fill { $0.choose(index, for: id) }
      return
    }
    closeOverlays()
    composer.fill { $0.choose(index, for: id) }
    openChosen(below: id)
  }

  /// What a choice brings is filled in next: as commands the next keys would queue or send.
  private mutating func openChosen(below id: FieldID) {
    let rows = composer.form?.rows ?? []
    guard let place = rows.firstIndex(where: { $0.id == id }), rows.indices.contains(place + 1)
    else { return }
    let next = rows[place + 1]
    guard next.depth > rows[place].depth, next.isTyped, !next.isGiven else { return }
    composer.select(.form(next.id))
    composer.edit()
  }
}
