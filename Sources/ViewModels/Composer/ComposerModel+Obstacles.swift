import ClientModel

/// What decides whether a command of the composer can act.
extension ComposerModel {
  /// Why a command about the form of the request cannot act; nil when it can.
  var formObstacle: Notice? {
    form == nil
      ? .cannot(
        "This request has no form.", "It was made from no endpoint of a catalog.",
        "Open one in the list of catalogs.") : nil
  }

  var isOnForm: Bool { if case .form = cursor { true } else { false } }

  /// True on a row of names and values that is filled.
  var isOnRow: Bool {
    guard case .cell(let grid, let row, _) = cursor else { return false }
    return row < draft.fields(grid).count
  }

  /// The field where a problem of the draft is mended.
  func field(of place: DraftProblem.Place) -> ComposerField? {
    switch place {
    case .method: .method
    case .url: .url
    case .pathVariable(let name):
      .cell(
        .pathVariables,
        row: draft.pathVariables.firstIndex { $0.name == name } ?? draft.pathVariables.count, .value
      )
    case .query(let row): .cell(.query, row: row, .value)
    case .header(let row): .cell(.headers, row: row, .value)
    case .formField(let row): .cell(.form, row: row, .value)
    case .part(let row): .cell(.parts, row: row, .value)
    case .body: draft.bodyKind == .file ? .bodyPath : .body
    case .authorization:
      draft.authorization.map { .credential($0.scheme.fields[0].name) } ?? .authorizationKind
    case .assertion(let row): .assertion(row)
    case .option("gateway"): .gateway
    case .option(let name): OptionField(problem: name).map(ComposerField.option)
    }
  }
}
