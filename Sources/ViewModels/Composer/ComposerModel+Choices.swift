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
    if case .form(let id) = cursor { return clearForm(id) }
    guard case .cell(let grid, let row, let column) = cursor else { return }
    var fields = draft.fields(grid)
    guard row < fields.count else { return }
    fields.remove(at: row)
    draft.setFields(grid, fields)
    buffers = [:]
    cursor = .cell(grid, row: row, column)
    examine()
  }

  /// The next mark of a row (on, secret, off) or the next choice of a field. A header that refers to a
  /// secret is one already: it may be literal instead.
  package mutating func cycle() {
    switch cursor {
    case .form(let id): return cycleForm(id)
    case .cell(let grid, let row, _):
      var fields = draft.fields(grid)
      guard row < fields.count, grid != .parts else { return }
      let isReference = grid == .headers && SecretReference(fields[row].value) != nil
      fields[row].mark =
        switch fields[row].mark {
        case .plain: isReference ? .literal : .secret
        case .secret, .literal, .encoded: .off
        case .off: .plain
        }
      draft.setFields(grid, fields)
    case .gateway, .bodyKind, .authorizationKind, .option:
      let words = choices(of: cursor)
      guard !words.isEmpty else { return }
      let place = choice(of: cursor).flatMap(words.firstIndex) ?? -1
      set(words[(place + 1) % words.count], for: cursor)
    default: return
    }
    examine()
  }

  /// The words a field is chosen from; empty for a field that is typed.
  package func choices(of field: ComposerField) -> [String] {
    switch field {
    case .gateway: gatewayChoices
    case .bodyKind: Draft.BodyKind.allCases.filter { $0 != .bytes }.map(\.rawValue)
    case .authorizationKind: [Draft.noAuthorization] + AuthScheme.all.map(\.name)
    case .option(let option): option.choices ?? []
    default: []
    }
  }

  /// The word in force; nil for a field that is typed.
  package func choice(of field: ComposerField) -> String? {
    switch field {
    case .gateway: draft.text(of: .gateway)
    case .bodyKind: draft.bodyKind.rawValue
    case .authorizationKind: draft.text(of: field)
    case .option(let option): option.choices == nil ? nil : draft.options.text(option)
    default: nil
    }
  }

  /// Sets a field to one of its words. A kind of body or credentials opens the first field it
  /// brings: the next keys are meant for it, and as commands they would queue or send.
  package mutating func choose(_ word: String, for field: ComposerField) {
    guard choices(of: field).contains(word) else { return }
    set(word, for: field)
    examine()
    guard field == .bodyKind || field == .authorizationKind else { return }
    if draft.bodyKind == .text, field == .bodyKind {
      // Its type stands above it and has a sensible default.
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

  private mutating func set(_ word: String, for field: ComposerField) {
    switch field {
    case .gateway: chooseGateway(word)
    case .bodyKind: Draft.BodyKind(rawValue: word).map { draft.setBodyKind($0) }
    case .authorizationKind: draft.setAuthorization(AuthScheme(named: word))
    case .option(let option): _ = draft.options.set(option, to: word)
    default: break
    }
  }

  package mutating func setMethod(_ method: String) { write(method, to: .method) }

  /// Lays the JSON body out; false when it has an error.
  package mutating func indentBody() -> Bool {
    guard case .json(let text) = draft.body, bodyFault == nil, !text.isEmpty else { return false }
    let laid = String(decoding: JSONLayout.text(Array(text.utf8)), as: UTF8.self)
    replace(laid.ends(with: "\n") ? String(laid.droppingLast(bytes: 1)) : laid, in: .body)
    return true
  }
}
