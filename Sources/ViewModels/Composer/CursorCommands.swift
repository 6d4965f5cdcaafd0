import ClientCatalogs
import ClientModel

/// The hints and obstacles of the commands for the selected field.
struct CursorCommands {
  let tab: ComposerTab
  let texts: FieldTexts

  private var draft: Draft { texts.draft }
  private var form: ComposerForm? { texts.form }
  private var cursor: ComposerField { texts.cursor }

  /// The tabs of the request. The form is included if there is one.
  var tabs: [ComposerTab] { ComposerTab.allCases.filter { $0 != .form || form != nil } }

  /// Returns the tab that is `step` tabs to the right. The first tab follows the last tab.
  func tab(_ step: Int) -> ComposerTab {
    let place = tabs.firstIndex(of: tab) ?? 0
    return tabs[(place + step + tabs.count) % tabs.count]
  }

  /// The effect that opens the text of the field in `$EDITOR`. If the field has no text or the text
  /// is secret, the effect is a notice.
  var openEditor: [Effect] {
    let formRow = if case .form(let id) = cursor { form?.row(id) } else { FormRow?.none }
    guard formRow?.isTyped ?? !cursor.isChoice else {
      return [
        .notify(
          Notice(
            .info, "This row has no text to edit.", why: "It is a choice.",
            whatToDo: tab == .body ? "Choose a kind of body, then go to its text." : ""))
      ]
    }
    guard !texts.hides(cursor) else {
      return [
        .notify(
          Notice(
            .info, "A secret cannot be edited in $EDITOR.", why: "It would be written to a file.",
            whatToDo: "Type it here."))
      ]
    }
    let isJSON =
      cursor == .variables || formRow?.kind == .json
      || cursor == .body && draft.bodyKind == .json
    return [
      .openEditor(
        text: texts.text(of: cursor),
        suffix: isJSON
          ? ".json" : cursor == .body && draft.graphQL != nil ? ".graphql" : ".txt",
        purpose: .field(cursor))
    ]
  }

  /// The reason why form commands cannot act. Nil if the request has a form.
  var formObstacle: Notice? {
    form == nil
      ? .cannot(
        "This request has no form.", "It was not created from an endpoint of a catalog.",
        "Open an endpoint from the list of catalogs.") : nil
  }

  /// The reason why nothing can be added at the cursor. Nil if a row or field can be added.
  var addObstacle: Notice? {
    if case .form(let id) = cursor { return form?.addObstacle(at: id) }
    guard case .cell(.json, let row, _) = cursor, draft.jsonRows?.adding(at: row) == nil else {
      return nil
    }
    return .cannot(
      "Nothing can be added here.", "The body is neither an object nor an array.",
      "Change its kind to object first.")
  }

  /// The reason why nothing can be deleted at the cursor. Nil if the row or field can be deleted.
  var deleteObstacle: Notice? {
    if case .form(let id) = cursor { return form?.clearObstacle(at: id) }
    if case .cell(.json, let row, _) = cursor, draft.jsonRows?.removing(row) == nil {
      return .cannot(
        "This row cannot be deleted.", "It is the complete body.",
        "Delete the rows below it, or choose another kind of body.")
    }
    return isOnRow
      ? nil : .cannot("There is no row to delete.", "The cursor is not on a row.", "Select a row.")
  }

  /// Whether the cursor is on a row of names and values. The empty last row does not count.
  private var isOnRow: Bool {
    guard case .cell(let grid, let row, _) = cursor else { return false }
    return row < draft.fields(grid).count
  }

  /// The hint for the switch command at the cursor. Nil if the usual hint applies.
  var switchHint: String? {
    switch cursor {
    case .form(let id): return form?.switchHint(of: id)
    case .bodyKind, .cell(.json, _, _): return "kind"
    case .operation: return "operation"
    case .authorizationKind: return "next kind"
    case .gateway: return "next gateway"
    case .moreOptions: return "show or hide"
    case .method: return "method"
    case let field where field.isChoice: return "next choice"
    default: return nil
    }
  }

  var switchObstacle: Notice? {
    if case .cell(.json, let row, _) = cursor, draft.jsonRows?.changingKind(row) == nil {
      return .cannot(
        "The kind was not changed.", "The value contains other values.", "Delete those first.")
    }
    let canSwitch =
      if case .form(let id) = cursor { form?.nextState(of: id) != nil } else {
        isOnRow || cursor.isChoice
      }
    return canSwitch
      ? nil
      : .cannot("Nothing to switch here.", "Only rows and choices can be switched.", "Select one.")
  }

  /// The reason why the body cannot be shown as rows. Nil if the body can be shown as rows.
  var rowsObstacle: Notice? {
    guard case .json(let text) = draft.body else {
      return .cannot(
        "There are no rows to show.", "The body is not JSON.", "Choose json as its kind.")
    }
    guard !text.allSatisfy(\.isWhitespace), JSONRows(text) == nil else { return nil }
    let why = TemplatedJSON(text).fault?.sentence
    return .cannot(
      "The body cannot be shown as rows.",
      why ?? "It is larger than \(ByteCount(JSONRows.limit)) or nested too deeply.",
      why == nil ? "Edit it as text." : "Correct the text first.")
  }

  /// The commands for the hint bar, most important first.
  var hints: [Command] {
    if texts.typing.buffer != nil {
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
