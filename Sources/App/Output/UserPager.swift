import Glibc

/// The user's pager. It displays text in the same way as `man` and `git` do.
enum UserPager {
  /// Writes the text to `$PAGER`, or to standard output if there is no pager.
  static func show(_ text: String) {
    guard command != nil, let pipe = open() else {
      return StandardOutput.write(Array(text.utf8))
    }
    // If the user quits the pager early, the pager closes the pipe. This is not an error.
    _ = DescriptorWriting.fault(writing: Array(text.utf8), to: fileno(pipe))
    pclose(pipe)
  }

  /// The command line of the pager. It is nil if standard output is not a terminal, if the terminal
  /// cannot show a pager, or if the user wants none.
  static var command: String? {
    guard Console.isTerminal, !StandardOutput.isSilenced,
      SystemVariables.value("TERM") != "dumb"
    else { return nil }
    let named = SystemVariables.value("PAGER") ?? "less"
    return named.isEmpty || named == "cat" ? nil : named
  }

  /// Starts the pager. Returns nil if it cannot be started.
  ///
  /// Without other settings, `less` exits at once if the text fits on the screen, shows colours,
  /// and leaves the text on the screen.
  static func open() -> UnsafeMutablePointer<FILE>? {
    guard let command else { return nil }
    // Ctrl+C is handled by the pager.
    signal(SIGINT, SIG_IGN)
    // Status 127 means that the shell did not find the pager.
    return popen(
      "export LESS=\"${LESS-FRX}\"; \(command)\n[ $? -ne 127 ] || exec cat", "w")
  }
}
