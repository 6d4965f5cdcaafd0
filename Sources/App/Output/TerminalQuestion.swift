import Glibc

/// A question on the terminal before a command acts.
///
/// With `--yes`, the command acts without the question. The same applies if standard input or
/// standard error is not a terminal.
struct TerminalQuestion {
  let text: String

  /// Asks the question. Returns true for `y` and `yes`. Any other answer, including an empty one,
  /// means no.
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
