import ClientDocuments
package import ClientModel

/// The problems of the request, and the message for the selected field.
extension ComposerModel {
  /// The problems of the request, in the order of the screen.
  package var problems: [DraftProblem] { check.problems(of: draft) }

  /// Returns the problem of this field.
  package func problem(at field: ComposerField) -> DraftProblem? {
    problems.first { draft.field(of: $0.place) == field }
  }

  /// The problem of the selected field, or else the first problem of the request.
  package var standingProblem: Notice? {
    if cursor == .body, let bodyFault { return Notice(.warning, bodyFault.sentence) }
    if let notice = form?.standing(at: cursor) { return notice }
    // The form shows these problems at its fields already.
    guard formProblems.isEmpty else { return nil }
    return (problem(at: cursor) ?? problems.first).map(Notice.init)
  }

  /// The problem to show, unless the user hid it.
  var standing: Notice? { standingProblem.flatMap { check.isHushed($0) ? nil : $0 } }

  /// The problem, or else the description of the selected field.
  var explanation: Notice? { standingProblem ?? about.map { Notice(.info, $0) } }

  /// Hides the problem until the problem or the request changes.
  mutating func hush() { check.hush(standingProblem) }
}
