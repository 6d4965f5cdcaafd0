import ClientModel
import Foundation
import Terminal

/// Standard output and standard error, as a person's terminal or a program's pipe.
enum Console {
  /// True when standard output is a terminal that shows colour.
  static let isColoured =
    isTerminal && SystemVariables.value("NO_COLOR").map(\.isEmpty) ?? true
    && SystemVariables.value("TERM") != "dumb"
  static let isTerminal = isatty(STDOUT_FILENO) == 1
  static let isComplaintReadByPeople = isatty(STDERR_FILENO) == 1

  /// Writes a line of our own words; what came from outside must have been made safe.
  static func print(_ text: String) { write(Array((text + "\n").utf8), to: STDOUT_FILENO) }

  /// Writes a line to standard error.
  static func complain(_ text: String) { write(Array((text + "\n").utf8), to: STDERR_FILENO) }

  static func complain(_ failure: Failure) {
    complain("\(safe(failure.what)) \(safe(failure.why))\n\(safe(failure.whatToDo))")
    if let cause = failure.cause { complain("(\(safe(cause)))") }
  }

  static func complain(_ problem: DraftProblem) {
    complain("\(safe(problem.what)) \(safe(problem.why))\n\(safe(problem.whatToDo))")
  }

  /// Outside text for a line of ours: no control byte stays in it.
  static func safe(_ text: String) -> String { SafeText(text).string }

  /// Writes every byte, also when a pipe takes only a part at a time. A reader that left ends it.
  @discardableResult
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = Foundation.write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR || errno == EAGAIN { continue }
          return false
        }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }
}
