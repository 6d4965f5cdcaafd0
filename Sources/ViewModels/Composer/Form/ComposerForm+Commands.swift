import ClientCatalogs
import ClientModel

/// The commands of the form. Each command changes the form and returns the composer's next step.
extension ComposerForm {
  /// The composer's next step after a form command.
  enum Step {
    case stay
    /// Scrolls to the child rows of the selected row.
    case folded
    case show(FieldID)
    /// Begins to type in the field.
    case type(FieldID)
    /// Unfolds the field and begins to edit its first child.
    case unfold(FieldID)
    /// Opens the list of the field's options. `label` is the title of the list.
    case choose(FieldID, label: String)
    /// Opens the text of the field in `$EDITOR`.
    case editor
    case ask(Prompt)
    case notify(Notice)
  }

  /// The field that is selected first. It is the first field that must still be filled in. If there
  /// is none, it is the first field that does not concern the server or the credentials. If there
  /// is none either, it is the first field.
  var first: ComposerField? {
    let open = rows.first {
      $0.isRequired && !$0.isGiven && $0.defaultValue == nil && $0.section != .server
    }
    let own = rows.first { $0.section != .server && $0.section != .security }
    return (open ?? own ?? rows.first).map { .form($0.id) }
  }

  /// The effect that stores the server of the form for the whole catalog.
  var useServer: [Effect] { [.gateways(.setServer(catalog: name.catalog, url: form.address))] }

  /// Returns the problem of the selected field. If that field has none, returns the first displayed
  /// problem of the form. Returns nil if no problem is displayed.
  func standing(at cursor: ComposerField) -> Notice? {
    if case .form(let id) = cursor, let problem = problem(at: id) { return Notice(problem) }
    return rows.lazy.compactMap { problem(at: $0.id) }.first.map { Notice($0) }
  }

  /// The effect of the switch command on a field.
  enum NextState {
    case fold
    /// Changes the form. The hint describes the change.
    case fill(hint: String, (inout EndpointForm) -> Void)
  }

  /// Returns the next state of a field. Returns nil if the field has no states.
  ///
  /// The states of a Boolean are true, false, unset. The states of a choice are its options, then
  /// unset. The states of an empty text are unset, empty, null. A typed text switches between
  /// secret and plain.
  func nextState(of id: FieldID) -> NextState? {
    guard let row = row(id) else { return nil }
    if row.kind.isMore || (row.fold != nil && !row.isChosen) { return .fold }
    switch row.kind {
    case .boolean:
      let next = row.isGiven ? (row.value == "true" ? "false" : "") : "true"
      return .fill(hint: "next choice") { $0.set(next, for: id) }
    case .choice(let options), .proposals(let options), .alternatives(let options):
      let next = options.firstIndex { $0.label == row.value }.map { $0 + 1 } ?? 0
      return .fill(hint: "next choice") {
        next < options.count ? $0.choose(next, for: id) : $0.clear(id)
      }
    case .null where row.isGiven: return .fill(hint: "leave out") { $0.clear(id) }
    case .null: return .fill(hint: "send null") { $0.setNull(id) }
    case .text, .integer, .number, .date, .dateTime, .json:
      if row.isGiven, !row.value.isEmpty, row.value != "null" {
        return .fill(hint: row.isSecret ? "make not secret" : "make secret") {
          $0.mark(row.isSecret ? nil : .secret, id)
        }
      }
      if !row.isGiven { return .fill(hint: "send empty") { $0.setEmpty(id) } }
      if row.isNullable, row.value.isEmpty {
        return .fill(hint: "send null") { $0.setNull(id) }
      }
      return .fill(hint: "leave out") { $0.clear(id) }
    case .file, .list, .object, .severalOf, .more, .unmapped: return nil
    }
  }

  /// Returns the hint for switching the field. Returns nil if the field cannot be switched.
  func switchHint(of id: FieldID) -> String? {
    switch nextState(of: id) {
    case .fold: row(id)?.fold == .open ? "fold" : "unfold"
    case .fill(let hint, _): hint
    case nil: nil
    }
  }

  // MARK: Commands

  /// Begins to edit a field. Starts typing, or opens a list, the editor or the child rows.
  mutating func edit(_ id: FieldID) -> Step {
    guard let row = row(id) else { return .stay }
    switch row.kind {
    case .boolean, .null: return cycle(id)
    case .unmapped:
      return .notify(
        Notice(
          .info, "The catalog has no field for this value.",
          why: "The value was set in another tab and is sent unchanged.",
          whatToDo: "Change the value in that tab, or delete it here."))
    // If there is only one server, its address is edited as text, so that its path is kept.
    case .proposals(let servers)
    where id == .server && servers.count == 1 && !form.address.contains(byte: "{"):
      return .type(id)
    case _ where row.isTyped: return isOneLine(id) ? .type(id) : .editor
    case .choice, .severalOf, .proposals, .alternatives: return .choose(id, label: row.label)
    case .list where !row.isGiven: return addItem(to: id)
    default: return toggle(id)
    }
  }

  /// Adds an element to a list or a member to an object.
  mutating func add(to id: FieldID) -> Step {
    if let obstacle = addObstacle(at: id) { return .notify(obstacle) }
    if let row = row(id), row.kind == .object {
      return .ask(Prompt(MemberPrompt(object: id, name: row.label)))
    }
    return addItem(to: id)
  }

  /// Adds an element to a list and begins to edit the element. `id` is the list or one of its
  /// elements. In a new object, editing begins in the first empty field.
  private mutating func addItem(to id: FieldID) -> Step {
    var added: FieldID?
    fill { added = $0.addItem(to: $0.isItem(id) ? $0.parent(of: id) : id) }
    guard let added, let row = row(added) else { return .stay }
    switch row.kind {
    case .object where row.fold != nil:
      return row.fold == .closed ? .unfold(added) : next(below: added)
    case .choice, .severalOf, .proposals, .alternatives:
      return .choose(added, label: row.label)
    case .boolean, .null, .list: return .show(added)
    default: return .type(added)
    }
  }

  mutating func addMember(_ name: String, to id: FieldID) -> Step {
    var added: FieldID?
    fill { added = $0.addMember(name, to: id) }
    return added.map(Step.show) ?? .stay
  }

  /// Chooses an option of a field by its index.
  mutating func choose(_ index: Int, for id: FieldID) -> Step {
    let kind = row(id)?.kind
    fill { $0.choose(index, for: id) }
    if case .severalOf = kind { return .stay }
    let next = next(below: id)
    if case .show(id) = next { return .stay }
    return next
  }

  /// Switches a field to its next state, or folds or unfolds its row.
  mutating func cycle(_ id: FieldID) -> Step {
    switch nextState(of: id) {
    case .fold: return toggle(id)
    case .fill(_, let work): fill(work)
    case nil: break
    }
    return .stay
  }

  /// Folds or unfolds a row, if it has child rows.
  mutating func toggle(_ id: FieldID) -> Step {
    guard let isOpen = row(id)?.fold.map({ $0 == .open }) else { return .stay }
    fold { isOpen ? $0.fold(id) : $0.unfold(id) }
    return .folded
  }

  /// Folds an open row for the left command. Unfolds a folded row for every other command.
  mutating func fold(_ id: FieldID, by command: MoveCommand) -> Step {
    guard let fold = row(id)?.fold, (fold == .open) == (command == .left) else { return .stay }
    return toggle(id)
  }

  /// Unfolds the rows that contain the first problem. From now on, missing fields show their
  /// problems.
  mutating func unfoldProblem() -> Step {
    guard let problem = problems.first else { return .stay }
    showsMissingFields = true
    guard row(problem.field) == nil else { return .stay }
    fold { $0.reveal(problem.field) }
    return .folded
  }

  func showProblem() -> Step { problems.first.map { .show($0.field) } ?? .stay }

  /// Returns the step that begins to type in the first empty field below a field. If no field is
  /// empty, the step selects the first field below. Without this step, the next keys would be
  /// commands such as send.
  func next(below id: FieldID) -> Step {
    guard let place = rows.firstIndex(where: { $0.id == id }) else { return .stay }
    let added = rows[(place + 1)...].prefix { $0.depth > rows[place].depth }
    if let open = added.first(where: { $0.isTyped && !$0.isGiven && $0.defaultValue == nil }) {
      return .type(open.id)
    }
    return .show(added.first?.id ?? id)
  }

  /// Returns the next or previous field. Skips the unfolded row of the optional fields.
  func neighbour(of id: FieldID, _ step: Int) -> FieldID? {
    let fields = rows.filter { !$0.kind.isMore || $0.fold == .closed }.map(\.id)
    guard let place = fields.firstIndex(of: id) else { return nil }
    return fields[(place + step + fields.count) % fields.count]
  }

  /// Returns whether a field is typed and its text is limited to one line.
  func isOneLine(_ id: FieldID) -> Bool {
    row(id).map { $0.isTyped && !$0.value.contains(where: \.isNewline) } ?? false
  }

  // MARK: Obstacles

  /// Returns the reason why nothing can be added at a field. Returns nil if an element can be
  /// added.
  func addObstacle(at id: FieldID) -> Notice? {
    guard let row = row(id) else { return nil }
    if row.kind == .list || row.kind == .object || form.isItem(id) { return nil }
    return .cannot(
      "Nothing can be added here.", "Only lists and objects can get more values.",
      "Select a list or an object.")
  }

  /// Returns the reason why a field cannot be cleared. Returns nil if it can be cleared.
  func clearObstacle(at id: FieldID) -> Notice? {
    guard let row = row(id), !row.isGiven, !row.isRemovable else { return nil }
    return .cannot("Nothing to clear here.", "This field is empty.", "Select a filled one.")
  }
}

extension FieldKind {
  var isMore: Bool { if case .more = self { true } else { false } }
}
