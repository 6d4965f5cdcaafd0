/// The other shape of a graph, a *batch*: the same request once for each row of a file. Each row is
/// a job of its own from the start; their numbers follow one another.
public struct RowPlan: Hashable, Sendable {
  /// The file that the rows come from, as the user named it.
  public var source: String
  /// How many rows it had.
  public var count: Int

  /// Creates the plan of a batch.
  public init(source: String, count: Int) {
    self.source = source
    self.count = count
  }
}

/// The progress of a batch, as counts.
public struct RowStanding: Hashable, Sendable {
  /// The job of the first row; the others follow.
  public var first: JobID
  /// How many rows are in each state.
  public var counts: RowCounts

  /// Creates the standing of a batch.
  public init(first: JobID, counts: RowCounts) {
    self.first = first
    self.counts = counts
  }
}

/// How many rows are in each state. Rows whose jobs were deleted are not counted.
public struct RowCounts: Hashable, Sendable {
  private var counts: [JobState.Word: Int]

  /// - Parameter counts: Zeros may stand among them.
  public init(_ counts: [JobState.Word: Int] = [:]) {
    self.counts = counts.filter { $0.value != 0 }
  }

  /// The number of rows in this state.
  public subscript(word: JobState.Word) -> Int {
    get { counts[word, default: 0] }
    set { counts[word] = newValue == 0 ? nil : newValue }
  }

  /// The number of rows whose jobs still exist.
  public var total: Int { counts.values.reduce(0, +) }

  /// The number of rows in a final state.
  public var ended: Int {
    counts.reduce(0) { $0 + ($1.key.isFinished ? $1.value : 0) }
  }

  /// The number of rows that wait, run or are polled.
  public var moving: Int { self[.waiting] + self[.running] + self[.polling] }
}
