import Glibc

/// A program that uses the terminal while Weir waits: `$EDITOR` or `$PAGER`.
///
/// Foundation's `Process` puts each child into a separate process group, which may not read from
/// the terminal. This program stays in the process group of Weir, and has the default actions for
/// the signals that Weir handles.
package struct ForegroundProgram: Sendable {
  /// The exit code of the shell if a command does not exist.
  package static let notFound: Int32 = 127

  private let arguments: [String]
  private let environment: [String: String]

  /// Creates a program that is found through `PATH`. The first argument is the name of the program.
  package init(_ arguments: [String], environment: [String: String]) {
    precondition(!arguments.isEmpty, "The program to run has no name.")
    self.arguments = arguments
    self.environment = environment
  }

  /// Creates a program from a command line, such as the value of `EDITOR`, and further arguments.
  ///
  /// The shell parses the command line, so quotes, variables and `VAR=value` before the program
  /// have their usual meaning, as with Git.
  package init(command: String, _ further: [String], environment: [String: String]) {
    self.init(
      ["/bin/sh", "-c", "\(command) \"$@\"", command] + further, environment: environment)
  }

  /// The result of the program: an exit code, the signal that ended it, or a failed start.
  package enum Ending: Equatable, Sendable {
    case exited(code: Int32)
    case killed(signal: Int32)
    /// The program could not be started. The payload is the reason that the system reported.
    case notStarted(String)
  }

  /// Runs the program on `terminal`. Blocks the thread until the program has ended and Weir has the
  /// screen again.
  package func run(on terminal: NcursesTerminal) -> Ending {
    terminal.suspend()
    defer { terminal.resume() }
    return run()
  }

  func run() -> Ending {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var asFound = sigset_t()
    sigemptyset(&asFound)
    for signal in [SIGPIPE, SIGXFSZ, SIGINT, SIGQUIT, SIGTSTP] { sigaddset(&asFound, signal) }
    posix_spawnattr_setsigdefault(&attributes, &asFound)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    var child: pid_t = 0
    let problem = posix_spawnp(&child, arguments[0], nil, &attributes, &words, &variables)
    guard problem == 0 else { return .notStarted(String(cString: strerror(problem))) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { return .notStarted(String(cString: strerror(errno))) }
    }
    let signal = status & 0x7F
    return signal == 0 ? .exited(code: (status >> 8) & 0xFF) : .killed(signal: signal)
  }
}
