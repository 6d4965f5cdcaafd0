import ClientDocuments
import ClientModel
import ClientWorkspace
import ViewModels

extension Notice {
  /// Creates a notice from an error of a command or an effect. The notice contains the text of the
  /// error.
  init(reporting error: any Error) {
    switch error {
    case let failure as Failure: self.init(failure)
    case let rows as RowProblems:
      let first = rows.first.problems.first
      let why = (first.map { ["\($0.what) \($0.why)"] } ?? []) + rows.lines.prefix(20)
      self.init(
        .error, rows.heading, why: why.joined(separator: " "), whatToDo: first?.whatToDo ?? "")
    case let problem as UsageProblem:
      self.init(.error, problem.what, why: problem.why, whatToDo: problem.whatToDo)
    case let problem as WorkspaceProblem:
      self.init(.error, problem.what, why: problem.why, whatToDo: problem.whatToDo)
    case let error as DocumentError:
      self.init(.warning, error.what, why: error.why, whatToDo: error.whatToDo)
    default: self.init(.error, "An unexpected error occurred.", why: "\(error)")
    }
  }
}
