import CJQ
import Glibc

/// The child process that runs one jq program: `weir __filter input|all PROGRAM`.
///
/// It reads JSON texts from standard input and prints one result per line. jq 1.6 cannot be limited
/// or stopped within a process, so it runs in its own process. The child process has no
/// environment. Its memory and processor time are limited. It is ended when its result is no longer
/// needed.
enum FilterChild {
  static let name = "__filter"
  /// The maximum address space in bytes.
  static let memory = 2 << 30
  /// The maximum processor time in seconds.
  static let time = 30

  /// Runs the jq program in the arguments.
  ///
  /// - Returns: The exit status. See CJQ.h.
  static func run(_ words: [String]) -> Int32 {
    guard words.count == 2, let program = words.last else { return ExitStatus.usage.rawValue }
    return cjq_run(program, words[0] == "all" ? 1 : 0, memory, time)
  }

  /// The library that the child process opens. It is nil if the library is not installed.
  static var library: String? { cjq_library().map { String(cString: $0) } }
}
