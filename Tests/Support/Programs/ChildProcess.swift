import CRig
import Foundation
import Glibc
import Synchronization

/// A program that a test started; ended by its own pid when the value goes away.
///
/// Its two outputs go to files, so that no full pipe ever stops it.
package final class ChildProcess: Sendable {
  package enum Ending: Equatable, Sendable {
    case exited(Int)
    case signalled(Int32)
  }

  package let pid: Int32
  private let folder: TemporaryFolder
  private let ending = Mutex<Ending?>(nil)

  /// - Parameters:
  ///   - arguments: The program (a path, or a name to be found in PATH) and what it is given.
  ///   - environment: The full environment, nothing is inherited.
  ///   - folder: Where it runs; nil for here.
  ///   - input: What it reads from standard input.
  package init(
    _ arguments: [String], environment: [String: String], folder: String? = nil,
    input: [UInt8] = []
  ) throws(RigError) {
    guard let name = arguments.first, let program = Self.find(name) else {
      throw .missing(tool: arguments.first ?? "a program")
    }
    let own = try TemporaryFolder()
    self.folder = own
    do { try own.write("input", input) } catch {
      throw RigError("Standard input could not be prepared.", why: "\(error)")
    }
    let files = [
      open(own.path("input"), O_RDONLY | O_CLOEXEC),
      open(own.path("output"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600),
      open(own.path("error"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600),
    ]
    defer { for file in files where file >= 0 { close(file) } }
    var texts = ([program] + arguments.dropFirst()).map { strdup($0) }
    var variables = environment.map { strdup("\($0)=\($1)") }
    defer { for text in texts + variables { free(text) } }
    texts.append(nil)
    variables.append(nil)
    let result = texts.map { UnsafePointer($0) }.withUnsafeBufferPointer { texts in
      variables.map { UnsafePointer($0) }.withUnsafeBufferPointer { variables in
        rig_spawn(texts.baseAddress, variables.baseAddress, folder, files[0], files[1], files[2])
      }
    }
    guard result > 0 else {
      throw RigError("\(program) did not start.", why: String(cString: strerror(-result)))
    }
    pid = result
  }

  deinit {
    guard isRunning else { return }
    kill(SIGKILL)
    _ = reap(options: 0)
  }

  /// What it has printed so far.
  package var output: [UInt8] { read("output") }
  /// What it has printed on standard error so far.
  package var errorOutput: [UInt8] { read("error") }
  package var isRunning: Bool { reap(options: WNOHANG) == nil }

  /// Sends a signal to this process alone.
  package func kill(_ signal: Int32) {
    ending.withLock { if $0 == nil { _ = Glibc.kill(pid, signal) } }
  }

  /// Waits for its end.
  ///
  /// - Throws: When it still runs after `limit`; it is killed then.
  @discardableResult
  package func wait(limit: Duration = .seconds(60)) throws(RigError) -> Ending {
    let end = ContinuousClock.now + limit
    while true {
      if let ending = reap(options: WNOHANG) { return ending }
      guard ContinuousClock.now < end else { break }
      usleep(1_000)
    }
    kill(SIGKILL)
    _ = reap(options: 0)
    throw RigError(
      "Process \(pid) did not end within \(limit).",
      why: "It printed: " + String(decoding: (output + errorOutput).suffix(2000), as: UTF8.self),
      whatToDo: "It was killed; look at what it waited for.")
  }

  private func reap(options: Int32) -> Ending? {
    ending.withLock { ending in
      guard ending == nil else { return ending }
      var status: Int32 = 0
      guard waitpid(pid, &status, options) == pid else { return nil }
      let signal = status & 0x7f
      ending = signal == 0 ? .exited(Int((status >> 8) & 0xff)) : .signalled(signal)
      return ending
    }
  }

  /// - Precondition: The file can be read: an empty response instead would be judged as the program's.
  private func read(_ name: String) -> [UInt8] {
    do {
      return Array(try Data(contentsOf: URL(fileURLWithPath: folder.path(name))))
    } catch {
      preconditionFailure("What process \(pid) printed cannot be read: \(error)")
    }
  }

  /// The path of a program by the PATH of the test runner, and the folders of the system's servers.
  package static func find(_ name: String) -> String? {
    if name.contains("/") { return access(name, X_OK) == 0 ? name : nil }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return (path.split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin"])
      .map { $0 + "/" + name }.first { access($0, X_OK) == 0 }
  }

  /// Runs a program to its end and returns what it printed.
  ///
  /// - Throws: When it is missing, or ends with another status than 0.
  @discardableResult
  package static func run(
    _ arguments: [String], environment: [String: String] = ["PATH": "/usr/bin:/bin:/usr/sbin"],
    folder: String? = nil, input: [UInt8] = [], limit: Duration = .seconds(60)
  ) throws(RigError) -> String {
    let child = try ChildProcess(
      arguments, environment: environment, folder: folder, input: input)
    let ending = try child.wait(limit: limit)
    guard ending == .exited(0) else {
      throw RigError(
        "\(arguments.joined(separator: " ").prefix(300)) failed: \(ending).",
        why: String(decoding: (child.output + child.errorOutput).suffix(2000), as: UTF8.self))
    }
    return String(decoding: child.output, as: UTF8.self)
  }
}
