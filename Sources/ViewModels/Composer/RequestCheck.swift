package import ClientDocuments
import ClientModel
import ClientPipeline

/// The first error of a text in the body tab.
package struct TextFault: Hashable, Sendable {
  package let place: TextPosition
  package let sentence: String

  init(_ fault: JSONFault) { (place, sentence) = (fault.place, fault.sentence) }
  init(_ fault: GraphQLFault) { (place, sentence) = (fault.place, fault.sentence) }
}

/// The problems of the composed request. They come from the examination of the draft, from options
/// with invalid text, and from the submission. The user can hide the displayed problem.
struct RequestCheck: Sendable {
  private(set) var examination = Examination(request: nil, problems: [], warnings: [])
  /// The first error of each text in the body tab.
  private(set) var faults: [ComposerField: TextFault] = [:]
  /// The lines of the texts in the body tab.
  private(set) var lines: [ComposerField: BodyLines] = [:]
  private var options: [OptionField: DraftProblem] = [:]
  private var refused: [DraftProblem] = []
  private var hidden: Notice?

  /// Returns all problems in screen order. If the draft has no URL, or a curl line that is not yet
  /// imported, returns only the problems of the options.
  func problems(of draft: Draft) -> [DraftProblem] {
    guard !draft.url.isEmpty, !CurlCommand.isCurl(draft.url) else { return Array(options.values) }
    return examination.problems + OptionField.allCases.compactMap { options[$0] }
      + refused.filter { !examination.problems.contains($0) }
  }

  mutating func examine(
    _ draft: Draft, in environment: Environment, _ gateways: Gateways,
    _ schemas: GraphQLSchemas = GraphQLSchemas()
  ) {
    examination = Preparation(environment: environment, files: .assumed, gateways: gateways)
      .examine(draft)
    lines = [.body: BodyLines(draft.text(of: .body))]
    faults = [:]
    switch draft.body {
    case .json(let text): faults[.body] = fault(inJSON: text)
    case .graphQL(let request):
      lines[.variables] = BodyLines(request.variables)
      faults[.variables] = fault(inJSON: request.variables)
      faults[.body] = GraphQLCheck.fault(in: request.query, schemas[examination.address])
        .map(TextFault.init)
    default: break
    }
  }

  /// Returns the first error of a JSON text. A text with templates has no error if it is valid with
  /// their values.
  private func fault(inJSON text: String) -> TextFault? {
    guard !text.isEmpty else { return nil }
    if text.contains("{{"), !examination.problems.contains(where: { $0.place == .body }) {
      return nil
    }
    return TemplatedJSON(text).fault.map(TextFault.init)
  }

  /// Stores the problem of the text that was typed for an option. Nil means that the text is valid.
  mutating func set(_ problem: DraftProblem?, of option: OptionField) { options[option] = problem }

  /// Returns the problem of the text that was typed for an option. Returns nil if it is valid.
  func problem(of option: OptionField) -> DraftProblem? { options[option] }

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
    faults = [:]
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
  private let faults: [ComposerField: TextFault]

  init(_ texts: FieldTexts, _ check: RequestCheck) {
    (self.texts, faults) = (texts, check.faults)
    all = check.problems(of: texts.draft)
  }

  /// Returns the problem of a field. Returns nil if there is none.
  func problem(at field: ComposerField) -> DraftProblem? {
    all.first { texts.draft.field(of: $0.place) == field }
  }

  /// The problem of the selected field. If that field has none, the first problem of the request.
  /// Nil if there is no problem.
  var standing: Notice? {
    if let fault = faults[texts.cursor] { return Notice(.warning, fault.sentence) }
    if let notice = texts.form?.standing(at: texts.cursor) { return notice }
    // The form shows its problems at its fields.
    guard texts.form?.problems.isEmpty != false else { return nil }
    return (problem(at: texts.cursor) ?? all.first).map(Notice.init)
  }
}
