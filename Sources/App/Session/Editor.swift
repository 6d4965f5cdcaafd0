import Foundation
import NcursesTerminal
import ViewModels

/// Lets the user edit a text in `$VISUAL` or `$EDITOR`, in a private file.
@UI enum Editor {
  static func edit(
    _ text: String, suffix: String, on terminal: NcursesTerminal
  ) -> Result<String, Refusal> {
    let environment = ProcessInfo.processInfo.environment
    let named = environment["VISUAL"] ?? environment["EDITOR"] ?? "vi"
    // Split at spaces and run as words: no shell sees the setting (threat T25).
    let words = named.split(separator: " ").map(String.init)
    var template = Array("\(privateFolder(environment))/weir-XXXXXX\(suffix)".utf8CString)
    let file = mkstemps(&template, Int32(suffix.utf8.count))
    let path = String(
      decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard file >= 0 else {
      return .failure(
        Refusal(why: String(cString: strerror(errno)), whatToDo: "Free some space or set TMPDIR."))
    }
    defer { unlink(path) }
    let isWritten = Console.write(Array(text.utf8), to: file)
    close(file)
    guard isWritten else {
      return .failure(
        Refusal(why: "The text could not be written to \(path).", whatToDo: "Free some space."))
    }
    switch ForegroundProgram(words + [path], environment: environment).run(on: terminal) {
    case .exited(0): break
    case .exited(let code):
      return .failure(
        Refusal(why: "\(named) ended with \(code).", whatToDo: "The text is as it was."))
    default:
      return .failure(
        Refusal(
          why: "\(named) could not be run to its end.", whatToDo: "Set EDITOR to your editor."))
    }
    do {
      return .success(try String(contentsOfFile: path, encoding: .utf8))
    } catch {
      return .failure(
        Refusal(why: "What the editor left is not UTF-8 text.", whatToDo: "The text is as it was."))
    }
  }

  struct Refusal: Error {
    let why: String
    let whatToDo: String
  }

  private static func privateFolder(_ environment: [String: String]) -> String {
    environment["XDG_RUNTIME_DIR"] ?? environment["TMPDIR"] ?? NSTemporaryDirectory()
  }
}
