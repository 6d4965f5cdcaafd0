/// How far a body has been read, in bytes.
package struct ReadingProgress: Hashable, Sendable {
  package enum Work: String, Hashable, Sendable {
    /// Rows are being counted: rows after this position are not shown yet.
    case indexing
    /// All rows are shown; the syntax is being checked.
    case checking
  }

  package var work: Work
  package var done: Int
  package var whole: Int

  package init(_ work: Work, done: Int, whole: Int) {
    self.work = work
    self.done = done
    self.whole = whole
  }

  package var percent: Int { whole > 0 ? min(99, done * 100 / whole) : 0 }
}
