import Foundation
import Glibc

/// A shared library that counts a program's file changes and breaks one of them.
///
/// Counted are write, writev, pwrite, fsync, fdatasync, ftruncate, rename and unlink on files below
/// one folder, by one counter for the process: bodies and database alike, never the terminal.
package struct FaultShim: Sendable {
  /// What happens at the chosen call.
  package enum Fault: Sendable, Equatable {
    /// Nothing: the calls are only counted.
    case none
    /// SIGKILL before the call.
    case killBefore(call: Int)
    /// Half of the write is done, then SIGKILL.
    case tear(call: Int)
    /// The call fails, later ones do not.
    case failOnce(call: Int, FileError)
    /// The call and all later ones fail.
    case failFrom(call: Int, FileError)
    /// Every call fails while a file exists.
    case failWhile(exists: String, FileError)
  }

  package enum FileError: String, Sendable, CaseIterable {
    case inputOutput = "EIO"
    case noSpace = "ENOSPC"
  }

  private let folder: TemporaryFolder
  private let library: String

  /// Compiles the library with the clang that came with Swift.
  package init() throws(RigError) {
    folder = try TemporaryFolder()
    library = folder.path("faults.so")
    guard let clang = ChildProcess.find("clang") ?? ChildProcess.find("gcc") else {
      throw RigError("There is no C compiler.", why: "Neither clang nor gcc is in PATH.")
    }
    let source =
      (#filePath as NSString).deletingLastPathComponent + "/Faults/FaultShim.c"
    try ChildProcess.run(
      [clang, "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library, source, "-ldl"])
  }

  /// One run's counter.
  package struct Count: Sendable {
    fileprivate let folder: TemporaryFolder
    // The library must stay on disk as long as somebody may still start a process with it.
    fileprivate let library: TemporaryFolder

    /// The calls until now, also those of a process that was killed.
    package func value() throws -> Int {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path("count")))
      return Int(bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
  }

  /// What to add to a process's environment, and the counter to read afterwards.
  ///
  /// The shim must live as long as processes are started with these variables.
  package func arm(_ fault: Fault, below watched: String) throws -> ([String: String], Count) {
    let own = try TemporaryFolder()
    try own.write("count", [UInt8](repeating: 0, count: 8))
    try FileManager.default.createDirectory(
      atPath: watched, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    var variables = [
      "LD_PRELOAD": library, "WEIR_FAULT_FOLDER": watched,
      "WEIR_FAULT_COUNTER": own.path("count"),
    ]
    func set(_ call: Int, _ kind: String, span: String) {
      variables["WEIR_FAULT_AT"] = "\(call)"
      variables["WEIR_FAULT_KIND"] = kind
      variables["WEIR_FAULT_SPAN"] = span
    }
    switch fault {
    case .none: break
    case .killBefore(let call): set(call, "kill", span: "once")
    case .tear(let call): set(call, "tear", span: "once")
    case .failOnce(let call, let error): set(call, error.rawValue, span: "once")
    case .failFrom(let call, let error): set(call, error.rawValue, span: "on")
    case .failWhile(let path, let error):
      set(1, error.rawValue, span: "on")
      variables["WEIR_FAULT_WHILE"] = path
    }
    return (variables, Count(folder: own, library: folder))
  }
}
