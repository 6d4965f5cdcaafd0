import Glibc

/// The lines of a list. On a terminal, lines that do not fit on the screen are shown in the user's
/// pager, as in git. Without a terminal, each line is printed at once.
struct PagedOutput {
  enum Mode: Sendable { case automatic, never }

  /// The first lines, until they fill the screen.
  private var waiting: [String] = []
  /// The number of rows of the screen. Nil if no pager is used.
  private let rows: Int?
  private var pager: UnsafeMutablePointer<FILE>?

  init(_ mode: Mode) {
    rows = mode == .automatic && UserPager.command != nil ? StandardOutput.rows : nil
  }

  mutating func print(_ lines: [String]) {
    guard let rows else { return lines.forEach(Console.print) }
    guard pager == nil else { return write(lines) }
    waiting += lines
    // The prompt of the shell needs one row.
    guard waiting.count >= rows else { return }
    pager = UserPager.open()
    if pager != nil { write(waiting) } else { waiting.forEach(Console.print) }
    waiting = []
  }

  /// Prints the lines that fit on the screen, or waits until the user quits the pager.
  mutating func end() {
    waiting.forEach(Console.print)
    waiting = []
    if let pager { pclose(pager) }
    pager = nil
  }

  private func write(_ lines: [String]) {
    let text = lines.map { $0 + "\n" }.joined()
    guard let pager, DescriptorWriting.fault(writing: Array(text.utf8), to: fileno(pager)) != nil
    else { return }
    // The user has quit the pager. The remaining lines are not needed.
    pclose(pager)
    _exit(ExitStatus.done.rawValue)
  }
}
