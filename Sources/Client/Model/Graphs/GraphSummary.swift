/// The number of a graph's steps or rows in each state.
public struct GraphSummary: Hashable, Sendable {
  /// The number of steps or rows.
  public private(set) var total = 0
  /// The number of steps or rows that succeeded.
  public private(set) var done = 0
  /// The number of steps or rows that failed.
  public private(set) var failed = 0
  /// The number of skipped steps or rows. A step is skipped if a step that it needs failed.
  public private(set) var skipped = 0
  /// The number of steps or rows that did not start, because the graph was stopped.
  public private(set) var notRun = 0
  /// The number of steps or rows that are running.
  public private(set) var running = 0
  /// The number of steps or rows that are waiting.
  public private(set) var waiting = 0
  /// The number of steps or rows that the user cancelled.
  public private(set) var cancelled = 0
  /// The number of rows that need a decision by the user.
  public private(set) var interrupted = 0
  /// The number of rows that were deleted.
  public private(set) var deleted = 0
  /// Whether the user or the failure policy stopped the graph. Steps that had not started are not
  /// run.
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
      case .cancelled: cancelled += 1
      case .skipped: skipped += 1
      case .notRun: notRun += 1
      }
    }
  }

  /// Creates the summary of a batch.
  ///
  /// - Parameter total: The original number of rows. Rows that are not in the counts were deleted.
  package init(_ counts: RowCounts, of total: Int, isStopped: Bool) {
    self.isStopped = isStopped
    self.total = total
    done = counts[.succeeded]
    failed = counts[.failed]
    skipped = counts[.skipped]
    cancelled = counts[.cancelled]
    interrupted = counts[.interrupted]
    running = counts[.running] + counts[.polling]
    waiting = counts[.waiting] + counts[.held]
    deleted = max(0, total - counts.total)
  }

  /// The summary in one line. It begins with the number of successful steps or rows and the total.
  /// All further counts that are not zero follow.
  public var text: String {
    (["\(done.grouped) of \(total.grouped)"] + others).joined(separator: ", ")
  }

  /// The summary for a narrow column: `99,997/100,000 3 failed`.
  package var shortText: String {
    (["\(done.grouped)/\(total.grouped)"] + others).joined(separator: " ")
  }

  private var others: [String] {
    (failed > 0 ? ["\(failed.grouped) failed"] : []) + otherEnds
  }

  /// The numbers of steps or rows that neither succeeded nor failed, as text.
  package var otherEnds: [String] {
    var words: [String] = []
    let others = [
      (interrupted, "interrupted"), (cancelled, "cancelled"), (skipped, "skipped"),
      (running, "running"), (deleted, "deleted"),
    ]
    for (count, word) in others where count > 0 { words.append("\(count.grouped) \(word)") }
    return isStopped ? words + ["stopped"] : words
  }
}

extension Int {
  /// The number with commas as thousands separators, for display only.
  package var grouped: String {
    let digits = String(magnitude)
    guard digits.count > 3 else { return description }
    var text = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return self < 0 ? "-" + text : text
  }
}
