import ClientModel
import ClientPipeline

/// A JSON body as rows.
extension Draft {
  /// The rows of a JSON body. Nil if the body cannot be shown as rows.
  var jsonRows: JSONRows? { if case .json(let text) = body { JSONRows(text) } else { nil } }

  /// Changes the text of a JSON body. Does nothing if `change` returns nil.
  mutating func changeJSON(_ change: (JSONRows) -> String?) {
    if let rows = jsonRows, let text = change(rows) { body = .json(text) }
  }

  /// Returns the reason why a cell of a JSON body cannot be edited. Returns nil if the cell can be
  /// edited, or if the field is not such a cell.
  func jsonObstacle(to field: ComposerField) -> Notice? {
    guard case .cell(.json, let number, let column) = field, let rows = jsonRows?.rows,
      rows.indices.contains(number)
    else { return nil }
    let row = rows[number]
    if column == .name, row.name == nil {
      return .cannot(
        row.parent == nil ? "This row is the complete body." : "An element has no name.",
        "Only members of an object have names.", "Select a value.")
    }
    guard column == .value, row.isContainer else { return nil }
    return .cannot(
      "This value cannot be edited in one row.", "It is an \(row.kind.rawValue).",
      "Edit the rows below it, or add one.")
  }

  /// Returns the problem of a text that is typed for a value of a JSON body. Returns nil if the
  /// text is valid.
  func jsonProblem(_ text: String, at number: Int) -> DraftProblem? {
    guard let rows = jsonRows, rows.rows.indices.contains(number),
      rows.setting(number, to: text) == nil
    else { return nil }
    let row = rows.rows[number]
    return DraftProblem(
      .body, what: "\(row.label) was not changed.",
      why: "`\(text)` is not \(row.kind == .null ? "" : "a ")\(row.kind.rawValue).",
      whatToDo:
        "Correct it. To send text, leave the field and press \(key: .composer(.markRow)) until its kind is string."
    )
  }
}

extension ComposerModel {
  /// Adds a value to a JSON body. Typing begins in the name of the value or, in an array, in its
  /// text.
  mutating func addJSON(at row: Int) {
    guard let added = draft.jsonRows?.adding(at: row) else { return }
    request.draft.body = .json(added.text)
    typing.clear()
    let isMember = draft.jsonRows?.rows[added.row].name != nil
    select(.cell(.json, row: added.row, isMember ? .name : .value))
    examine()
    edit()
  }

  /// Shows a JSON body as rows or as text. Rows begin with an object if the body is empty.
  mutating func switchBodyForm() {
    context.bodyForm = context.bodyForm == .text ? .rows : .text
    if context.bodyForm == .rows, draft.text(of: .body).allSatisfy(\.isWhitespace) {
      replace("{}", in: .body)
    }
    select(context.bodyForm == .rows ? .cell(.json, row: 0, .value) : .body)
  }
}
