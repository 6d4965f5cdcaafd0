/// How the steps of a graph stand, as counts.
public struct GraphSummary: Hashable, Sendable {
  public private(set) var total = 0
  public private(set) var done = 0
  public private(set) var failed = 0
  public private(set) var skipped = 0
  public private(set) var notRun = 0
  public private(set) var running = 0
  public private(set) var waiting = 0
  /// True when steps were given up though nothing that they need has failed.
  public let isStopped: Bool

  package init(_ states: [GraphStep.State], isStopped: Bool) {
    self.isStopped = isStopped
    total = states.count
    for state in states {
      switch state {
      case .waiting: waiting += 1
      case .running: running += 1
      case .done: done += 1
      case .failed: failed += 1
      case .skipped: skipped += 1
      case .notRun: notRun += 1
      }
    }
  }

  /// One line: how many are done, and what else there is to know.
  public var text: String {
    var words = ["\(done) of \(total)"]
    if failed > 0 { words.append("\(failed) failed") }
    if skipped > 0 { words.append("\(skipped) skipped") }
    if running > 0 { words.append("\(running) running") }
    if isStopped { words.append("stopped") }
    return words.joined(separator: ", ")
  }
}
