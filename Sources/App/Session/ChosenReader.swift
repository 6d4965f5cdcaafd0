import ClientModel
import NcursesTerminal
import ViewModels

/// A pager or editor of the user's choice. It shows a file on the terminal.
@UI struct ChosenReader {
  /// The configured command or the default command.
  let named: String
  /// The advice to set the variable for the command: `Set PAGER to your pager.`
  let whatToDo: String

  /// Shows a file in the program.
  ///
  /// - Returns: A notice with the reason why the file was not shown. Nil if it was shown.
  func show(_ file: String, on terminal: NcursesTerminal) -> Notice? {
    let environment = SystemVariables.all
    let why: String
    switch ForegroundProgram(command: named, [file], environment: environment).run(on: terminal) {
    case .exited(0): return nil
    case .exited(ForegroundProgram.notFound): why = "The shell did not find it."
    case .exited(let code): why = "It ended with status \(code)."
    case .killed(let signal): why = "It ended with signal \(signal)."
    case .notStarted(let reason): why = "The shell was not started: \(reason)."
    }
    return Notice(.warning, "\(named) could not show the file.", why: why, whatToDo: whatToDo)
  }
}
