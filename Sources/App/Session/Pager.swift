import ClientModel
import Glibc
import NcursesTerminal
import ViewModels

/// The user's `$PAGER`. It shows bodies and private files.
@UI enum Pager {
  /// Shows a body in the pager.
  ///
  /// - Returns: A notice with the reason why the body was not shown. Nil if it was shown.
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

  /// Shows a private file in the pager, then removes the file.
  static func show(_ file: String, on terminal: NcursesTerminal) -> Notice? {
    defer { unlink(file) }
    return run(file, on: terminal)
  }

  private static func run(_ file: String, on terminal: NcursesTerminal) -> Notice? {
    let named = SystemVariables.value("PAGER").flatMap { $0.isEmpty ? nil : $0 }
    return ChosenReader(named: named ?? "less", whatToDo: "Set PAGER to your pager.")
      .show(file, on: terminal)
  }
}
