import ClientCore
import ClientModel
import Terminal
import ViewModels

/// Programs that carry a text to a clipboard of the machine that Weir runs on.
///
/// Not every terminal takes a copy, none says so, and long ones are taken by none: where a desktop or tmux
/// is there, its own program is asked as well.
struct ClipboardPrograms {
  private let commands: [[String]]
  private let runner: any ProgramRunner

  /// - Parameter variable: What the environment holds under a name.
  init(_ variable: (String) -> String?, runner: any ProgramRunner = SystemPrograms()) {
    let known = [
      ("WAYLAND_DISPLAY", ["wl-copy", "--type", "text/plain"]),
      ("DISPLAY", ["xclip", "-selection", "clipboard", "-in"]),
      // `-w` hands it on to the terminal that tmux runs in.
      ("TMUX", ["tmux", "load-buffer", "-w", "-"]),
    ]
    commands = known.filter { variable($0.0)?.isEmpty == false }.map(\.1)
    self.runner = runner
  }

  /// Copies by the first program that is there and succeeds.
  ///
  /// - Parameters:
  ///   - what: What the text is called: `the value`.
  ///   - refusal: Why the terminal was not given it; nil when it was.
  /// - Returns: The notice for the user.
  func copy(_ text: String, _ what: String, refusal: ClipboardError?) async -> Notice {
    let done = Notice(.info, "Copied \(what).")
    for command in commands {
      let program = Program(
        command, input: Array(text.utf8), deadline: .seconds(5), printing: .dropped)
      do {
        if try await runner.run(program).end == .exited(0) { return done }
      } catch {
        // It is not installed, or its display is gone: the next one may do.
        continue
      }
    }
    guard let refusal else { return done }
    return Notice(.error, refusal.what, why: refusal.why, whatToDo: refusal.whatToDo)
  }
}
