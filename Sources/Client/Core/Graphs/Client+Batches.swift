public import ClientModel

/// Batches: graphs of which each row of a file is a job.
///
/// Their jobs wait in their lanes like any others. What the user wants of a batch stands in its one row:
/// the store starts no row of a batch that is on hold, and the queue is told to leave them out, so that
/// holding 100,000 rows is one small commit and letting them go is another.
extension Client {
  /// Commits a batch with all its jobs in one transaction, then starts those that may start.
  ///
  /// - Throws: `invalidRequest` without a row or with an assertion that cannot be checked; what a
  ///   preparer or the store says. Nothing is committed then.
  public func submit(_ batch: NewBatch) async throws(Failure) -> GraphID {
    guard !batch.jobs.isEmpty else {
      throw Failure(
        .invalidRequest, what: "Nothing was added.", why: "\(batch.source) has no rows.",
        whatToDo: "Name a file with at least one row.")
    }
    try await assertionPrograms.check(batch.jobs.map(\.request.assertions))
    var batch = batch
    batch.jobs = try await seams.prepared(batch.jobs)
    let run = try await storage.add(batch, at: clock.now)
    take([run])
    if let first = run.rows?.first {
      let ids = batch.jobs.indices.map { JobID(first.rawValue + Int64($0)) }
      await announce(batch.jobs, as: ids)
    }
    publish(.graphsChanged([run]))
    return run.id
  }

  /// The columns of rows, each as a JSON object; what belongs to no batch is left out.
  public func values(of rows: [JobID]) async throws(Failure) -> [JobID: [UInt8]] {
    try await storage.values(of: rows)
  }

  /// The first row after another that has failed, or was refused, or was interrupted, counted from 0.
  public func failedRow(of graph: GraphID, after row: Int) async throws(Failure) -> Int? {
    try await graphReader.failedRow(of: graph, after: row)
  }

  // MARK: Orders

  /// Cancels the rows that have not ended, in portions. Its order says already that nothing more starts,
  /// so that a crash in between leaves no row that does: the next queue runner goes on here.
  func cancelRows(of run: GraphRun) async throws(Failure) {
    guard let span = run.span else { return }
    graphs.batches.cancelling.insert(run.id)
    defer { graphs.batches.cancelling.remove(run.id) }
    let open = Set(JobState.Word.allCases.filter { !$0.isFinished })
    let now = clock.now
    try await eachPortion(of: JobQuery(part: .span(span), states: open)) { ids throws(Failure) in
      _ = try await change(ids) { JobOrders.cancel($0, at: now) }
    }
  }

  /// Takes up the rows that failed; where none did, those that were cancelled. Interrupted ones are
  /// left: whether they took effect is for the user to say, one by one.
  func retryRows(of run: GraphRun) async throws(Failure) -> GraphRun? {
    guard let span = run.span else { return nil }
    let now = clock.now
    // First the order, so that no row waits in a batch that starts nothing.
    let isStopped = run.order == .stop
    var count = 0
    for states: Set<JobState.Word> in [[.failed], [.cancelled, .skipped]] where count == 0 {
      let query = JobQuery(part: .span(span), states: states)
      guard try await graphReader.hasAny(query) else { continue }
      if isStopped,
        let receipt = try await storage.change(
          graph: run.id, { GraphOrders.unstop($0, at: now) })
      {
        take([receipt.run])
      }
      try await eachPortion(of: query) { ids throws(Failure) in
        count += try await change(ids) { JobOrders.retry($0, at: now) }.count
      }
    }
    guard count > 0, let now = try await graphReader.run(run.id) else { return nil }
    take([now])
    fill()
    publish(.graphsChanged([now]))
    return now
  }

  /// Forgets a batch that has ended, with its jobs and their answers. Returns how many those were; nil
  /// when there is no such batch, or it goes on.
  public func forget(_ graph: GraphID) async throws(Failure) -> Int? {
    guard let run = try await graphReader.run(graph), run.isEnded, let span = run.span else {
      return nil
    }
    var count = 0
    for start in stride(
      from: span.lowerBound.rawValue, through: span.upperBound.rawValue,
      by: Int64.Stride(GraphReader.rowPortion))
    {
      let end = min(span.upperBound.rawValue, start + Int64(GraphReader.rowPortion) - 1)
      count += try await storage.remove(
        matching: JobQuery(part: .span(JobID(start)...JobID(end)), order: .oldestFirst))
    }
    graphs.batches.forget(graph)
    return count
  }

  private func eachPortion(
    of query: JobQuery, _ act: ([JobID]) async throws(Failure) -> Void
  ) async throws(Failure) {
    var query = query
    while true {
      let ids = try await graphReader.nextPortion(of: &query)
      if ids.isEmpty { return }
      try await act(ids)
    }
  }

  // MARK: News

  /// Learns how batches stand, before their jobs go before the queue.
  func take(_ runs: [GraphRun]) {
    for run in runs {
      guard let span = run.span else { continue }
      graphs.batches.note(run)
      if run.order == .run || run.isEnded { queue.letGo(span) } else { queue.keepBack(span) }
    }
  }

  /// Reads the batches that go on; called before the waiting jobs are read.
  func loadBatches() async throws(Failure) {
    take(try await storage.graphs(matching: GraphQuery(standing: .open)))
  }

  /// Goes on with cancelling what another process, or this one's forerunner, was told to stop.
  func stopBatchesSoon(_ runs: [GraphRun]) {
    guard runner.isRunner, !lifetime.isQuitting else { return }
    for run in runs where run.rows != nil && run.order == .stop && !run.isEnded {
      guard graphs.batches.cancelling.insert(run.id).inserted else { continue }
      lifetime.add(
        Task {
          do throws(Failure) { try await cancelRows(of: run) } catch { publish(.noticed(error)) }
        })
    }
  }

  /// Hears of rows that moved: the end of a batch is news.
  func noteRows(_ jobs: [Job]) {
    guard !graphs.batches.entries.isEmpty else { return }
    let ended = graphs.batches.hear(jobs)
    guard !ended.isEmpty else { return }
    waiting.idle.wasBusy = true
    graphs.batchLooks += 1
    Task {
      do throws(Failure) {
        let runs = try await storage.graphs(matching: GraphQuery(ids: ended.sorted()))
        take(runs)
        for graph in ended where !runs.contains(where: { $0.id == graph }) {
          graphs.batches.forget(graph)
        }
        publish(.graphsChanged(runs))
        tellGraphWaiters()
      } catch {
        publish(.noticed(error))
      }
      graphs.batchLooks -= 1
      noteIdleness()
    }
  }
}
