import ClientCatalogs
package import ClientModel
import ReadingValues

/// A message in one line: the event, the reason and the advice.
package struct Notice: Hashable, Sendable {
  package enum Kind: Hashable, Sendable { case info, warning, error }

  package var kind: Kind
  package var what: String
  package var why: String
  package var whatToDo: String

  package init(_ kind: Kind, _ what: String, why: String = "", whatToDo: String = "") {
    self.kind = kind
    self.what = what
    self.why = why
    self.whatToDo = InterfaceWords.advice(whatToDo)
  }

  package init(_ failure: Failure) {
    self.init(.error, failure.what, why: failure.why, whatToDo: failure.whatToDo)
  }

  package init(_ problem: DraftProblem) {
    self.init(.warning, problem.what, why: problem.why, whatToDo: problem.whatToDo)
  }

  init(_ problem: FormProblem) {
    self.init(.warning, problem.what, why: problem.why, whatToDo: problem.whatToDo)
  }

  init(_ problem: DocumentProblem) {
    let kind: Kind = problem.severity == .error ? .error : .warning
    self.init(kind, problem.what, why: problem.why, whatToDo: problem.whatToDo)
  }

  /// The complete notice in one line.
  package var line: String {
    [what, why, whatToDo].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
