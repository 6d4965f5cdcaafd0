public import ClientModel

/// The result of retrying all failed jobs.
public struct FailedRetry: Hashable, Sendable {
  /// The failed jobs to retry.
  public enum Choice: Hashable, Sendable {
    /// Only jobs that cannot take effect twice.
    case withoutRepeatedEffect
    /// All failed jobs.
    case all
  }

  /// The retried jobs.
  public var retried: [JobID]
  /// The jobs that were not retried, because they may take effect twice.
  public var withheld: [JobID]

  /// Creates the result of retrying failed jobs.
  public init(retried: [JobID], withheld: [JobID]) {
    self.retried = retried
    self.withheld = withheld
  }
}

extension Client {
  /// Retries the failed jobs of one lane or of all lanes, in one transaction. Only a few of the
  /// jobs are in memory at a time.
  ///
  /// - Parameter choice: Whether jobs that may take effect twice are also retried.
  /// - Returns: The retried jobs and the withheld jobs. Withheld jobs can be retried with
  ///   `retry(_:)`.
  @discardableResult
  public func retryFailed(
    _ choice: FailedRetry.Choice = .withoutRepeatedEffect, in lane: LaneKey? = nil
  ) async throws(Failure) -> FailedRetry {
    let now = clock.now
    let failed = JobQuery(states: [.failed], lane: lane)
    let changed = try await absorbingPortions { () throws(Failure) in
      try await store.jobs.change(.query(failed)) { job in
        if choice != .all && job.mayRepeatEffect { return nil }
        return JobCommands.retry(job, at: now)
      }.ids
    } then: { (jobs) throws(Failure) in
      try await retryGraphs(of: jobs)
    }
    var withheld: [JobID] = []
    if choice != .all {
      try await graphReader.eachPortion(of: failed) { (jobs) throws(Failure) in
        withheld += jobs.filter(\.mayRepeatEffect).map(\.id)
      }
    }
    return FailedRetry(retried: changed, withheld: withheld)
  }

  /// Commits a change of many jobs, then applies it in chunks.
  ///
  /// - Parameter next: Called after each chunk was applied.
  /// - Returns: The changed jobs.
  private func absorbingPortions(
    _ commit: () async throws(Failure) -> [JobID],
    then next: ([Job]) async throws(Failure) -> Void
  ) async throws(Failure) -> [JobID] {
    var changed: [JobID] = []
    do throws(Failure) {
      return try await changes.commit(
        { () throws(Failure) in
          changed = try await commit()
          return changed
        }, inPortionsOf: GraphReader.rowPortion,
        apply: { (jobs) throws(Failure) in
          await absorb(jobs)
          try await next(jobs)
        })
    } catch {
      // The changes are committed, so the queue of this process must apply them.
      await read(changed)
      throw error
    }
  }
}
