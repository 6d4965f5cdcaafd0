import ClientDocuments
import ClientModel
import ClientPipeline

/// The problems of the composed request: from its examination, from options with invalid text, and
/// from submitting it. The user may hide the shown problem.
struct RequestCheck: Sendable {
  private(set) var examination = Examination(request: nil, problems: [], warnings: [])
  /// The first error of a JSON body.
  private(set) var bodyFault: JSONFault?
  /// The lines of the draft's body.
  private(set) var bodyLines = BodyLines()
  private var options: [OptionField: DraftProblem] = [:]
  private var refused: [DraftProblem] = []
  private var hidden: Notice?

  /// Returns all problems in the order of the screen. A draft without a URL has only the problems
  /// of its options.
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

  /// Stores the problem of the text that was typed for an option, or nil for valid text.
  mutating func set(_ problem: DraftProblem?, of option: OptionField) { options[option] = problem }

  /// Removes the problem of an option. Returns false if the option had none.
  mutating func drop(problemOf option: OptionField) -> Bool {
    options.removeValue(forKey: option) != nil
  }

  mutating func refuse(_ problems: [DraftProblem]) { refused = problems }

  /// Clears the refusal and the hidden problem, because the request changed.
  mutating func changed() { (refused, hidden) = ([], nil) }

  /// Delays the check of a large body that is being typed until the user leaves its field.
  mutating func delay() {
    bodyFault = nil
    changed()
  }

  /// Hides this problem until the problem or the request changes.
  mutating func hide(_ problem: Notice?) { hidden = problem }

  func isHidden(_ problem: Notice) -> Bool { problem == hidden }
}

/// The problems of the composed request at its fields.
struct RequestProblems {
  /// The problems in the order of the screen.
  let all: [DraftProblem]
  private let texts: FieldTexts
  private let bodyFault: JSONFault?

  init(_ texts: FieldTexts, _ check: RequestCheck) {
    (self.texts, bodyFault) = (texts, check.bodyFault)
    all = check.problems(of: texts.draft)
  }

  /// Returns the problem of this field.
  func problem(at field: ComposerField) -> DraftProblem? {
    all.first { texts.draft.field(of: $0.place) == field }
  }

  /// The problem of the selected field, or else the first problem of the request.
  var standing: Notice? {
    if texts.cursor == .body, let bodyFault { return Notice(.warning, bodyFault.sentence) }
    if let notice = texts.form?.standing(at: texts.cursor) { return notice }
    // The form shows these problems at its fields already.
    guard texts.form?.problems.isEmpty != false else { return nil }
    return (problem(at: texts.cursor) ?? all.first).map(Notice.init)
  }
}
