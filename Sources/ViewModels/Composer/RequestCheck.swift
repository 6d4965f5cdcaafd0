import ClientDocuments
import ClientModel
import ClientPipeline

/// The problems of the composed request: from its examination, from options with invalid text, and
/// from submitting it. The user may hide the shown problem.
struct RequestCheck: Sendable {
  private(set) var examination = Examination(request: nil, problems: [], warnings: [])
  /// The first error of a JSON body.
  private(set) var bodyFault: JSONFault?
  private var options: [OptionField: DraftProblem] = [:]
  private var refused: [DraftProblem] = []
  private var hushed: Notice?

  /// Returns all problems in the order of the screen. An untouched draft has only those of its
  /// options.
  func problems(of draft: Draft) -> [DraftProblem] {
    guard !draft.url.isEmpty else { return Array(options.values) }
    return examination.problems + OptionField.allCases.compactMap { options[$0] }
      + refused.filter { !examination.problems.contains($0) }
  }

  mutating func examine(_ draft: Draft, in environment: Environment, _ gateways: Gateways) {
    if case .json(let text) = draft.body, !text.isEmpty {
      bodyFault = text.contains("{{") ? nil : JSONValidator.fault(in: Array(text.utf8))
    } else {
      bodyFault = nil
    }
    examination = Preparation(environment: environment, files: .assumed, gateways: gateways)
      .examine(draft)
  }

  /// Stores the problem with the typed text of an option, or nil if the text is valid.
  mutating func set(_ problem: DraftProblem?, of option: OptionField) { options[option] = problem }

  /// Removes the problem of an option. Returns false if it had none.
  mutating func drop(problemOf option: OptionField) -> Bool {
    options.removeValue(forKey: option) != nil
  }

  mutating func refuse(_ problems: [DraftProblem]) { refused = problems }

  /// Clears the refusal and the hidden problem, because the request changed.
  mutating func changed() { (refused, hushed) = ([], nil) }

  /// Delays the check of a large body that is being typed until the user leaves its field.
  mutating func delay() {
    bodyFault = nil
    changed()
  }

  /// Hides the shown problem until it changes.
  mutating func hush(_ problem: Notice?) { hushed = problem }

  func isHushed(_ problem: Notice) -> Bool { problem == hushed }
}
