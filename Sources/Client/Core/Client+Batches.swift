public import ClientModel

/// Adds batches, whose rows need not be in memory.
extension Client {
  /// Commits a batch with all its jobs in one transaction, then starts those that may start.
  ///
  /// - Throws: `invalidRequest` without a row or with an assertion that cannot be checked; what a
  ///   preparer or the store says. Nothing is committed then.
  public func submit(_ batch: NewBatch) async throws(Failure) -> GraphID {
    try batch.check()
    var batch = batch
    if var listed = batch.rows as? ListedRows {
      listed.jobs = try await prepared(listed.jobs)
      batch.rows = listed
    }
    let run = try await storage.add(batch, at: clock.now)
    perform(graphs.note([run]))
    try await announceRows(of: batch, as: run)
    publish(.graphsChanged([run]))
    return run.id
  }

  /// Checks jobs and runs their preparers, as `submit` does, for rows that are not in memory at once.
  ///
  /// - Throws: That an assertion cannot be checked; what a preparer says.
  public func prepared(_ jobs: [NewJob]) async throws(Failure) -> [NewJob] {
    try await assertionPrograms.check(jobs.map(\.request.assertions))
    return try await seams.prepared(jobs)
  }

  private func announceRows(of batch: NewBatch, as run: GraphRun) async throws(Failure) {
    guard let span = run.span else { return }
    if let listed = batch.rows as? ListedRows {
      let ids = listed.jobs.indices.map { JobID(span.lowerBound.rawValue + Int64($0)) }
      return await announce(listed.jobs, as: ids)
    }
    guard runner.role != .visitor || publisher.hasSubscribers else { return }
    var query = JobQuery(part: .span(span), order: .oldestFirst, limit: GraphReader.rowPortion)
    while true {
      let jobs = try await storage.jobs(matching: query)
      guard let last = jobs.last else { return }
      await absorb(jobs)
      query.after = last.id
    }
  }
}
