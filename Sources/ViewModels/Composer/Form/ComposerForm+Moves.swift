import ClientCatalogs
import ClientModel

/// The first field of a form, the problem that it shows, and the next state of a field.
extension ComposerForm {
  /// The field to begin with: the first field that must be filled in, or else the first field after
  /// the server and the credentials, or else the first of all fields.
  var first: ComposerField? {
    let open = rows.first {
      $0.isRequired && !$0.isGiven && $0.standard == nil && $0.section != .server
    }
    let own = rows.first { $0.section != .server && $0.section != .security }
    return (open ?? own ?? rows.first).map { .form($0.id) }
  }

  /// Returns the problem of the selected field, or else of the first field that shows a problem.
  func standing(at cursor: ComposerField) -> Notice? {
    if case .form(let id) = cursor, let problem = problem(at: id) { return Notice(problem) }
    return rows.lazy.compactMap { problem(at: $0.id) }.first.map { Notice($0) }
  }

  /// The effect of switching a field without typing.
  enum NextState {
    case fold
    /// Changes the form; the hint describes the change.
    case fill(hint: String, (inout EndpointForm) -> Void)
  }

  /// Returns the next state of a field: true, false, unset; the next choice, or unset after the
  /// last; empty text, null, unset. A typed text becomes secret, or plain again. Returns nil for a
  /// field without states.
  func nextState(of id: FieldID) -> NextState? {
    guard let row = row(id) else { return nil }
    if row.kind.isMore || (row.fold != nil && !row.isChosen) { return .fold }
    switch row.kind {
    case .truth:
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

  /// Returns the hint for switching the field, or nil if it cannot be switched.
  func switchHint(of id: FieldID) -> String? {
    switch nextState(of: id) {
    case .fold: row(id)?.fold == .open ? "fold" : "unfold"
    case .fill(let hint, _): hint
    case nil: nil
    }
  }
}

extension FieldKind {
  var isMore: Bool { if case .more = self { true } else { false } }
}
