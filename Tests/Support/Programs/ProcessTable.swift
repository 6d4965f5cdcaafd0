import Foundation
import Glibc

/// The kernel's list of running processes, ours or not.
package enum ProcessTable {
  /// False for one that has ended, also while nobody has asked how.
  package static func isAlive(_ pid: Int32) -> Bool {
    guard kill(pid, 0) == 0, let state = fields(of: pid).first else { return false }
    return state != "Z"
  }

  /// The processes that `parent` has started and that still run.
  package static func children(of parent: Int32) -> [Int32] {
    all.filter { fields(of: $0).dropFirst().first == "\(parent)" }
  }

  /// The words a process was started with; nil when it has ended.
  package static func arguments(of pid: Int32) -> [String]? {
    FileManager.default.contents(atPath: "/proc/\(pid)/cmdline").map {
      $0.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private static var all: [Int32] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }
    } catch {
      preconditionFailure("There is no table of processes: \(error)")
    }
  }

  /// What follows the name in the `stat` file: state, parent, group and so on.
  private static func fields(of pid: Int32) -> [Substring] {
    guard let bytes = FileManager.default.contents(atPath: "/proc/\(pid)/stat") else { return [] }
    // A name may hold blanks and brackets; the last bracket ends it.
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return [] }
    return text[text.index(after: end)...].split(separator: " ")
  }
}
