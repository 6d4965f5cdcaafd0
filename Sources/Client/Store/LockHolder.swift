package import ClientModel
import Glibc

/// The process that holds a lock of the store, as reported by the kernel.
///
/// - Source: proc(5), `/proc/locks`, `/proc/PID/stat` and `/proc/PID/cmdline`.
struct LockHolder: Hashable, Sendable {
  let process: Int32
  /// The command line of the program, or an empty string.
  let command: String
  /// The letter of the process's state. `T` and `t` mean that the process is stopped.
  private let activity: UInt8
  /// The processor time that the process used, in ticks.
  private let ticks: UInt64

  /// The time after which a process stops waiting for an idle holder.
  static let idleHolderTimeout = Duration.seconds(3)
  /// The maximum time to wait for a lock.
  static let limit = Duration.seconds(60)

  var isStopped: Bool { activity == UInt8(ascii: "T") || activity == UInt8(ascii: "t") }

  /// Finds the process that holds a lock on one of the files. Returns nil if there is none, or if
  /// the process is not visible, for example from a container.
  ///
  /// - Parameter paths: The files. The first one with a lock is used.
  init?(of paths: String...) {
    let locks = Self.text(of: "/proc/locks").words(at: "\n").map { $0.words(at: " ") }
    for path in paths {
      var facts = stat()
      guard stat(path, &facts) == 0 else { continue }
      let node = ":\(facts.st_ino)"
      for words in locks where words.count >= 6 && words[5].ends(with: node) {
        // The fields are: number, kind, ADVISORY, READ or WRITE, process, device and inode, start,
        // end.
        guard words[3] == "WRITE", let process = Int32(words[4]), process > 0, process != getpid()
        else { continue }
        self.init(process: process)
        return
      }
    }
    return nil
  }

  /// Finds the current holder of a frequently used lock. Makes several attempts, because the lock
  /// is briefly free between two holders.
  init?(ofBusy path: String) {
    for _ in 0..<20 {
      if let holder = LockHolder(of: path) {
        self = holder
        return
      }
      usleep(10_000)
    }
    return nil
  }

  init(process: Int32) {
    self.process = process
    command = Self.text(of: "/proc/\(process)/cmdline").words(at: "\0").joined(separator: " ")
    // The program's name is in parentheses and may contain any character.
    let fields = Self.text(of: "/proc/\(process)/stat").pieces(at: ")").last?.words(at: " ") ?? []
    activity = fields.first?.utf8.first ?? UInt8(ascii: "?")
    ticks = fields.count > 12 ? (UInt64(fields[11]) ?? 0) + (UInt64(fields[12]) ?? 0) : 0
  }

  /// Returns whether the lock was in use since an earlier observation: the holder is a different
  /// process, used processor time, or is waiting for the disk.
  func hasWorked(since before: LockHolder) -> Bool {
    process != before.process || ticks > before.ticks || activity == UInt8(ascii: "D")
  }

  /// A description of the process, such as `process 4711 (weir queue run)`.
  var text: String {
    command.isEmpty ? "process \(process)" : "process \(process) (\(command.prefix(80)))"
  }

  private static func text(of path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var text: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while case let count = read(file, &chunk, chunk.count), count > 0 { text += chunk[..<count] }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Failure {
  static func locked(_ path: String, by holder: LockHolder?, for time: Duration) -> Failure {
    let what = "The store could not be used."
    let seconds = "\(max(1, time.components.seconds)) s"
    guard let holder else {
      return Failure(
        .storage, what: what, why: "Another program has locked \(path) for \(seconds).",
        whatToDo: "End the other program that uses this state folder, then try again.",
        cause: "busy")
    }
    return Failure(
      .storage, what: what,
      why: holder.isStopped
        ? "It is locked by the \(holder.text), which is stopped."
        : "It has been locked for \(seconds) by the \(holder.text).",
      whatToDo: holder.isStopped
        ? "Continue that process with `fg` in its terminal or `kill -CONT \(holder.process)`, or end it,"
          + " then try again."
        : "Wait for that process or end it, then try again.", cause: "busy")
  }
}

extension SQLiteStorage {
  /// The failure for a stopped queue runner, or nil if the queue runner is not stopped.
  package var stoppedRunner: Failure? {
    guard let holder = LockHolder(of: folder + "/runner.lock"), holder.isStopped else { return nil }
    return Failure(
      .storage, what: "No queued job runs.",
      why: "The queue is run by the \(holder.text), which is stopped.",
      whatToDo:
        "Continue it with `fg` in its terminal or `kill -CONT \(holder.process)`, or end it.")
  }
}
