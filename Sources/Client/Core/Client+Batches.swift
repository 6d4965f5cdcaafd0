public import ClientModel
import Synchronization

/// Functions that submit batches and other large sets of jobs. The jobs need not all be in memory
/// at once.
extension Client {
  /// Commits a batch and its jobs in one transaction, then starts the jobs that may start.
  ///
  /// - Throws: `invalidRequest` if the batch has no rows or an assertion cannot be checked, or the
  ///   failure of a preparer or the store. Nothing is committed in these cases.
  public func submit(_ batch: NewBatch) async throws(Failure) -> GraphID {
    try batch.check()
    var batch = batch
    if var listed = batch.rows as? ListedRows {
      listed.jobs = try await prepared(listed.jobs)
      batch.rows = listed
    }
    let run = try await store.graphs.add(batch, at: clock.now)
    perform(graphs.note([run]))
    try await announceRows(of: batch, as: run)
    publish(.graphsChanged([run]))
    return run.id
  }

  /// Commits the jobs of a source in one transaction, then starts the jobs that may start. The jobs
  /// need not all be in memory at once.
  ///
  /// - Parameter source: A function that passes each job to its argument. All jobs must come from
  ///   `prepared(_:)`.
  /// - Returns: The ascending ids of the jobs, in the order of the source.
  /// - Throws: The failure of the source or the store. Nothing is committed in this case.
  public func submit(
    from source: @escaping @Sendable ((NewJob) throws -> Void) throws -> Void
  ) async throws(Failure) -> [JobID] {
    let asksCache = Atomic(false)
    let addition = JobAddition { add in
      try source { job in
        if job.asksCache { asksCache.store(true, ordering: .relaxed) }
        try add(job)
      }
    }
    let ids = try await store.jobs.add(addition).ids
    guard handlesNewJobs || cache != nil && asksCache.load(ordering: .relaxed) else { return ids }
    for start in stride(from: 0, to: ids.count, by: GraphReader.rowPortion) {
      await announce(Array(ids[start..<min(start + GraphReader.rowPortion, ids.count)]))
    }
    return ids
  }

  /// Reads jobs that were just committed, and starts or enqueues them.
  private func announce(_ ids: [JobID]) async {
    do throws(Failure) {
      var added: [(new: NewJob, job: Job)] = []
      for job in try await store.jobs.jobs(matching: JobQuery(ids: ids, order: .oldestFirst)) {
        guard let request = try await store.jobs.request(of: job.id) else { continue }
        let new = NewJob(
          request: request, lane: job.lane, state: job.state, priority: job.priority,
          scheduling: job.scheduling, name: job.name, call: job.call)
        if runner.role != .visitor, job.scheduling == .immediate {
          pipeline.attempts.addImmediate(job.id)
        }
        added.append((new, job))
      }
      await begin(added)
    } catch {
      publish(.noticed(error))
      await read(ids)
    }
  }

  /// Checks jobs and runs their preparers. Must be called before `submit(from:)`.
  ///
  /// - Returns: The prepared jobs.
  /// - Throws: `invalidRequest` if an assertion cannot be checked, or the failure of a preparer.
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
    guard handlesNewJobs else { return }
    var query = JobQuery(part: .span(span), order: .oldestFirst, limit: GraphReader.rowPortion)
    while true {
      let jobs = try await store.jobs.jobs(matching: query)
      guard let last = jobs.last else { return }
      await absorb(jobs)
      query.after = last.id
    }
  }
}
