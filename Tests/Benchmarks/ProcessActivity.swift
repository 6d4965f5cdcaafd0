import Foundation

/// What a process has done so far: the context switches of each of its threads, and its clock ticks.
struct ProcessActivity: Equatable {
  /// Voluntary and forced switches since the thread began, by thread id.
  private let switches: [Int: Int]
  private let names: [Int: String]
  private let ticks: Int

  init(of pid: pid_t) {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
    var switches: [Int: Int] = [:]
    var names: [Int: String] = [:]
    for id in threads.compactMap({ Int($0) }) {
      let text =
        (try? String(contentsOfFile: "/proc/\(pid)/task/\(id)/status", encoding: .utf8)) ?? ""
      for line in text.split(separator: "\n") {
        let words = line.split(separator: "\t")
        guard words.count == 2 else { continue }
        if words[0].hasSuffix("ctxt_switches:") { switches[id, default: 0] += Int(words[1]) ?? 0 }
        if words[0] == "Name:" { names[id] = String(words[1]) }
      }
    }
    self.switches = switches
    self.names = names
    let stat = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
    // The name in parentheses may hold blanks; user and system time are the 12th and 13th after it.
    let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
    ticks = fields.count > 12 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : -1
  }

  /// What happened between an earlier look and this one.
  ///
  /// A thread that is new counts from its beginning; one that is gone counts once, for it woke to end.
  func since(_ earlier: ProcessActivity) -> (ticks: Int, switches: Int, who: [String]) {
    var changes: [(thread: Int, count: Int)] = switches.map {
      ($0.key, $0.value - (earlier.switches[$0.key] ?? 0))
    }
    changes += earlier.switches.keys.filter { switches[$0] == nil }.map { ($0, 1) }
    let woken = changes.filter { $0.count != 0 }.sorted { $0.thread < $1.thread }
    let who = woken.map { "\(names[$0.thread] ?? earlier.names[$0.thread] ?? "?") \($0.count)" }
    return (ticks - earlier.ticks, woken.map(\.count).reduce(0, +), who)
  }
}
