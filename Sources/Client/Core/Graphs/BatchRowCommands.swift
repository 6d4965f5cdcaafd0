import ClientModel

/// The user commands on the rows of a batch. They change the rows in portions, so that other
/// writers wait for one portion at most.
struct BatchRowCommands {
  /// A function that commits a change of jobs, applies it and returns the changed jobs.
  typealias Change = (
    [JobID], @escaping @Sendable (Job, Timestamp) -> JobChange?
  ) async throws(Failure) -> [Job]

  let reader: GraphReader

  /// Cancels the rows that have not ended.
  nonisolated(nonsending) func cancel(
    _ span: ClosedRange<JobID>, by change: Change
  ) async throws(Failure) {
    let open = Set(JobState.Word.allCases.filter { !$0.isFinished })
    try await reader.eachPortion(of: JobQuery(part: .span(span), states: open)) {
      (rows) throws(Failure) in _ = try await change(rows.map(\.id), JobCommands.cancel)
    }
  }

  /// Retries the rows that failed or, if no failed row can be retried, those that were cancelled or
  /// skipped. Interrupted rows are not retried, because the user decides for each whether it took
  /// effect.
  ///
  /// - Parameter prepare: Called before rows change.
  /// - Returns: The number of rows that are sent again.
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
