import ClientModel
import Glibc

/// Shows a text in the user's pager, as `man` and `git` do.
enum HelpPager {
  /// Writes the text to `$PAGER`, or to standard output if that is not a terminal, if there is no pager, or if
  /// the pager cannot be started.
  static func show(_ text: String) {
    guard Console.isTerminal, let pager else { return StandardOutput.write(Array(text.utf8)) }
    // Ctrl+C is for the pager.
    let interrupt = signal(SIGINT, SIG_IGN)
    defer { signal(SIGINT, interrupt) }
    guard let pipe = popen(Self.less + pager, "w") else {
      return StandardOutput.write(Array(text.utf8))
    }
    // A pager that is left before the end closes the pipe, which is no fault.
    _ = DescriptorWriting.fault(writing: Array(text.utf8), to: fileno(pipe))
    let status = pclose(pipe)
    // The shell did not find the program.
    if status >> 8 == 127 { StandardOutput.write(Array(text.utf8)) }
  }

  /// With these options `less` prints a text that fits on the screen, and shows bold type.
  private static let less = "export LESS=\"${LESS-FRX}\"; "

  private static var pager: String? {
    let named = SystemVariables.value("PAGER") ?? "less"
    return named.isEmpty || named == "cat" ? nil : named
  }
}
