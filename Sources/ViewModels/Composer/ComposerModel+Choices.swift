import ClientDocuments
import ClientModel

/// Rows of the lists, and fields that are chosen from.
extension ComposerModel {
  package mutating func addRow() {
    guard case .cell(let grid, let row, _) = cursor, row < draft.fields(grid).count else {
      return edit()
    }
    var fields = draft.fields(grid)
    fields.insert(DraftField("", ""), at: row + 1)
    draft.setFields(grid, fields)
    buffers = [:]
    cursor = .cell(grid, row: row + 1, .name)
    edit()
  }

  package mutating func deleteRow() {
    guard case .cell(let grid, let row, let column) = cursor else { return }
    var fields = draft.fields(grid)
    guard row < fields.count else { return }
    fields.remove(at: row)
    draft.setFields(grid, fields)
    buffers = [:]
    cursor = .cell(grid, row: row, column)
    examine()
  }

  /// The next mark of a row (on, secret, off) or the next choice of a field.
  package mutating func cycle() {
    switch cursor {
    case .cell(let grid, let row, _):
      var fields = draft.fields(grid)
      guard row < fields.count, grid != .parts else { return }
      let next: [DraftField.Mark: DraftField.Mark] = [.plain: .secret, .secret: .off, .off: .plain]
      fields[row].mark = next[fields[row].mark] ?? .plain
      draft.setFields(grid, fields)
    case .bodyKind:
      let kinds = Draft.BodyKind.allCases.filter { $0 != .bytes }
      draft.setBodyKind(kinds[((kinds.firstIndex(of: draft.bodyKind) ?? -1) + 1) % kinds.count])
    case .authorizationKind:
      let kinds = Draft.AuthorizationKind.allCases
      let place = kinds.firstIndex(of: draft.authorizationKind) ?? 0
      draft.setAuthorizationKind(kinds[(place + 1) % kinds.count])
    case .option(let option):
      guard let choices = option.choices else { return }
      let place = choices.firstIndex(of: draft.options.text(option)) ?? 0
      _ = draft.options.set(option, to: choices[(place + 1) % choices.count])
    default: return
    }
    examine()
  }

  package mutating func setMethod(_ method: String) { write(method, to: .method) }

  /// Lays the JSON body out; false when it has an error.
  package mutating func indentBody() -> Bool {
    guard case .json(let text) = draft.body, bodyFault == nil, !text.isEmpty else { return false }
    let laid = String(decoding: JSONLayout.text(Array(text.utf8)), as: UTF8.self)
    replace(laid.hasSuffix("\n") ? String(laid.dropLast()) : laid, in: .body)
    return true
  }
}
