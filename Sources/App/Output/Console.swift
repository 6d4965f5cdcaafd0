import ClientModel
import Glibc
import Panels
import Synchronization
import Terminal

/// Standard output and standard error. Each is the user's terminal or another program's pipe.
enum Console {
  private static let chosenColours = Mutex(ColourRule.Choice.auto)

  /// The value of `--color`. It must be set before the first output.
  static var colours: ColourRule.Choice {
    get { chosenColours.withLock { $0 } }
    set { chosenColours.withLock { $0 = newValue } }
  }

  static let isColoured =
    ColourRule(
      output: isTerminal ? .terminal : .other, choice: colours,
      variable: SystemVariables.value
    ).isColoured
  /// Whether standard error has colours.
  static let isComplaintColoured =
    ColourRule(
      output: isComplaintReadByPeople ? .terminal : .other, choice: colours,
      variable: SystemVariables.value
    ).isColoured
  /// The colours of a list.
  enum Colours: Sendable { case on, off }
  static var output: Colours { isColoured ? .on : .off }
  static var isTerminal: Bool { StandardOutput.isTerminal }
  static var columns: Int { StandardOutput.columns }
  /// The number of columns of the terminal. It is nil if standard output is not a terminal.
  static var terminalColumns: Int? { isTerminal ? columns : nil }
  static let isComplaintReadByPeople = isatty(STDERR_FILENO) == 1

  /// Writes a line of Weir's own text. The caller makes external text safe with `safe`.
  static func print(_ text: String) { StandardOutput.write(Array((text + "\n").utf8)) }

  /// Writes lines to standard error. Control bytes from a user or a file are never written.
  static func complain(_ text: String) {
    let width = isComplaintReadByPeople ? ProgressWriter.columns : nil
    writeToStandardError(Array((lines(of: text, in: width) + "\n").utf8))
  }

  /// Returns safe lines. Lines that are wider than a terminal are broken between words.
  ///
  /// A line with two adjacent spaces is not broken, because it is an excerpt or a row of a table.
  static func lines(of text: String, in width: Int?) -> String {
    let lines = SafeText.lines(of: text).flatMap { line in
      guard let width, line.width > width, line.string.firstRange(ofBytes: "  ") == nil else {
        return [line]
      }
      return Paragraph.lines(of: line, width: width)
    }
    return lines.map(\.string).joined(separator: "\n")
  }

  /// Writes to standard error. If this fails, the exit code does not change, because there is
  /// nowhere else to report the failure.
  static func writeToStandardError(_ bytes: [UInt8]) {
    ProgressWriter.withoutRow { DescriptorWriting.fault(writing: bytes, to: STDERR_FILENO) }
  }

  static func complain(_ failure: Failure) {
    complain("\(safe(failure.what)) \(safe(failure.why))")
    for line in failure.errorLines { complain("  \(safe(line))") }
    complain(safe(failure.whatToDo))
    if let cause = failure.cause { complain("(\(safe(cause)))") }
  }

  static func complain(_ problem: DraftProblem) {
    complain("\(safe(problem.what)) \(safe(problem.why))\n\(safe(problem.whatToDo))")
  }

  /// Makes external text safe for Weir's own lines. Control bytes are removed.
  static func safe(_ text: String) -> String { SafeText(text).string }
}
