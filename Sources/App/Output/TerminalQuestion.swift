import Glibc

/// A question on the terminal that a command asks before it acts. Without a terminal at standard input, and with
/// `--yes`, none is asked and the answer is yes.
struct TerminalQuestion {
  let text: String

  /// True for `y` and `yes`. Any other answer, an empty one too, is no.
  func isAgreed(_ asking: Asking) -> Bool {
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
