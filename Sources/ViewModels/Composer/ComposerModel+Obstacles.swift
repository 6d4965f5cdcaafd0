import ClientModel

/// Why a command of the composer can do nothing now.
extension ComposerModel {
  /// The reason as a notice; nil when the command can act.
  package func obstacle(to command: ComposerCommand) -> Notice? {
    switch command {
    case .markRow:
      isOnRow || cursor.isChoice || isOnForm
        ? nil
        : .cannot("Nothing to switch here.", "Only rows and choices are switched.", "Go to one.")
    case .deleteRow:
      isOnRow || isOnForm
        ? nil : .cannot("There is no row to delete.", "The cursor is on no row.", "Go to one.")
    case .indent:
      draft.bodyKind == .json
        ? nil
        : .cannot("There is nothing to indent.", "The body is no JSON.", "Choose json as its kind.")
    case .explain:
      explanation == nil
        ? .cannot("There is no problem to show.", "Nothing is wrong with the request.") : nil
    case .plain, .example:
      form == nil
        ? .cannot(
          "This request has no form.", "It was made from no endpoint of a catalog.",
          "Open one in the list of catalogs.") : nil
    default: nil
    }
  }

  private var isOnForm: Bool { if case .form = cursor { true } else { false } }

  /// True on a row of names and values that is filled.
  private var isOnRow: Bool {
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
