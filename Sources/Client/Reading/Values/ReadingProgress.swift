/// The progress of reading a body, in bytes.
package struct ReadingProgress: Hashable, Sendable {
  package enum Work: String, Hashable, Sendable {
    /// Rows are being counted. Uncounted rows are not shown yet.
    case indexing
    /// The syntax is being checked. All rows are shown.
    case checking
  }

  package var work: Work
  package var done: Int
  package var total: Int

  package init(_ work: Work, done: Int, total: Int) {
    self.work = work
    self.done = done
    self.total = total
  }

  package var percent: Int { total > 0 ? min(99, done * 100 / total) : 0 }
}
