import ClientModel
import Glibc

/// The user's pager. It displays text in the same way as `man` and `git` do.
enum HelpPager {
  /// Writes the text to `$PAGER`.
  ///
  /// Writes to standard output if it is not a terminal, if there is no pager, or if the pager
  /// cannot be started.
  static func show(_ text: String) {
    guard Console.isTerminal, let pager else { return StandardOutput.write(Array(text.utf8)) }
    // Ctrl+C is handled by the pager.
    let interrupt = signal(SIGINT, SIG_IGN)
    defer { signal(SIGINT, interrupt) }
    guard let pipe = popen(Self.less + pager, "w") else {
      return StandardOutput.write(Array(text.utf8))
    }
    // If the user quits the pager early, the pager closes the pipe. This is not an error.
    _ = DescriptorWriting.fault(writing: Array(text.utf8), to: fileno(pipe))
    let status = pclose(pipe)
    // Status 127 means that the shell did not find the pager.
    if status >> 8 == 127 { StandardOutput.write(Array(text.utf8)) }
  }

  /// The default options of `less`. `less` exits at once if the text fits on the screen, and shows
  /// bold type.
  private static let less = "export LESS=\"${LESS-FRX}\"; "

  private static var pager: String? {
    let named = SystemVariables.value("PAGER") ?? "less"
    return named.isEmpty || named == "cat" ? nil : named
  }
}
