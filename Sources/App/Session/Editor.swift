import ClientModel
import FoundationEssentials
import Glibc
import NcursesTerminal
import ViewModels

/// The editor in `$VISUAL` or `$EDITOR`. The user edits text in a private file.
@UI enum Editor {
  /// The editors that accept `+LINE` before the file, to open the file at that line.
  private static let takingLines: Set<String> = [
    "vi", "vim", "nvim", "nano", "emacs", "micro", "kak", "joe", "ne", "jed", "mg",
  ]

  /// Opens text in the editor and returns the edited text.
  ///
  /// - Parameter line: The line at which the editor opens, counted from 1.
  static func edit(
    _ text: String, suffix: String, line: Int = 1, on terminal: NcursesTerminal
  ) throws(Failure) -> String {
    let environment = SystemVariables.all
    let named = name(in: environment)
    let program = named.words(at: " ").first?.words(at: "/").last.map(String.init) ?? ""
    let place = line > 1 && takingLines.contains(program) ? ["+\(line)"] : []
    let path = try PrivateText.write(Array(text.utf8), suffix: suffix)
    defer { unlink(path) }
    switch ForegroundProgram(command: named, place + [path], environment: environment)
      .run(on: terminal)
    {
    case .exited(0): break
    case .exited(ForegroundProgram.notFound):
      throw unedited("The shell did not find \(named).", "Set EDITOR to your editor.")
    case .exited(let code):
      throw unedited("\(named) ended with \(code).", "The text is unchanged.")
    default: throw unedited("\(named) could not be run.", "Set EDITOR to your editor.")
    }
    do {
      return taken(try String(contentsOfFile: path, encoding: .utf8), of: text)
    } catch {
      throw unedited("The edited text is not valid UTF-8.", "The text is unchanged.")
    }
  }

  /// Returns the edited text. Most editors add a line break at the end. It is removed if the
  /// original text had none.
  nonisolated static func taken(_ edited: String, of text: String) -> String {
    let end = UInt8(ascii: "\n")
    guard edited.utf8.last == end, text.utf8.last != end else { return edited }
    return String(decoding: edited.utf8.dropLast(), as: UTF8.self)
  }

  /// Shows a private file in the editor, then removes the file. Changes to the file are ignored.
  static func show(_ file: String, on terminal: NcursesTerminal) -> Notice? {
    defer { unlink(file) }
    return ChosenReader(
      named: name(in: SystemVariables.all), whatToDo: "Set EDITOR to your editor."
    ).show(file, on: terminal)
  }

  /// Returns the name of the editor. Empty variables are ignored.
  private static func name(in environment: [String: String]) -> String {
    ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? "vi"
  }

  private static func unedited(_ why: String, _ whatToDo: String) -> Failure {
    Failure(.fileUnreadable, what: "The text was not edited.", why: why, whatToDo: whatToDo)
  }
}
