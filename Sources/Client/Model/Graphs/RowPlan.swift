/// The plan of a batch. A batch sends a request once for each row of a file. Every row immediately
/// becomes a job, and the ids of these jobs are consecutive.
public struct RowPlan: Hashable, Sendable {
  /// The name of the file with the rows, as the user wrote it.
  public var source: String
  /// The number of rows.
  public var count: Int

  /// Creates the plan of a batch.
  public init(source: String, count: Int) {
    self.source = source
    self.count = count
  }
}

/// The progress of a batch: the number of rows in each state.
public struct RowProgress: Hashable, Sendable {
  /// The job of the first row. The remaining jobs have the following ids.
  public var first: JobID
  /// The numbers of rows in each state.
  public var counts: RowCounts

  /// Creates the progress of a batch.
  public init(first: JobID, counts: RowCounts) {
    self.first = first
    self.counts = counts
  }
}

/// The number of rows in each state. Rows whose jobs were deleted are not counted.
public struct RowCounts: Hashable, Sendable {
  private var counts: [JobState.Word: Int]

  /// Creates counts.
  ///
  /// - Parameter counts: The number for each state. Zeros are allowed.
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

  /// The number of rows that are waiting, running or being polled.
  public var moving: Int { self[.waiting] + self[.running] + self[.polling] }
}
