package import ClientModel
import Glibc

/// The process that holds a lock of the store, as the kernel knows it.
///
/// - Source: proc(5), `/proc/locks`, `/proc/PID/stat` and `/proc/PID/cmdline`.
struct LockHolder: Hashable, Sendable {
  let process: Int32
  /// The program with its arguments, or an empty text.
  let command: String
  /// The letter for what it does: T or t if it is stopped.
  private let activity: UInt8
  /// The processor time that it used, in ticks.
  private let ticks: UInt64

  /// How long a lock is waited for before its holder must have worked.
  static let patience = Duration.seconds(3)
  /// How long a lock is waited for in all.
  static let limit = Duration.seconds(60)

  var isStopped: Bool { activity == UInt8(ascii: "T") || activity == UInt8(ascii: "t") }

  /// The holder of a lock on a file, or nil if there is none or it cannot be seen, as from a container.
  ///
  /// - Parameter paths: The files, the first with a lock counts.
  init?(of paths: String...) {
    let locks = Self.text(of: "/proc/locks").words(at: "\n").map { $0.words(at: " ") }
    for path in paths {
      var facts = stat()
      guard stat(path, &facts) == 0 else { continue }
      let node = ":\(facts.st_ino)"
      for words in locks where words.count >= 6 && words[5].ends(with: node) {
        // Words: number, kind, ADVISORY, READ or WRITE, process, device and node, start, end.
        guard words[3] == "WRITE", let process = Int32(words[4]), process > 0, process != getpid()
        else { continue }
        self.init(process: process)
        return
      }
    }
    return nil
  }

  /// The same for a file that processes lock in turn: between two of them there is none, so it looks again for some
  /// time.
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
    // The name of the program, in parentheses, may contain anything.
    let fields = Self.text(of: "/proc/\(process)/stat").pieces(at: ")").last?.words(at: " ") ?? []
    activity = fields.first?.utf8.first ?? UInt8(ascii: "?")
    ticks = fields.count > 12 ? (UInt64(fields[11]) ?? 0) + (UInt64(fields[12]) ?? 0) : 0
  }

  /// Whether it used the processor or waited for the disk since it was looked at before.
  func hasWorked(since before: LockHolder) -> Bool {
    process != before.process || ticks > before.ticks || activity == UInt8(ascii: "D")
  }

  /// The process as words, such as `process 4711 (weir queue run)`.
  var words: String {
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
  /// A lock of the store that was not granted.
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
        ? "It is locked by the \(holder.words), which is stopped."
        : "It has been locked for \(seconds) by the \(holder.words).",
      whatToDo: holder.isStopped
        ? "Continue that process with `fg` in its terminal or `kill -CONT \(holder.process)`, or end it,"
          + " then try again."
        : "Wait for that process or end it, then try again.", cause: "busy")
  }
}

extension SQLiteStorage {
  /// Why no queued job runs: the process that runs the queue is stopped. Nil if it is not.
  package var stoppedRunner: Failure? {
    guard let holder = LockHolder(of: folder + "/runner.lock"), holder.isStopped else { return nil }
    return Failure(
      .storage, what: "No queued job runs.",
      why: "The queue is run by the \(holder.words), which is stopped.",
      whatToDo:
        "Continue it with `fg` in its terminal or `kill -CONT \(holder.process)`, or end it.")
  }
}
