import ClientModel
import Terminal
import ViewModels

/// A row of a batch: its state, number, job, status, label and first failed assertion.
enum BatchRow {
  /// The number of columns for the branch, the sign, the state and the number, which a decision
  /// about the row does not cover.
  static let fixed = 22

  static func spans(
    _ row: Int, of batch: GraphRun, _ job: Job?, _ words: String?, _ phase: Int
  ) -> [Span] {
    let number = String(row + 1)
    let width = String(batch.plan.count).count
    let branch = row == batch.plan.count - 1 ? "└" : "├"
    let place = String(repeating: " ", count: max(0, width - number.count)) + number
    guard let job else {
      return [Span(SafeText("  \(branch) …           \(place)"), Ink(.muted))]
    }
    let word = batch.state(of: job)
    let failed = job.state.word.isFinished ? job.check.flatMap { $0.failed > 0 ? $0 : nil } : nil
    // A success with a failed assertion has the sign of a failure, so its word must not differ.
    let (state, role) =
      word == .succeeded && failed != nil
      ? ("assertion", Role.noticeError) : (word.rawValue, word.role)
    var spans = [
      Span(SafeText("  \(branch) "), Ink(.muted)),
      word == .held ? JobSign.held : JobSign.span(of: job, phase: phase),
      Span(SafeText(" " + padded(state, to: GraphRow.stateWidth)), Ink(role)),
      Span(SafeText(" \(place)"), Ink(.text)),
      Span(SafeText("  #\(job.id)"), Ink(.muted)),
    ]
    if let status = job.status {
      spans.append(Span(SafeText("  \(status)"), Ink(QueueRow.statusRole(status))))
    }
    spans.append(Span(SafeText("  " + (words ?? job.displayURL)), Ink(.text)))
    if let failed {
      spans.append(Span(SafeText("  ✗ " + (failed.first ?? failed.text)), Ink(.noticeError)))
    }
    return spans
  }

  /// Returns the percentage of a batch that has ended, with a bar if the width is at least 90
  /// columns.
  ///
  /// Returns nil for a graph of steps and for an empty batch.
  static func share(of batch: GraphRun, _ width: Int) -> String? {
    guard let counts = batch.rows?.counts, batch.plan.count > 0 else { return nil }
    let gone = batch.plan.count - counts.total
    let part = Double(counts.ended + gone) / Double(batch.plan.count)
    let percent = "\(Int(part * 100))%"
    guard width >= 90 else { return percent }
    let cells = Int(part * 16)
    return String(repeating: "━", count: cells) + String(repeating: "╌", count: 16 - cells)
      + " " + percent
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
