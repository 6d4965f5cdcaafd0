import ClientModel
import ClientWorkspace
import ClientYAML

/// The conversion of problems with a workspace or the settings to failures. The text does not
/// change.
enum Reported {
  /// Returns the failure for an error in `config.yaml`.
  static func settings(_ error: any Error) -> Failure {
    if let problem = error as? YAMLProblem {
      return Failure(
        .fileUnreadable, what: problem.what, why: problem.why, whatToDo: problem.whatToDo,
        cause: "\(problem.place)")
    }
    return Failure(
      .fileUnreadable, what: "The settings cannot be used.", why: FileAccessError(error).why,
      whatToDo: "Check the permissions of config.yaml in the settings folder.")
  }

  static func workspace<Value>(
    _ work: () throws(WorkspaceProblem) -> Value
  ) throws(Failure) -> Value {
    do {
      return try work()
    } catch {
      throw Failure(
        .fileUnreadable, what: error.what, why: error.why, whatToDo: error.whatToDo,
        cause: error.place.map { "\($0)" })
    }
  }
}
