import Glibc

/// A confirmation prompt on the terminal, shown before a command acts. With `--yes`, or if standard
/// input or standard error is not a terminal, the prompt is skipped and the command acts at once.
struct TerminalQuestion {
  let text: String

  /// Asks the question. Returns true for `y` and `yes`, and false for any other answer, including
  /// an empty one.
  func isAgreed(_ asking: PromptMode) -> Bool {
    guard asking == .onTerminal, isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
      return true
    }
    Console.writeToStandardError(Array("\(Console.safe(text)) [y/N] ".utf8))
    return Self.isYes(readLine() ?? "")
  }

  static func isYes(_ answer: String) -> Bool {
    let letters = answer.unicodeScalars.filter { !$0.properties.isWhitespace }
    return ["y", "yes"].contains(String(String.UnicodeScalarView(letters)).lowercased())
  }
}
