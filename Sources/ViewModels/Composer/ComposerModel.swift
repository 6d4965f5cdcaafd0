import ClientCatalogs
package import ClientModel
package import ClientPipeline

/// The state of the composer, which shows one request.
///
/// The draft contains all changes. While a field is being edited, each key press copies the text of
/// the field to the draft. Each part has its own state. This type passes commands and events to the
/// parts.
package struct ComposerModel: Sendable {
  var request = CheckedRequest()
  var context = ComposerContext()
  var position = FieldCursor()
  var typing = FieldTyping()
  var folders = FolderListings()

  package init() {}

  package var draft: Draft { request.draft }
  /// The name of the saved request. Nil for an unsaved request.
  package var name: String? { draft.name }
  package var tab: ComposerTab { position.tab }
  /// The field with the cursor.
  package var cursor: ComposerField { position.field }
  /// The index of the tab's first visible row.
  package var top: Int { position.top }
  /// The text of the field that is being edited. Nil if no field is being edited.
  package var editing: TextBuffer? { typing.buffer }
  package var isTyping: Bool { typing.buffer != nil }
  package var isUnsaved: Bool { typing.isDelayed || request.edited.isChanged }
  package var isInsecure: Bool { draft.options.trust.verification == .insecure }
  package var environment: Environment { context.environment }
  package var gateways: Gateways { context.gateways }
  package var examination: Examination { request.check.examination }
  var form: ComposerForm? { request.form }
  /// Returns the first error of a text in the body tab.
  package func fault(in field: ComposerField) -> TextFault? { request.check.faults[field] }
  var words: FieldSuggestions { FieldSuggestions(gateways: gateways) }

  /// Whether this is a new request with no typed text.
  var isBlank: Bool { !isUnsaved && draft == Draft() }

  /// The last job that sent this request. Nil if no job is known.
  var lastJob: JobID? { request.edited.lastJob }

  /// The identity of the composed request. Nil for an unnamed request that cannot be sent.
  var composed: ComposedRequest? { request.composed }

  // MARK: Rows and texts

  package var texts: FieldTexts {
    FieldTexts(
      draft: draft, form: form, typing: typing, cursor: cursor, names: gateways.credentialNames)
  }

  /// Returns the displayed text of a field that is not being edited. Secrets are masked. References
  /// are shown by name.
  package func shown(_ field: ComposerField) -> String { texts.shown(field) }

  package var rows: ComposerRows { TabRows(tab, texts, request.check, context, folders).rows }

  /// The tabs of the request. The form is included if there is one.
  package var tabs: [ComposerTab] { commands.tabs }

  /// The commands that apply to the field with the cursor.
  var commands: CursorCommands { CursorCommands(tab: tab, texts: texts) }

  private var completing: FieldCompletion {
    FieldCompletion(
      texts: texts, environment: environment, gateways: gateways, folders: folders, schema: schema)
  }

  /// The words that can complete the text before the cursor, best first.
  package var candidates: [FieldCandidate] { completing.candidates }
  /// The index of the candidate that the completion key inserts.
  package var candidate: Int { typing.candidate ?? 0 }
  /// The untyped part of the candidate. Nil if there is no candidate.
  package var completion: String? { completing.completion }

  /// Requests a listing of the folder in the typed path, unless the listing was requested before.
  mutating func listsFolder() -> [Effect] {
    guard let path = completing.path, isTyping || !path.isEmpty else { return [] }
    return folders.list(folderOf: path)
  }

  // MARK: Problems

  private var found: RequestProblems { RequestProblems(texts, request.check) }

  /// The problems of the request, in screen order.
  package var problems: [DraftProblem] { found.all }

  /// The problems of the form that prevent sending, in the order of the fields.
  var formProblems: [FormProblem] { form?.problems ?? [] }

  /// Returns the problem of a field. Returns nil if there is none.
  package func problem(at field: ComposerField) -> DraftProblem? { found.problem(at: field) }

  /// The problem of the selected field. If that field has none, the first problem of the request.
  /// Nil if there is no problem.
  package var standingProblem: Notice? { found.standing }

  /// The problem to show. Nil if there is none, if the user hid it, or while a name is being typed
  /// in a template, because the template is not complete yet.
  var standing: Notice? {
    guard !completing.isInTemplate else { return nil }
    return standingProblem.flatMap { request.check.isHidden($0) ? nil : $0 }
  }

  /// The description of the selected form field. Nil if there is none.
  package var about: String? { texts.about }

  /// The problem to explain. If there is none, the description of the selected field. Nil if there
  /// is neither.
  var explanation: Notice? { standingProblem ?? about.map { Notice(.info, $0) } }

  /// Hides the problem until the problem or the request changes.
  mutating func hide() { request.check.hide(standingProblem) }

  /// Stores the problems that were found on submission. Selects the field of the first problem.
  mutating func refuse(_ problems: [DraftProblem]) -> [Effect] {
    request.check.refuse(problems)
    goToProblem()
    return problems.first.map { [.notify(Notice($0))] } ?? []
  }

  /// Selects the field of the first problem. Afterwards, the form also shows the problems of
  /// missing fields.
  mutating func goToProblem() {
    guard formProblems.isEmpty else {
      change { $0.unfoldProblem() }
      change { $0.showProblem() }
      return
    }
    if let place = problems.first?.place, let field = draft.field(of: place) { select(field) }
  }

  // MARK: Moving

  package mutating func select(_ field: ComposerField) {
    stopTyping()
    position.select(field)
    reveal()
  }

  package mutating func show(_ tab: ComposerTab) {
    stopTyping()
    position.tab = tab
    let first = (tab == .form ? form?.first : nil) ?? rows.first { $0.field != nil }?.field
    position.show(tab, first: first)
    if tab == .form { reveal() }
  }

  package mutating func move(_ command: MoveCommand) {
    switch (command, cursor) {
    case (.left, .form(let id)), (.right, .form(let id)): change { $0.fold(id, by: command) }
    case (.left, .moreOptions(let group)): context.unfolded.remove(group)
    case (.right, .moreOptions(let group)): context.unfolded.insert(group)
    case (.left, _), (.right, _): position.moveSideways(command)
    default: position.move(command, among: rows, height: context.height)
    }
  }

  package mutating func scroll(by step: Int) {
    position.scroll(by: step, among: rows, height: context.height)
  }

  mutating func show(columns: Int) {
    guard columns != context.columns else { return }
    context.resize(columns: columns)
    scroll(by: 0)
  }

  package mutating func show(rows: Int) {
    context.resize(rows: rows)
    reveal()
  }

  mutating func reveal(below: Int = 0) {
    position.reveal(
      rows, line: editing?.position.line ?? 0, height: context.height, below: below)
  }

  /// Handles a click on a row of the tab. A negative row is the URL above the tab.
  mutating func point(row: Int) {
    guard row >= 0 else { return select(.url) }
    guard row < rows.count, let field = rows[row].fields.last else { return }
    let line = rows[row].bodyLine
    select(field)
    if case .moreOptions(let group) = field { context.unfolded.formSymmetricDifference([group]) }
    guard let line else { return }
    edit()
    typing.place(line: line, column: 0)
  }

  mutating func point(tab index: Int) {
    if let tab = ComposerTab(rawValue: index), tabs.contains(tab) { show(tab) }
  }

  // MARK: Typing

  /// Begins to type in the selected field. If the field has choices, selects the next one.
  package mutating func edit() {
    guard !cursor.isChoice else { return cycle() }
    guard draft.jsonObstacle(to: cursor) == nil else { return }
    if tab == .preview, cursor != .method { position.field = .url }
    // Files may have changed, so the folders are listed again.
    folders.clear()
    typing.begin(
      cursor, texts.text(of: cursor),
      as: !cursor.hasLines ? .oneLine : draft.bodyKind == .text ? .manyLines : .json)
    reveal()
  }

  package mutating func stopTyping() {
    checkNow()
    leaveField()
    if request.edited.hasEmptyRow(at: cursor) { deleteRow() }
  }

  /// Ends typing in the field. If the text of an option is not valid, the option keeps the previous
  /// value and shows it.
  private mutating func leaveField() {
    typing.end(in: cursor)
    if case .option(let option) = cursor, request.check.drop(problemOf: option) { examine() }
  }

  /// Copies a large body to the draft and checks the request, if typing delayed these steps. Then
  /// updates the form.
  package mutating func checkNow() {
    if let text = typing.endDelay() {
      if cursor.hasLines { request.draft.set(text, in: cursor) }
      examine()
    }
    followForm()
  }

  package mutating func insert(_ text: String) {
    typing.insert(text)
    takeEdit()
  }

  /// Types the characters one at a time. The request is examined only after the last character.
  mutating func type(_ text: String) {
    typing.type(text)
    takeEdit()
  }

  /// Performs an editing command in the edited field.
  package mutating func type(_ command: TypingCommand) {
    if typing.perform(command, killed: &context.cutText) { takeEdit() } else { reveal() }
  }

  /// The problem of the text that is being typed for an option or a value of a JSON body. Nil if
  /// there is none.
  var optionProblem: DraftProblem? {
    switch (cursor, editing) {
    case (.option(let option), .some): request.check.problem(of: option)
    case (.cell(.json, let row, .value), let editing?): draft.jsonProblem(editing.text, at: row)
    default: nil
    }
  }

  /// Moves to the next or previous field and starts to type in it. Does not leave an option whose
  /// text is not valid, because that would discard the text.
  package mutating func typeOn(by step: Int) {
    guard optionProblem == nil else { return }
    if case .form(let id) = cursor {
      stopTyping()
      guard let next = form?.neighbour(of: id, step) else { return }
      position.field = .form(next)
      return typeOnForm()
    }
    // Typing may change the rows of the form. The rows are read after the check.
    checkNow()
    leaveField()
    let fixed = draft.jsonRows?.fixedFields ?? []
    guard position.step(step, among: rows, without: fixed) else { return stopTyping() }
    if case .form = cursor { return typeOnForm() }
    edit()
  }

  /// Begins to type in the selected form field if its text is limited to one line.
  private mutating func typeOnForm() {
    guard case .form(let id) = cursor, form?.isOneLine(id) == true else { return reveal() }
    edit()
  }

  /// Replaces the text of a field. The text comes from outside the composer, such as from
  /// `$EDITOR`.
  package mutating func replace(_ text: String, in field: ComposerField) {
    if isTyping, cursor == field {
      typing.replaceAll(with: text)
      takeEdit()
    } else {
      write(text, to: field)
    }
  }

  private mutating func takeEdit() {
    guard let editing else { return }
    if typing.delays(cursor) { request.check.delay() } else { write(editing.text, to: cursor) }
    reveal()
  }

  private mutating func write(_ text: String, to field: ComposerField) {
    if case .form(let id) = field { return fill { $0.set(text, for: id) } }
    request.write(text, to: field, in: context)
  }

  mutating func examine() { request.examine(in: context) }

  // MARK: Rows and choices

  mutating func addRow() {
    guard case .cell(let grid, let row, _) = cursor, row < draft.fields(grid).count else {
      return edit()
    }
    if grid == .json { return addJSON(at: row) }
    request.draft.insertRow(below: row, in: grid)
    typing.clear()
    position.field = .cell(grid, row: row + 1, .name)
    edit()
  }

  mutating func deleteRow() {
    guard case .cell(let grid, let row, _) = cursor, request.draft.removeRow(row, of: grid) else {
      return
    }
    if grid == .json, let last = draft.jsonRows?.rows.indices.last {
      position.field = .cell(.json, row: min(row, last), .name)
    }
    typing.clear()
    examine()
  }

  /// Selects the next mark of a row (plain, secret, off). In a field with choices, selects the next
  /// choice.
  mutating func cycle() {
    switch cursor {
    case .form(let id):
      change { $0.cycle(id) }
      return
    case .cell(let grid, let row, _): request.draft.markNext(row, of: grid)
    case .moreOptions(let group): context.unfolded.formSymmetricDifference([group])
    case .gateway, .bodyKind, .authorizationKind, .option:
      words.selectNext(cursor, in: &request.draft)
    default: return
    }
    examine()
  }

  /// Sets a field to one of its choices. After a choice of a body kind or a credential kind, typing
  /// begins in the next field. Otherwise, the next keys would be commands such as send.
  mutating func choose(_ word: String, for field: ComposerField) {
    guard words.all(of: field, in: draft).contains(word) else { return }
    words.select(word, for: field, in: &request.draft)
    examine()
    guard field == .bodyKind || field == .authorizationKind else { return }
    if draft.bodyKind == .text, field == .bodyKind {
      // The field for the media type is skipped, because it has a useful default.
      position.field = .body
    } else if !position.go(below: field, among: rows) {
      return
    }
    edit()
  }

  /// Changes the method of a new request to fit its body. Called after a choice of a body kind.
  mutating func fitMethod() -> [Effect] {
    guard request.edited.fitMethod() else { return [] }
    examine()
    let why = draft.bodyKind == .none ? "The request has no body." : "The request has a body."
    return [
      .notify(
        Notice(
          .info, "The method is now \(draft.method).", why: why,
          whatToDo:
            "\(isTyping ? "After typing, " : "")\(key: .composer(.method)) chooses another."))
    ]
  }

  /// Sets the method. If the method is not registered with IANA, asks the user first.
  mutating func setMethod(_ method: String) -> [Effect] {
    if let question = question(before: method) { return [.confirm(question)] }
    write(method, to: .method)
    return []
  }

  /// Returns the question to ask before the method is set. Returns nil if no question is necessary.
  func question(before method: String) -> Confirmation? {
    context.methods.question(before: method, replaces: draft.method)
  }

  /// Sets a method that the user confirmed. The question is not asked again in this session.
  mutating func accept(method: String) {
    context.methods.confirm(method)
    write(method, to: .method)
  }

  // MARK: The request

  /// Replaces the current request with a saved request or a new request.
  package mutating func load(_ draft: Draft) { restore(draft, base: draft) }

  /// Replaces the current request with a draft. `base` is the saved version of the draft, or nil if
  /// the request is new.
  package mutating func restore(_ draft: Draft, base: Draft?) {
    self = emptied()
    request.begin(draft, base: base ?? Draft(), in: context)
  }

  /// Returns a composer for another tab. Its request is empty, and the shared state is the same.
  func emptied() -> ComposerModel {
    var fresh = ComposerModel()
    fresh.context = context
    fresh.request = request.emptied()
    return fresh
  }

  /// Takes over the shared state from the composer of another tab.
  mutating func adopt(_ context: ComposerContext) {
    share { $0 = context }
    reveal()
  }

  /// Handles a change of the request file by another program.
  mutating func take(changed draft: Draft, of name: String) -> [Effect] {
    guard self.name == name else { return [] }
    guard isUnsaved else {
      var draft = draft
      draft.name = name
      load(draft)
      return [.notify(Notice(.info, "\(name) was changed outside Weir and has been reloaded."))]
    }
    return request.edited.outdate()
  }

  package mutating func use(_ environment: Environment) { share { $0.use(environment) } }
  package mutating func use(_ gateways: Gateways) { share { $0.gateways = gateways } }

  /// Changes the state that all open requests share, and examines the request.
  mutating func share(_ change: (inout ComposerContext) -> Void) {
    change(&context)
    examine()
  }
}
