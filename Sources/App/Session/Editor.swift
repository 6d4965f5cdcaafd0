import ClientModel
import Foundation
import NcursesTerminal
import ViewModels

/// Lets the user edit a text in `$VISUAL` or `$EDITOR`, in a private file.
@UI enum Editor {
  static func edit(
    _ text: String, suffix: String, on terminal: NcursesTerminal
  ) throws(Failure) -> String {
    let environment = ProcessInfo.processInfo.environment
    let named = environment["VISUAL"] ?? environment["EDITOR"] ?? "vi"
    // Split at spaces and run as words: no shell sees the setting (threat T25).
    let words = named.split(separator: " ").map(String.init)
    let path = try PrivateText.write(Array(text.utf8), suffix: suffix)
    defer { unlink(path) }
    switch ForegroundProgram(words + [path], environment: environment).run(on: terminal) {
    case .exited(0): break
    case .exited(let code):
      throw unedited("\(named) ended with \(code).", "The text is as it was.")
    default: throw unedited("\(named) could not be run to its end.", "Set EDITOR to your editor.")
    }
    do {
      return try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      throw unedited("What the editor left is not UTF-8 text.", "The text is as it was.")
    }
  }

  private static func unedited(_ why: String, _ whatToDo: String) -> Failure {
    Failure(.fileUnreadable, what: "The text was not edited.", why: why, whatToDo: whatToDo)
  }
}
