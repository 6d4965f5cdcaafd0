import ClientDocuments
import ClientModel
import ClientPipeline

/// The problems of the composed request. They come from its examination, from options with invalid
/// text, and from submitting it. The user may hide the problem that is shown.
struct RequestCheck: Sendable {
  private(set) var examination = Examination(request: nil, problems: [], warnings: [])
  /// The first error of a JSON body.
  private(set) var bodyFault: JSONFault?
  /// The lines of the draft's body.
  private(set) var bodyLines = BodyLines()
  private var options: [OptionField: DraftProblem] = [:]
  private var refused: [DraftProblem] = []
  private var hidden: Notice?

  /// Returns all problems in the order of the screen. If the draft has no URL, returns only the
  /// problems of its options.
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

  /// Stores the problem of the text that was typed for an option, or nil if the text is valid.
  mutating func set(_ problem: DraftProblem?, of option: OptionField) { options[option] = problem }

  /// Removes the problem of an option. Returns false if the option had none.
  mutating func drop(problemOf option: OptionField) -> Bool {
    options.removeValue(forKey: option) != nil
  }

  mutating func refuse(_ problems: [DraftProblem]) { refused = problems }

  /// Removes the problems found by submitting and shows a hidden problem again, because the request
  /// changed.
  mutating func changed() { (refused, hidden) = ([], nil) }

  /// Removes the results that a change of a large body makes outdated. The body is checked when the
  /// user leaves its field.
  mutating func delay() {
    bodyFault = nil
    changed()
  }

  /// Hides this problem until the problem or the request changes.
  mutating func hide(_ problem: Notice?) { hidden = problem }

  func isHidden(_ problem: Notice) -> Bool { problem == hidden }
}

/// The problems of the composed request, assigned to its fields.
struct RequestProblems {
  /// The problems in the order of the screen.
  let all: [DraftProblem]
  private let texts: FieldTexts
  private let bodyFault: JSONFault?

  init(_ texts: FieldTexts, _ check: RequestCheck) {
    (self.texts, bodyFault) = (texts, check.bodyFault)
    all = check.problems(of: texts.draft)
  }

  /// Returns the problem of this field, or nil if it has none.
  func problem(at field: ComposerField) -> DraftProblem? {
    all.first { texts.draft.field(of: $0.place) == field }
  }

  /// The problem of the selected field, otherwise the first problem of the request. Nil if there is
  /// no problem.
  var standing: Notice? {
    if texts.cursor == .body, let bodyFault { return Notice(.warning, bodyFault.sentence) }
    if let notice = texts.form?.standing(at: texts.cursor) { return notice }
    // If the form has problems, it shows them at its fields.
    guard texts.form?.problems.isEmpty != false else { return nil }
    return (problem(at: texts.cursor) ?? all.first).map(Notice.init)
  }
}
