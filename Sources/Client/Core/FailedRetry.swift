public import ClientModel

/// The result of retrying all failed jobs.
public struct FailedRetry: Hashable, Sendable {
  /// The choice of the failed jobs to send again.
  public enum Choice: Hashable, Sendable {
    /// Only jobs that cannot take effect twice.
    case withoutRepeatedEffect
    /// All failed jobs.
    case all
  }

  /// The jobs that are sent again.
  public var retried: [JobID]
  /// The jobs that are not sent again because they may take effect twice.
  public var withheld: [JobID]

  /// Creates the result of retrying failed jobs.
  public init(retried: [JobID], withheld: [JobID]) {
    self.retried = retried
    self.withheld = withheld
  }
}

extension Client {
  /// Sends all failed jobs of one lane, or of all lanes, again in one transaction. Only a few of
  /// the jobs are in memory at a time.
  ///
  /// - Parameter choice: Whether to send jobs that may take effect twice as well.
  /// - Returns: The jobs that are sent again, and the withheld jobs. `retry(_:)` sends withheld
  ///   jobs.
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

  /// Commits one change of any number of jobs, then applies it in portions.
  ///
  /// - Parameter next: Called after each portion was applied.
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
      // Committed changes must reach the queue of this process.
      await read(changed)
      throw error
    }
  }
}
