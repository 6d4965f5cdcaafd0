import Foundation
import Glibc

/// One user of the built `weir`: its own settings, state and cache in a temporary folder.
///
/// Several processes of one `WeirHome` share a store, as several shells of one user do.
package final class WeirHome: Sendable {
  /// How a finished `weir` ended and what it printed.
  package struct Finished: Sendable {
    package let ending: ChildProcess.Ending
    package let output: String
    package let errorOutput: String

    /// The exit code; nil after a signal.
    package var code: Int? { if case .exited(let code) = ending { code } else { nil } }
    /// Lines of standard output without the empty ones.
    package var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  package let folder: TemporaryFolder
  /// Where `weir` runs: empty, so that no workspace is found above it.
  package let workingFolder: String
  private let binary: String

  package init() throws(RigError) {
    binary = try Self.builtBinary()
    folder = try TemporaryFolder()
    workingFolder = folder.path("work")
    for name in ["work", "home", "config", "state", "data", "cache", "run"] {
      guard mkdir(folder.path(name), 0o700) == 0 else {
        throw RigError("No folder \(name).", why: String(cString: strerror(errno)))
      }
    }
  }

  /// Another user whose folders begin as a copy of this one's.
  package func copy() throws -> WeirHome {
    let other = try WeirHome()
    for name in ["state", "config", "data", "work"] {
      try FileManager.default.removeItem(atPath: other.folder.path(name))
      try FileManager.default.copyItem(atPath: folder.path(name), toPath: other.folder.path(name))
    }
    return other
  }

  /// The folder that holds database, bodies, locks and log.
  package var stateFolder: String { folder.path("state") + "/weir" }
  package var configFolder: String { folder.path("config") + "/weir" }
  package var database: String { stateFolder + "/weir.db" }

  /// The full environment of a process of this user.
  package func environment(_ extra: [String: String] = [:]) -> [String: String] {
    var all = [
      "HOME": folder.path("home"),
      "XDG_CONFIG_HOME": folder.path("config"),
      "XDG_STATE_HOME": folder.path("state"),
      "XDG_DATA_HOME": folder.path("data"),
      "XDG_CACHE_HOME": folder.path("cache"),
      "XDG_RUNTIME_DIR": folder.path("run"),
      "LC_ALL": "C.UTF-8",
      "PATH": "/usr/local/bin:/usr/bin:/bin",
      // After a trap the reporter would hold the outputs open for minutes.
      "SWIFT_BACKTRACE": "enable=no",
      // As users have it, a test would wait seconds for each retry.
      "WEIR_RETRY_PAUSE": "300",
    ]
    // A sanitizer's run names its options, and the runtime's libraries may lie elsewhere.
    for name in ["LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS"] {
      if let value = ProcessInfo.processInfo.environment[name] { all[name] = value }
    }
    return all.merging(extra) { $1 }
  }

  /// The command line that starts `weir`, for terminals and tracers.
  package func command(_ arguments: [String]) -> [String] { [binary] + arguments }

  /// Starts `weir` and returns at once.
  package func start(
    _ arguments: String..., environment extra: [String: String] = [:], input: [UInt8] = []
  ) throws(RigError) -> ChildProcess {
    try start(arguments, environment: extra, input: input)
  }

  package func start(
    _ arguments: [String], environment extra: [String: String] = [:], input: [UInt8] = []
  ) throws(RigError) -> ChildProcess {
    try ChildProcess(
      command(arguments), environment: environment(extra), folder: workingFolder, input: input)
  }

  /// Runs `weir` to its end, whatever that is.
  package func run(
    _ arguments: String..., environment extra: [String: String] = [:], input: [UInt8] = [],
    limit: Duration = .seconds(60)
  ) throws(RigError) -> Finished {
    try run(arguments, environment: extra, input: input, limit: limit)
  }

  package func run(
    _ arguments: [String], environment extra: [String: String] = [:], input: [UInt8] = [],
    limit: Duration = .seconds(60)
  ) throws(RigError) -> Finished {
    let child = try start(arguments, environment: extra, input: input)
    let ending = try child.wait(limit: limit)
    SeenJSON.note(arguments, child.output)
    return Finished(
      ending: ending, output: String(decoding: child.output, as: UTF8.self),
      errorOutput: String(decoding: child.errorOutput, as: UTF8.self))
  }

  /// `weir` beside the test runner, or where WEIR_BINARY points (the static release build).
  package static func builtBinary() throws(RigError) -> String {
    if let named = ProcessInfo.processInfo.environment["WEIR_BINARY"] { return named }
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let runner = String(
      decoding: buffer.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let binary = (runner as NSString).deletingLastPathComponent + "/weir"
    guard access(binary, X_OK) == 0 else {
      throw RigError(
        "There is no program to test at \(binary).", why: "It was not built.",
        whatToDo: "Run `swift build`.")
    }
    return binary
  }
}
