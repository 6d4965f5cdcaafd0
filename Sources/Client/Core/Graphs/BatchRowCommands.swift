import ClientModel

/// The user commands on the rows of a batch. Rows are changed in chunks so that other writers wait
/// only briefly.
struct BatchRowCommands {
  /// Commits the changes that a function returns for jobs, and returns the changed jobs.
  typealias Change = (
    [JobID], @escaping @Sendable (Job, Timestamp) -> JobChange?
  ) async throws(Failure) -> [Job]

  let reader: GraphReader

  /// Cancels all unfinished rows.
  nonisolated(nonsending) func cancel(
    _ span: ClosedRange<JobID>, by change: Change
  ) async throws(Failure) {
    let open = Set(JobState.Word.allCases.filter { !$0.isFinished })
    try await reader.eachPortion(of: JobQuery(part: .span(span), states: open)) {
      (rows) throws(Failure) in _ = try await change(rows.map(\.id), JobCommands.cancel)
    }
  }

  /// Retries the failed rows. If none of them can be retried, the cancelled and skipped rows are
  /// retried.
  ///
  /// Interrupted rows are not retried, because the user decides for each row whether it took
  /// effect.
  ///
  /// - Parameter prepare: Called before any row changes.
  /// - Returns: The number of retried rows.
  nonisolated(nonsending) func retry(
    _ span: ClosedRange<JobID>, by change: Change,
    preparing prepare: () async throws(Failure) -> Void
  ) async throws(Failure) -> Int {
    var count = 0
    for states: Set<JobState.Word> in [[.failed], [.cancelled, .skipped]] where count == 0 {
      let query = JobQuery(part: .span(span), states: states)
      guard try await reader.hasAny(query) else { continue }
      try await prepare()
      try await reader.eachPortion(of: query) { (rows) throws(Failure) in
        count += try await change(rows.map(\.id), JobCommands.retry).count
      }
    }
    return count
  }
}
