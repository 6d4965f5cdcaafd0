package import ClientDocuments
package import ClientModel
package import ClientPipeline

/// The composed request as the user sees it.
///
/// The draft is authoritative. While a field is typed, its buffer is copied to the draft at each
/// key.
package struct ComposerModel: Sendable {
  package internal(set) var draft = Draft() { didSet { revision += 1 } }
  package internal(set) var tab = ComposerTab.parameters
  /// The field with the cursor.
  package internal(set) var cursor = ComposerField.url
  /// The text of the field that is being typed.
  package internal(set) var editing: TextBuffer?
  package internal(set) var environment = Environment()
  /// Whether another environment was chosen and its values are not known yet. Until then only the
  /// client knows whether every template has a value.
  var awaitsEnvironment = false
  package internal(set) var gateways = Gateways()
  /// The form, or nil if the request was not created from an endpoint or its catalog is not loaded.
  var form: ComposerForm?
  /// The field with a visible secret. The secret is hidden again when the cursor leaves the field.
  var revealed: ComposerField?
  var folders = FolderListings()
  var methods = MethodConfirmations()
  var check = RequestCheck()
  /// The first row of the tab on the screen.
  package internal(set) var top = 0
  package internal(set) var height = 10
  /// The number of columns of a row on the screen; unlimited until the size of the panel is known.
  var columns = Int.max

  /// Whether a large body is being typed. The body is copied to the draft and checked when the user
  /// leaves the field.
  package private(set) var isCheckDelayed = false

  /// The maximum number of characters of a body that is copied and checked at each key.
  private static let checkedWhileTyping = 256 * 1024

  /// A number that increases with every change of the draft or the saved request.
  private(set) var revision = 0

  var saved = Draft() { didSet { revision += 1 } }
  /// Whether the file of the request changed since the unsaved changes began.
  var isOutdated = false
  /// The last job that sent this request.
  var lastJob: JobID?
  var killed = ""
  var buffers: [ComposerField: TextBuffer] = [:]
  /// The lines of the draft's body.
  var draftLines = BodyLines()

  package init() {}

  /// The name of the saved request.
  package var name: String? { draft.name }
  package var isTyping: Bool { editing != nil }
  package var isUnsaved: Bool { isCheckDelayed || draft != saved }
  package var isInsecure: Bool { draft.options.trust.verification == .insecure }

  package var examination: Examination { check.examination }
  /// The first error of a JSON body.
  package var bodyFault: JSONFault? { check.bodyFault }
  var words: FieldWords { FieldWords(gateways: gateways) }

  // MARK: Moving

  package mutating func select(_ field: ComposerField) {
    stopTyping()
    if let tab = field.tab { self.tab = tab }
    cursor = field
    reveal()
  }

  package mutating func show(_ tab: ComposerTab) {
    stopTyping()
    self.tab = tab
    top = 0
    cursor =
      (tab == .form ? form?.first : nil) ?? rows.first { $0.field != nil }?.field ?? .url
    if tab == .form { reveal() }
  }

  package mutating func move(_ command: MoveCommand) {
    if tab == .preview, cursor == .url, command != .left, command != .right {
      top = command.destination(from: top, count: rows.count, page: height)
      return
    }
    if case .form(let id) = cursor, command == .left || command == .right {
      return walkForm(id, command)
    }
    if case .cell(let grid, let row, let column) = cursor, command == .left || command == .right {
      let wanted: ComposerField.Column = command == .left ? .name : .value
      if column != wanted { cursor = .cell(grid, row: row, wanted) }
      return
    }
    if command == .left || command == .right {
      if case .method = cursor, command == .right { cursor = .url }
      if case .url = cursor, command == .left { cursor = .method }
      return
    }
    let stops = fieldRows
    guard let place = stops.firstIndex(where: { $0.contains(cursor) }) else { return }
    let target = command.destination(from: place, count: stops.count, page: height)
    guard target != place else { return }
    if case .cell(_, _, .value) = cursor, stops[target].count > 1 {
      cursor = stops[target][1]
    } else {
      cursor = stops[target].count > 1 && target == 0 ? .url : stops[target][0]
    }
    reveal()
  }

  package mutating func scroll(by rows: Int) {
    top = max(0, min(top + rows, self.rows.count - height))
  }

  /// Sets the width of the panel.
  mutating func show(columns: Int) {
    guard columns != self.columns else { return }
    self.columns = max(1, columns)
    top = max(0, min(top, rows.count - height))
  }

  package mutating func show(rows: Int) {
    height = max(1, rows)
    reveal()
  }

  /// The fields of each row, in the order of the commands up and down.
  var fieldRows: [[ComposerField]] {
    [[.method, .url]] + rows.fields
  }

  // MARK: Typing

  /// Begins to type in the field of the cursor, or selects the next choice.
  package mutating func edit() {
    guard !cursor.isChoice else { return cycle() }
    if tab == .preview, cursor != .method { cursor = .url }
    let form: TextBuffer.Form =
      cursor != .body ? .oneLine : draft.bodyKind == .json ? .json : .manyLines
    let text = text(of: cursor)
    // Files may have changed, so folders are listed again.
    folders.clear()
    if let old = buffers[cursor], old.text == text, old.form == form {
      editing = old
    } else {
      editing = TextBuffer(text, form: form)
    }
    if cursor == .body { editing?.place(line: 0, column: 0) }
    reveal()
  }

  package mutating func stopTyping() {
    checkNow()
    leaveField()
    dropEmptyRows()
  }

  /// Leaves the field. An option with invalid text keeps its previous value, which is then shown
  /// and sent.
  private mutating func leaveField() {
    if let editing { buffers[cursor] = editing }
    (editing, revealed) = (nil, nil)
    if case .option(let option) = cursor, check.drop(problemOf: option) { examine() }
  }

  /// Copies the text of a large body to the draft and checks the request, if typing delayed both.
  package mutating func checkNow() {
    defer { followForm() }
    guard isCheckDelayed else { return }
    isCheckDelayed = false
    if cursor == .body, let editing { draft.set(editing.text, in: .body) }
    examine()
  }

  package mutating func insert(_ text: String) {
    editing?.insert(text)
    takeEdit()
  }

  /// Performs an editing command in the typed field.
  package mutating func type(_ command: TypingCommand) {
    let before = editing?.revision
    _ = editing?.perform(command, killed: &killed)
    if editing?.revision == before { reveal() } else { takeEdit() }
  }

  /// Moves to the next or previous field and starts to type in it.
  package mutating func typeOn(by step: Int) {
    if case .form = cursor { return walkOn(by: step) }
    // Typing may change the rows of the form, so the rows are read after the check.
    checkNow()
    leaveField()
    let fields = fieldRows.flatMap { $0 }.filter { !$0.isChoice }
    guard let place = fields.firstIndex(of: cursor) else { return stopTyping() }
    cursor = fields[(place + step + fields.count) % fields.count]
    if case .form = cursor { return typeOnForm() }
    edit()
  }

  /// Replaces the text of a field by text from outside the composer, such as from `$EDITOR`.
  package mutating func replace(_ text: String, in field: ComposerField) {
    if isTyping, cursor == field {
      editing?.replaceAll(with: text)
      takeEdit()
    } else {
      write(text, to: field)
    }
  }

  package mutating func placeCursor(line: Int, column: Int) {
    editing?.place(line: line, column: column)
  }

  mutating func takeEdit() {
    guard let editing else { return }
    if cursor == .body, editing.count > Self.checkedWhileTyping {
      isCheckDelayed = true
      check.delay()
    } else {
      isCheckDelayed = false
      write(editing.text, to: cursor)
    }
    reveal()
  }

  mutating func write(_ text: String, to field: ComposerField) {
    if case .form(let id) = field { return fill { $0.set(text, for: id) } }
    if case .option(let option) = field {
      check.set(draft.options.set(option, to: text), of: option)
    } else {
      draft.set(text, in: field)
    }
    check.changed()
    if field == .url { followPathVariables() } else { examine() }
  }

  private mutating func dropEmptyRows() {
    draft.assertions.removeAll { $0.allSatisfy(\.isWhitespace) }
    guard case .cell(let grid, let row, _) = cursor, grid != .pathVariables else { return }
    let fields = draft.fields(grid)
    guard row < fields.count, fields[row].name.isEmpty, fields[row].value.isEmpty else { return }
    deleteRow()
  }

  /// Returns an empty composer with the same interface state.
  func emptied() -> ComposerModel {
    var fresh = ComposerModel()
    fresh.environment = environment
    fresh.awaitsEnvironment = awaitsEnvironment
    fresh.gateways = gateways
    (fresh.height, fresh.columns) = (height, columns)
    fresh.killed = killed
    fresh.methods = methods
    fresh.revision = revision
    return fresh
  }

  /// Examines the request and adds a row for each path variable of the URL. Removes empty rows of
  /// variables that the URL no longer contains.
  private mutating func followPathVariables() {
    draft.pathVariables.removeAll { $0.value.isEmpty }
    examine()
    let count = draft.pathVariables.count
    for problem in examination.problems {
      guard case .pathVariable(let name) = problem.place,
        !draft.pathVariables.contains(where: { $0.name == name })
      else { continue }
      draft.pathVariables.append(DraftField(name, ""))
    }
    if draft.pathVariables.count != count { examine() }
  }

  mutating func examine() {
    draftLines = BodyLines(draft.text(of: .body))
    check.examine(draft, in: environment, gateways)
  }

  /// Scrolls to the cursor.
  ///
  /// - Parameter below: The number of rows below the cursor to show as well, if there is room.
  mutating func reveal(below: Int = 0) {
    let rows = rows
    guard let wanted = rows.row(of: cursor, line: editing?.position.line ?? 0) else { return }
    let last = wanted + max(0, below)
    if last >= top + height { top = last - height + 1 }
    if wanted < top { top = wanted }
    top = max(0, min(top, max(0, rows.count - height)))
  }
}

/// Methods that are not registered with IANA and that the user confirmed in this session.
struct MethodConfirmations: Sendable {
  private var confirmed: Set<String> = []

  /// Returns the question to ask before a method replaces another, or nil for a registered or
  /// confirmed method.
  func question(before method: String, replaces old: String) -> Confirmation? {
    guard HTTPMethod(method)?.isKnown == false, !confirmed.contains(method) else { return nil }
    return Confirmation(
      "Use the method \(method)?",
      detail: "It is not in the IANA registry of HTTP methods, so a server may refuse it.",
      answers: [
        .init("Keep \(old)"), .init("Use \(method)", [.list(.acceptMethod(method))]),
      ])
  }

  mutating func confirm(_ method: String) { confirmed.insert(method) }
}

/// The choices of the fields of a request.
struct FieldWords {
  let gateways: Gateways

  /// Returns the choices of a field, or an empty array for a field that is typed.
  func all(of field: ComposerField) -> [String] {
    switch field {
    case .gateway: [Gateways.defaultWord] + gateways.names + [Gateways.noneWord]
    case .bodyKind: Draft.BodyKind.allCases.filter { $0 != .bytes }.map(\.rawValue)
    case .authorizationKind: [Draft.noAuthorization] + AuthScheme.all.map(\.name)
    case .option(let option): option.choices ?? []
    default: []
    }
  }

  /// Returns the selected choice, or nil for a field that is typed.
  func selected(_ field: ComposerField, in draft: Draft) -> String? {
    all(of: field).isEmpty ? nil : draft.text(of: field)
  }

  func select(_ word: String, for field: ComposerField, in draft: inout Draft) {
    switch field {
    case .gateway: draft.gateway = word == Gateways.defaultWord ? nil : word
    case .bodyKind: Draft.BodyKind(rawValue: word).map { draft.setBodyKind($0) }
    case .authorizationKind: draft.setAuthorization(AuthScheme(named: word))
    case .option(let option): _ = draft.options.set(option, to: word)
    default: break
    }
  }

  /// Selects the next choice, or the first after the last.
  func selectNext(_ field: ComposerField, in draft: inout Draft) {
    let words = all(of: field)
    guard !words.isEmpty else { return }
    let place = selected(field, in: draft).flatMap(words.firstIndex) ?? -1
    select(words[(place + 1) % words.count], for: field, in: &draft)
  }

  /// Returns the text for the gateway of a draft, including the name of the default gateway.
  func shownGateway(of draft: Draft) -> String {
    draft.gateway ?? Gateways.defaultWord + (gateways.standard.map { " (\($0))" } ?? "")
  }
}

/// The problems of the composed request: from its examination, from options with invalid text, and
/// from submitting it. The user may hide the shown problem.
struct RequestCheck: Sendable {
  private(set) var examination = Examination(request: nil, problems: [], warnings: [])
  /// The first error of a JSON body.
  private(set) var bodyFault: JSONFault?
  private var options: [OptionField: DraftProblem] = [:]
  private var refused: [DraftProblem] = []
  private var hushed: Notice?

  /// Returns all problems in the order of the screen. A draft without a URL has only the problems
  /// of its options.
  func problems(of draft: Draft) -> [DraftProblem] {
    guard !draft.url.isEmpty else { return Array(options.values) }
    return examination.problems + OptionField.allCases.compactMap { options[$0] }
      + refused.filter { !examination.problems.contains($0) }
  }

  mutating func examine(_ draft: Draft, in environment: Environment, _ gateways: Gateways) {
    if case .json(let text) = draft.body, !text.isEmpty {
      bodyFault = text.contains("{{") ? nil : JSONValidator.fault(in: Array(text.utf8))
    } else {
      bodyFault = nil
    }
    examination = Preparation(environment: environment, files: .assumed, gateways: gateways)
      .examine(draft)
  }

  /// Stores the problem of the text that was typed for an option, or nil for valid text.
  mutating func set(_ problem: DraftProblem?, of option: OptionField) { options[option] = problem }

  /// Removes the problem of an option. Returns false if the option had none.
  mutating func drop(problemOf option: OptionField) -> Bool {
    options.removeValue(forKey: option) != nil
  }

  mutating func refuse(_ problems: [DraftProblem]) { refused = problems }

  /// Clears the refusal and the hidden problem, because the request changed.
  mutating func changed() { (refused, hushed) = ([], nil) }

  /// Delays the check of a large body that is being typed until the user leaves its field.
  mutating func delay() {
    bodyFault = nil
    changed()
  }

  /// Hides this problem until the problem or the request changes.
  mutating func hush(_ problem: Notice?) { hushed = problem }

  func isHushed(_ problem: Notice) -> Bool { problem == hushed }
}
