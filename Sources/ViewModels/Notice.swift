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
    Self.sentences(what, why, whatToDo)
  }

  /// Joins texts to one line. Adds a full stop to a text of a server that has none.
  package static func sentences(_ texts: String...) -> String {
    let texts = texts.filter { !$0.isEmpty }
    return texts.enumerated().map { index, text in
      let isOpen = text.last.map { $0.isLetter || $0.isNumber } == true
      return isOpen && index < texts.count - 1 ? text + "." : text
    }.joined(separator: " ")
  }
}
