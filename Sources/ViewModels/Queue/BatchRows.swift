package import ClientModel

/// The rows of a batch near the screen. Only these rows are in memory.
package struct BatchRows: Hashable, Sendable {
  /// The range of the rows, counted from 0.
  package var rows: Range<Int>
  package var jobs: [JobID: Job]
  /// The label of each row, with secrets masked.
  package var words: [JobID: String]

  package init(rows: Range<Int>, jobs: [Job], words: [JobID: String] = [:]) {
    self.rows = rows
    self.jobs = Dictionary(jobs.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.words = words
  }
}
