import ClientDocuments
import ClientModel
import ClientPipeline

/// The problems of the composed request. They are found by the examination of the draft, in options
/// with invalid text, and on submission. The user can hide the displayed problem.
struct RequestCheck: Sendable {
  private(set) var examination = Examination(request: nil, problems: [], warnings: [])
  /// The first error of a JSON body.
  private(set) var bodyFault: JSONFault?
  /// The lines of the draft's body.
  private(set) var bodyLines = BodyLines()
  private var options: [OptionField: DraftProblem] = [:]
  private var refused: [DraftProblem] = []
  private var hidden: Notice?

  /// Returns all problems in screen order. If the draft has no URL, returns only the problems of
  /// its options.
  func problems(of draft: Draft) -> [DraftProblem] {
    guard !draft.url.isEmpty else { return Array(options.values) }
    return examination.problems + OptionField.allCases.compactMap { options[$0] }
      + refused.filter { !examination.problems.contains($0) }
  }

  mutating func examine(_ draft: Draft, in environment: Environment, _ gateways: Gateways) {
    bodyLines = BodyLines(draft.text(of: .body))
    if case .json(let text) = draft.body, !text.isEmpty {
      bodyFault = text.contains("{{") ? nil : JSONValidator.fault(in: Array(text.utf8))
    } else {
      bodyFault = nil
    }
    examination = Preparation(environment: environment, files: .assumed, gateways: gateways)
      .examine(draft)
  }

  /// Stores the problem of the text that was typed for an option. Nil means that the text is valid.
  mutating func set(_ problem: DraftProblem?, of option: OptionField) { options[option] = problem }

  /// Removes the problem of an option. Returns false if there was none.
  mutating func drop(problemOf option: OptionField) -> Bool {
    options.removeValue(forKey: option) != nil
  }

  mutating func refuse(_ problems: [DraftProblem]) { refused = problems }

  /// Handles a change of the request. Removes the problems found on submission and shows a hidden
  /// problem again.
  mutating func changed() { (refused, hidden) = ([], nil) }

  /// Removes results that are outdated after a change of a large body. The body is checked when the
  /// user leaves the field.
  mutating func delay() {
    bodyFault = nil
    changed()
  }

  /// Hides a problem until the problem or the request changes.
  mutating func hide(_ problem: Notice?) { hidden = problem }

  func isHidden(_ problem: Notice) -> Bool { problem == hidden }
}

/// The problems of the composed request, assigned to its fields.
struct RequestProblems {
  /// The problems in screen order.
  let all: [DraftProblem]
  private let texts: FieldTexts
  private let bodyFault: JSONFault?

  init(_ texts: FieldTexts, _ check: RequestCheck) {
    (self.texts, bodyFault) = (texts, check.bodyFault)
    all = check.problems(of: texts.draft)
  }

  /// Returns the problem of a field. Returns nil if there is none.
  func problem(at field: ComposerField) -> DraftProblem? {
    all.first { texts.draft.field(of: $0.place) == field }
  }

  /// The problem of the selected field. If that field has none, the first problem of the request.
  /// Nil if there is no problem.
  var standing: Notice? {
    if texts.cursor == .body, let bodyFault { return Notice(.warning, bodyFault.sentence) }
    if let notice = texts.form?.standing(at: texts.cursor) { return notice }
    // The form shows its problems at its fields.
    guard texts.form?.problems.isEmpty != false else { return nil }
    return (problem(at: texts.cursor) ?? all.first).map(Notice.init)
  }
}
