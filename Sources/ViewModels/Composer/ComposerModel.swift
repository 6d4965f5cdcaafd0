package import ClientDocuments
package import ClientModel
package import ClientPipeline

/// The request being composed, as the user sees it.
///
/// The draft is authoritative; while a field is being typed, its buffer is copied to it at each key.
package struct ComposerModel: Sendable {
  package internal(set) var draft = Draft() { didSet { revision += 1 } }
  package internal(set) var tab = ComposerTab.parameters
  /// The field the cursor is on.
  package internal(set) var cursor = ComposerField.url
  /// The text of the field while it is typed.
  package internal(set) var editing: TextBuffer?
  package internal(set) var environment = Environment()
  /// Whether another environment was chosen whose values have not come: then only the client can tell
  /// whether every template has a value.
  var awaitsEnvironment = false
  package internal(set) var gateways = Gateways()
  /// Nil if the request was not made from an endpoint, or while its catalog is not loaded.
  var form: ComposerForm?
  /// The field whose secret is shown until the cursor leaves it.
  var revealed: ComposerField?
  var folders = FolderListings()
  var methods = MethodConfirmations()
  var check = RequestCheck()
  /// The first row of the tab on screen.
  package internal(set) var top = 0
  package internal(set) var height = 10
  /// The columns of a row on screen; unlimited until the size of the panel is known.
  var columns = Int.max

  /// True while a large body is typed: it is written back and checked when the field is left.
  package private(set) var isCheckDelayed = false

  /// Bodies up to this many characters are written back and checked at each key.
  private static let checkedWhileTyping = 256 * 1024

  /// Increases with every change of the draft or the saved request.
  private(set) var revision = 0

  var saved = Draft() { didSet { revision += 1 } }
  /// Whether the file of the request changed since the unsaved changes began.
  var isOutdated = false
  /// The job that sent this request last.
  var lastJob: JobID?
  var killed = ""
  var buffers: [ComposerField: TextBuffer] = [:]
  /// The lines of the draft's body.
  var draftLines = BodyLines()

  package init() {}

  /// The saved request's name.
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

  /// Fields row by row, as up and down walk them.
  var fieldRows: [[ComposerField]] {
    [[.method, .url]] + rows.fields
  }

  // MARK: Typing

  /// Begins to type in the field of the cursor, or goes to the next choice.
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

  /// An option with invalid text keeps its previous value, which its row shows and which is sent.
  private mutating func leaveField() {
    if let editing { buffers[cursor] = editing }
    (editing, revealed) = (nil, nil)
    if case .option(let option) = cursor, check.drop(problemOf: option) { examine() }
  }

  /// Writes back and checks what typing in a large body left.
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

  /// Does an editing command in the field being typed.
  package mutating func type(_ command: TypingCommand) {
    let before = editing?.revision
    _ = editing?.perform(command, killed: &killed)
    if editing?.revision == before { reveal() } else { takeEdit() }
  }

  /// Goes to the next or previous field and types on there.
  package mutating func typeOn(by step: Int) {
    if case .form = cursor { return walkOn(by: step) }
    // What was typed may change the rows of the form, so that they are looked at only then.
    checkNow()
    leaveField()
    let fields = fieldRows.flatMap { $0 }.filter { !$0.isChoice }
    guard let place = fields.firstIndex(of: cursor) else { return stopTyping() }
    cursor = fields[(place + step + fields.count) % fields.count]
    if case .form = cursor { return typeOnForm() }
    edit()
  }

  /// Replaces the text of a field from outside, such as by `$EDITOR`.
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

  /// An empty composer that keeps what does not belong to the request.
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

  /// Examines the request, and gives each path variable of the URL a row; empty rows that the URL no longer
  /// names are removed.
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
  /// - Parameter below: The rows below the cursor that are shown too, as far as there is room.
  mutating func reveal(below: Int = 0) {
    let rows = rows
    guard let wanted = rows.row(of: cursor, line: editing?.position.line ?? 0) else { return }
    let last = wanted + max(0, below)
    if last >= top + height { top = last - height + 1 }
    if wanted < top { top = wanted }
    top = max(0, min(top, max(0, rows.count - height)))
  }
}
