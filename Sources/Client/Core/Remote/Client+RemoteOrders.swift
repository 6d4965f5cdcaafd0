public import ClientModel

/// What a user may tell jobs that a server works on.
extension Client {
  /// Asks for these jobs now, also those whose asking was paused.
  @discardableResult
  public func askNow(_ jobs: [JobID]) async throws(Failure) -> [Job] {
    let now = clock.now
    return try await change(jobs) { RemoteOrders.ask($0, at: now) }
  }

  /// Tells the servers to stop work on these jobs. Each ends when its server has confirmed that; one
  /// that refuses is asked for as before.
  @discardableResult
  public func cancelAtServer(_ jobs: [JobID]) async throws(Failure) -> [Job] {
    let now = clock.now
    return try await change(jobs) { RemoteOrders.cancelAtServer($0, at: now) }
  }

  /// Asks no more for these jobs and drops them from the queue; their servers may go on.
  ///
  /// - Returns: How many were dropped.
  @discardableResult
  public func dropRemote(_ jobs: [JobID]) async throws(Failure) -> Int {
    let now = clock.now
    let stopped = try await change(jobs) { job in
      switch job.state {
      case .polling: JobOrders.cancel(job, at: now)
      case .held, .interrupted: job.remote == nil ? nil : JobOrders.cancel(job, at: now)
      case .waiting, .running, .succeeded, .failed, .cancelled, .skipped: nil
      }
    }
    return try await storage.remove(matching: JobQuery(ids: stopped.map(\.id)))
  }
}
