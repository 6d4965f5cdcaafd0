import ClientCore
import ClientModel
import Terminal
import ViewModels

/// The programs that copy text to a clipboard of this machine.
///
/// Not every terminal supports copying. A terminal does not report whether it does, and no terminal
/// supports long text. Therefore the programs of a desktop or tmux are used as well if they are
/// available.
struct ClipboardPrograms {
  private let commands: [[String]]
  private let runner: any ProgramRunner

  /// Selects the programs for the running desktops, and for tmux if it is running.
  ///
  /// - Parameter variable: Returns the value of an environment variable.
  init(_ variable: (String) -> String?, runner: any ProgramRunner = SystemPrograms()) {
    let known = [
      ("WAYLAND_DISPLAY", ["wl-copy", "--type", "text/plain"]),
      ("DISPLAY", ["xclip", "-selection", "clipboard", "-in"]),
      // `-w` passes the text to the terminal in which tmux runs.
      ("TMUX", ["tmux", "load-buffer", "-w", "-"]),
    ]
    commands = known.filter { variable($0.0)?.isEmpty == false }.map(\.1)
    self.runner = runner
  }

  /// Copies with the first program that exists and succeeds.
  ///
  /// - Parameters:
  ///   - what: The description of the text, such as `the value`.
  ///   - refusal: The reason why the terminal did not receive the text. Nil if it did.
  /// - Returns: The notice for the user.
  func copy(_ text: String, _ what: String, refusal: ClipboardError?) async -> Notice {
    let done = Notice(.info, "Copied \(what).")
    for command in commands {
      let program = Program(
        command, input: Array(text.utf8), deadline: .seconds(5), printing: .dropped)
      do {
        if try await runner.run(program).end == .exited(0) { return done }
      } catch {
        // The program is not installed, or its display does not exist. The next program may work.
        continue
      }
    }
    guard let refusal else { return done }
    return Notice(.error, refusal.what, why: refusal.why, whatToDo: refusal.whatToDo)
  }
}
