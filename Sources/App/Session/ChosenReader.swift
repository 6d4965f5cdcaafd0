import ClientModel
import NcursesTerminal
import ViewModels

/// A program of the user's choice that shows a file on the terminal: a pager, or an editor.
@UI struct ChosenReader {
  /// As it was set, or what stands in for it.
  let named: String
  /// The variable that names it, and what that shall be set to: `Set PAGER to your pager.`
  let whatToDo: String

  /// - Returns: Why it was not shown; nil when it was.
  func show(_ file: String, on terminal: NcursesTerminal) -> Notice? {
    let words = named.words(at: " ").map(String.init)
    let environment = SystemVariables.all
    if case .exited(0) = ForegroundProgram(words + [file], environment: environment)
      .run(on: terminal)
    {
      return nil
    }
    return Notice(
      .warning, "\(named) did not end well.", why: "It could not be run or gave an error.",
      whatToDo: whatToDo)
  }
}
