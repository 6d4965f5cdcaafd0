import ClientDocuments
import ClientModel
import ClientPipeline

/// The commands of the composer and the hints for them.
extension ComposerModel {
  /// Carries out a command, except for saving: see `RequestSaving`.
  mutating func perform(_ command: ComposerCommand) -> [Effect] {
    switch command {
    case .send, .save, .editor, .explain: break
    default: stopTyping()
    }
    checkNow()
    switch command {
    case .edit: return editField()
    case .method: return [.list(.chooseFor(.method))]
    case .nextTab: step(tab: 1)
    case .previousTab: step(tab: -1)
    case .send: return submit(.immediate)
    case .queue: return submit(.queued)
    case .queueEach:
      // The folder is listed first, so that the start of a path can be completed at once.
      return [.listFolder(""), .ask(Prompt(EachFilePrompt()))]
    case .save, .saveAs: break
    case .explain: return explanation.map { [.notify($0)] } ?? []
    case .duplicate:
      detach()
      return [
        .notify(Notice(.info, "This is a copy now.", whatToDo: "Save it under a name of its own."))
      ]
    case .copyCurl:
      guard let request = examination.request else { return refuse() }
      return [.copy(CurlExport.line(request), what: "the request as curl")]
    case .editor: return openEditor()
    case .addRow:
      if case .form(let id) = cursor { return addToForm(id) }
      addRow()
    case .deleteRow:
      if case .form(let id) = cursor { return clearForm(id) }
      deleteRow()
    case .markRow where cursor == .method: return [.list(.chooseFor(.method))]
    case .markRow: cycle()
    case .indent:
      if !indentBody() {
        return [
          .notify(
            Notice(
              .warning, "The body was not indented.", why: bodyFault?.sentence ?? "It is not JSON.")
          )
        ]
      }
    case .reveal: show(.preview)
    case .plain:
      detachForm()
      return [.notify(Notice(.info, "The request is one of your own now, without a form."))]
    case .example: fill { $0.fillExample() }
    }
    return []
  }

  /// Begins to edit the selected field: starts typing, or opens a list or a prompt.
  private mutating func editField() -> [Effect] {
    if case .form(let id) = cursor { return editForm(id) }
    if cursor == .method { return [.list(.chooseFor(.method))] }
    if cursor.isChoice { return [.list(.chooseFor(.words(cursor)))] }
    edit()
    return []
  }

  mutating func openEditor() -> [Effect] {
    guard isTypedField else {
      return [
        .notify(
          Notice(
            .info, "This row has no text for an editor.", why: "It is a choice.",
            whatToDo: tab == .body ? "Choose a kind of body, then go to its text." : ""))
      ]
    }
    guard !hidesText(of: cursor) else {
      return [
        .notify(
          Notice(
            .info, "A secret is not for an editor.", why: "It would be in a file.",
            whatToDo: "Type it here."))
      ]
    }
    let isJSON = cursor == .body && draft.bodyKind == .json
    return [
      .openEditor(
        text: text(of: cursor), suffix: isJSON || isJSONField ? ".json" : ".txt",
        purpose: .field(cursor))
    ]
  }

  private mutating func step(tab step: Int) {
    let tabs = tabs
    let place = tabs.firstIndex(of: tab) ?? 0
    show(tabs[(place + step + tabs.count) % tabs.count])
  }

  // MARK: Sending

  mutating func submit(_ scheduling: Job.Scheduling) -> [Effect] {
    guard !draft.url.isEmpty else {
      select(.url)
      return [
        .notify(
          Notice(.info, "Nothing was sent.", why: "The URL is empty.", whatToDo: "Type one first."))
      ]
    }
    checkNow()
    // A request that was refused may be valid now, because files and trust can change.
    check.refuse([])
    guard formProblems.isEmpty, problems.isEmpty || awaitsEnvironment else { return refuse() }
    stopTyping()
    return [.sending(.submit(draft, scheduling))]
  }

  private mutating func refuse() -> [Effect] {
    goToProblem()
    let notice = formProblems.first.map(Notice.init) ?? problems.first.map(Notice.init)
    return [
      .notify(
        notice ?? Notice(.warning, "The request is not complete.", whatToDo: "Type a URL first."))
    ]
  }

  // MARK: Rows and choices

  private mutating func addRow() {
    guard case .cell(let grid, let row, _) = cursor, row < draft.fields(grid).count else {
      return edit()
    }
    draft.insertRow(below: row, in: grid)
    buffers = [:]
    cursor = .cell(grid, row: row + 1, .name)
    edit()
  }

  mutating func deleteRow() {
    guard case .cell(let grid, let row, _) = cursor, draft.removeRow(row, of: grid) else { return }
    buffers = [:]
    examine()
  }

  /// Selects the next mark of a row (on, secret, off) or the next choice of a field.
  mutating func cycle() {
    switch cursor {
    case .form(let id): return cycleForm(id)
    case .cell(let grid, let row, _): draft.markNext(row, of: grid)
    case .gateway, .bodyKind, .authorizationKind, .option:
      words.selectNext(cursor, in: &draft)
    default: return
    }
    examine()
  }

  /// Sets a field to one of its choices. After a choice of the kind of body or credentials, typing
  /// starts in the next field, because otherwise the next keys would be commands that queue or
  /// send.
  mutating func choose(_ word: String, for field: ComposerField) {
    guard words.all(of: field).contains(word) else { return }
    words.select(word, for: field, in: &draft)
    examine()
    guard field == .bodyKind || field == .authorizationKind else { return }
    if draft.bodyKind == .text, field == .bodyKind {
      // The media type above the body has a sensible default.
      cursor = .body
      return edit()
    }
    let stops = fieldRows
    guard let place = stops.firstIndex(where: { $0.contains(field) }),
      stops.indices.contains(place + 1), let next = stops[place + 1].first
    else { return }
    cursor = next
    edit()
  }

  /// Sets the method, or asks about a method that IANA does not list.
  mutating func setMethod(_ method: String) -> [Effect] {
    if let question = methods.question(before: method, replaces: draft.method) {
      return [.confirm(question)]
    }
    write(method, to: .method)
    return []
  }

  /// Sets a method that the user confirmed. This session does not ask about the method again.
  mutating func accept(method: String) {
    methods.confirm(method)
    write(method, to: .method)
  }

  /// Indents the JSON body. Returns false if the body is empty, is not JSON or has an error.
  private mutating func indentBody() -> Bool {
    guard case .json(let text) = draft.body, bodyFault == nil, !text.isEmpty,
      let laid = TemplatedJSON(text).laidOut
    else { return false }
    replace(laid.ends(with: "\n") ? String(laid.droppingLast(bytes: 1)) : laid, in: .body)
    return true
  }

  // MARK: Pointing

  /// Handles a click on a row of the tab. The row above the first is the URL.
  mutating func point(row: Int) {
    guard row >= 0 else { return select(.url) }
    guard row < rows.count, let field = rows[row].fields.last else { return }
    let line = rows[row].bodyLine
    select(field)
    guard let line else { return }
    edit()
    placeCursor(line: line, column: 0)
  }

  mutating func point(tab index: Int) {
    if let tab = ComposerTab(rawValue: index), tabs.contains(tab) { show(tab) }
  }

  // MARK: Obstacles and hints

  /// The reason why a command for the form of the request cannot act, or nil if it can.
  var formObstacle: Notice? {
    form == nil
      ? .cannot(
        "This request has no form.", "It was made from no endpoint of a catalog.",
        "Open one in the list of catalogs.") : nil
  }

  var isOnForm: Bool { if case .form = cursor { true } else { false } }

  /// Whether the cursor is on a filled row of names and values.
  var isOnRow: Bool {
    guard case .cell(let grid, let row, _) = cursor else { return false }
    return row < draft.fields(grid).count
  }

  /// The hint for the command that switches at the cursor, or nil on a row of names and values.
  var switchHint: String? {
    switch cursor {
    case .form(let id): return form?.switchHint(of: id)
    case .bodyKind, .authorizationKind: return "next kind"
    case .gateway: return "next gateway"
    case .method: return "method"
    case let field where field.isChoice: return "next choice"
    default: return nil
    }
  }

  var switchObstacle: Notice? {
    let canSwitch =
      if case .form(let id) = cursor { form?.nextState(of: id) != nil } else {
        isOnRow || cursor.isChoice
      }
    return canSwitch
      ? nil
      : .cannot("Nothing to switch here.", "Only rows and choices are switched.", "Go to one.")
  }

  /// The commands of the hint bar, most important first.
  var hints: [Command] {
    if isTyping {
      let send: Command = cursor == .url ? .typing(.enter) : .composer(.send)
      return [
        send, .typing(.leave), .composer(.explain), .typing(.nextField),
        .typing(.undo), .typing(.editor), .composer(.save),
      ]
    }
    let first: [Command] = [
      .composer(.edit), .composer(.send), .composer(.queue), .app(.help), .composer(.explain),
    ]
    if tab == .form {
      return first + [
        .composer(.markRow), .composer(.addRow), .composer(.deleteRow), .composer(.nextTab),
        .composer(.save), .app(.palette), .app(.leave),
      ]
    }
    return first + [
      .composer(.nextTab), .composer(.save), .composer(.markRow), .app(.palette), .app(.sidebar),
      .app(.leave),
    ]
  }
}
