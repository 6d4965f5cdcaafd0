import CJQ
import Glibc

/// The child process that runs one jq program: `weir __filter input|all PROGRAM`, JSON texts on standard
/// input, a result a line on standard output.
///
/// jq 1.6 can be neither bounded nor stopped within a process, so it has one of its own: without an
/// environment, with bounds on memory and processor time, and ended when nobody waits for it any more.
enum FilterChild {
  static let name = "__filter"
  /// Bytes of address space.
  static let memory = 2 << 30
  /// Seconds of processor time.
  static let time = 30

  /// - Returns: The exit status; see CJQ.h.
  static func run(_ words: [String]) -> Int32 {
    guard words.count == 2, let program = words.last else { return ExitStatus.usage.rawValue }
    return cjq_run(program, words[0] == "all" ? 1 : 0, memory, time)
  }

  /// The library it would open; nil when it is not installed.
  static var library: String? { cjq_library().map { String(cString: $0) } }
}
