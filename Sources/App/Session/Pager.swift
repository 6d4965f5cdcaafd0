import ClientModel
import Foundation
import NcursesTerminal
import ViewModels

/// Shows a body in the user's `$PAGER`.
@UI enum Pager {
  /// - Returns: Why it was not shown; nil when it was.
  static func show(
    _ body: StoredBody, at path: String?, suffix: String, on terminal: NcursesTerminal
  ) -> Notice? {
    do {
      let file = try path ?? PrivateText.write(body, suffix)
      defer { if path == nil { unlink(file) } }
      return run(file, on: terminal)
    } catch {
      return Notice(reporting: error)
    }
  }

  /// Shows a private file and removes it.
  static func show(_ file: String, on terminal: NcursesTerminal) -> Notice? {
    defer { unlink(file) }
    return run(file, on: terminal)
  }

  private static func run(_ file: String, on terminal: NcursesTerminal) -> Notice? {
    let environment = ProcessInfo.processInfo.environment
    let named = environment["PAGER"].flatMap { $0.isEmpty ? nil : $0 } ?? "less"
    let words = named.split(separator: " ").map(String.init)
    switch ForegroundProgram(words + [file], environment: environment).run(on: terminal) {
    case .exited(0): return nil
    default:
      return Notice(
        .warning, "\(named) did not end well.", why: "It could not be run or gave an error.",
        whatToDo: "Set PAGER to your pager.")
    }
  }
}
