public import ClientModel

/// Graphs and batches.
///
/// A batch is a graph of which each row of a file is a job. Its jobs wait in their lanes like any others. Whether
/// they may start is stored once, with the batch: holding 100,000 rows is one small commit.
extension Client {
  var worker: GraphWorker { GraphWorker(seams: seams, publisher: publisher) }
  var graphReader: GraphReader { GraphReader(storage: storage) }

  /// Commits a graph; each step starts when the steps before it allow it.
  ///
  /// The queue runner advances a graph whose jobs wait for their lanes, now or after the next start. This
  /// process advances a graph of immediate jobs, and the queue runner if this process has died.
  ///
  /// - Throws: `invalidRequest` for steps that form no graph, that name an unknown request, or whose jq
  ///   program or assertion jq cannot read.
  public func submit(_ graph: NewGraph) async throws(Failure) -> GraphID {
    try graph.check()
    try await JQCheck(programs: seams.programs).check(graph.plan)
    // What a template fills in is read when its step is sent.
    try await assertionPrograms.check(
      graph.material.drafts.sorted { $0.key < $1.key }.map(\.value.wholeAssertions))
    var graph = graph
    if runner.role == .visitor { graph.urgency = .queued }
    let run = try await storage.add(graph, at: clock.now)
    if graph.urgency == .now { graphs.addOwn(run.id) }
    if graph.urgency == .now || runner.isRunner { try await takeUp([run]) }
    publish(.graphsChanged([run]))
    return run.id
  }

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

  /// Waits until a graph has ended, or cannot continue without the user. Returns at once then, and when
  /// the task is cancelled.
  ///
  /// - Returns: The graph in its present state; nil when there is no such graph.
  public func wait(for graph: GraphID) async throws(Failure) -> GraphRun? {
    while true {
      let (number, moves) = graphs.waiters.add()
      defer { graphs.waiters.remove(number) }
      guard let run = try await graphReader.run(graph) else { return nil }
      if run.isEnded || Task.isCancelled || lifetime.isQuitting { return run }
      if try await graphReader.needsWord(run) { return run }
      for await _ in moves { break }
    }
  }

  /// The result of a step: the JSON of a local step, or the body of the last response to its job.
  public func result(of place: StepPlace) async throws(Failure) -> StoredBody {
    try await StepReader(seams: seams).result(of: place)
  }

  /// The first row after another that has failed, or was refused, or was interrupted, counted from 0.
  public func failedRow(of graph: GraphID, after row: Int) async throws(Failure) -> Int? {
    try await graphReader.failedRow(of: graph, after: row)
  }

  // MARK: Commands

  /// Starts no more steps of a graph until it is released; running steps finish.
  @discardableResult
  public func hold(_ graph: GraphID) async throws(Failure) -> GraphRun? {
    let now = clock.now
    return try await change(graph) { GraphOrders.hold($0, at: now) }
  }

  /// Releases a held graph: its steps start again.
  @discardableResult
  public func release(_ graph: GraphID) async throws(Failure) -> GraphRun? {
    let now = clock.now
    return try await change(graph) { GraphOrders.release($0, at: now) }
  }

  /// Cancels running steps of a graph, and does not start the others.
  @discardableResult
  public func cancel(_ graph: GraphID) async throws(Failure) -> GraphRun? {
    let now = clock.now
    graphs.batches.cancelling.insert(graph)
    defer { graphs.batches.cancelling.remove(graph) }
    guard let run = try await change(graph, { GraphOrders.stop($0, at: now) }) else { return nil }
    if run.rows != nil {
      try await cancelRows(of: run)
    } else {
      graphs.driven[graph]?.stopLocal()
      _ = try await cancel(run.steps.filter { $0.state == .running }.compactMap(\.job))
      if graphs.driven[graph] == nil { try await worker.settle(graph) }
    }
    return try await graphReader.run(graph)
  }

  /// Runs failed steps of a graph again, and then the steps that were not run because of them.
  @discardableResult
  public func retry(_ graph: GraphID) async throws(Failure) -> GraphRun? {
    guard let run = try await graphReader.run(graph) else { return nil }
    if run.rows != nil { return try await retryRows(of: run) }
    let now = clock.now
    let jobs = run.steps.filter { $0.state == .failed }.compactMap(\.job)
    var changed: GraphRun?
    _ = try await absorbing { () throws(Failure) in
      let again = try await storage.change(jobs) { JobOrders.retry($0, at: now) }
      // Before its jobs are put forward.
      changed = try await change(graph) { GraphOrders.again($0, at: now) }
      return again
    }
    return changed
  }

  /// Deletes a batch that has ended, with its jobs and their responses.
  ///
  /// - Returns: The number of its jobs; nil when there is no such batch or it has not ended.
  public func forget(_ graph: GraphID) async throws(Failure) -> Int? {
    guard let run = try await graphReader.run(graph), run.isEnded, let span = run.span else {
      return nil
    }
    let count = try await graphReader.removeRows(in: span)
    graphs.batches.forget(graph)
    return count
  }

  private func change(
    _ graph: GraphID, _ decide: @escaping @Sendable (GraphRun) -> GraphChange?
  ) async throws(Failure) -> GraphRun? {
    guard let receipt = try await storage.change(graph: graph, decide) else { return nil }
    try await absorb([receipt.run])
    // What a hold kept back may start now.
    fill()
    return receipt.run
  }

  /// Takes up the graphs of jobs that are sent again.
  func retryGraphs(of jobs: [Job]) async throws(Failure) {
    guard !jobs.isEmpty else { return }
    var steps: [GraphID: [Int]] = [:]
    for place in try await storage.places(of: jobs.map(\.id)).values {
      steps[place.graph, default: []].append(place.step)
    }
    let now = clock.now
    for (graph, steps) in steps {
      _ = try await change(graph) { GraphOrders.again($0, steps: steps, at: now) }
    }
  }

  // MARK: Rows of batches

  /// Cancels the rows that have not ended, in portions. It is stored already that nothing more starts, so a
  /// crash in between leaves no row that does: the next queue runner goes on here.
  private func cancelRows(of run: GraphRun) async throws(Failure) {
    guard let span = run.span else { return }
    graphs.batches.cancelling.insert(run.id)
    defer { graphs.batches.cancelling.remove(run.id) }
    let open = Set(JobState.Word.allCases.filter { !$0.isFinished })
    let now = clock.now
    try await graphReader.eachPortion(of: JobQuery(part: .span(span), states: open)) {
      (ids) throws(Failure) in _ = try await change(ids) { JobOrders.cancel($0, at: now) }
    }
  }

  /// Retries the rows that failed; where none did, those that were cancelled. Interrupted rows are
  /// left: whether they took effect is for the user to say, one by one.
  private func retryRows(of run: GraphRun) async throws(Failure) -> GraphRun? {
    guard let span = run.span else { return nil }
    let now = clock.now
    var count = 0
    for states: Set<JobState.Word> in [[.failed], [.cancelled, .skipped]] where count == 0 {
      let query = JobQuery(part: .span(span), states: states)
      guard try await graphReader.hasAny(query) else { continue }
      // First the batch, so that no row waits in one that starts nothing.
      if run.order == .stop,
        let receipt = try await storage.change(
          graph: run.id, { GraphOrders.unstop($0, at: now) })
      {
        take([receipt.run])
      }
      try await graphReader.eachPortion(of: query) { (ids) throws(Failure) in
        count += try await change(ids) { JobOrders.retry($0, at: now) }.count
      }
    }
    guard count > 0, let now = try await graphReader.run(run.id) else { return nil }
    take([now])
    fill()
    publish(.graphsChanged([now]))
    return now
  }

  /// Notes which batches may start rows, before their jobs enter the queue.
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

  /// Goes on with cancelling what another process, or the queue runner before, was told to stop.
  func stopBatchesSoon(_ runs: [GraphRun]) {
    guard runner.isRunner, !lifetime.isQuitting else { return }
    for run in runs where run.rows != nil && run.order == .stop && !run.isEnded {
      guard graphs.batches.cancelling.insert(run.id).inserted else { continue }
      lifetime.add(reporting { (client) throws(Failure) in try await client.cancelRows(of: run) })
    }
  }

  /// Looks at the batches of which the last row may have ended.
  func noteRows(_ jobs: [Job]) {
    guard !graphs.batches.entries.isEmpty else { return }
    let ended = graphs.batches.hear(jobs)
    guard !ended.isEmpty else { return }
    waiting.idle.wasBusy = true
    graphs.batchLooks += 1
    reporting { (client) throws(Failure) in
      defer {
        client.graphs.batchLooks -= 1
        client.noteIdleness()
      }
      let runs = try await client.storage.graphs(matching: GraphQuery(ids: ended.sorted()))
      client.take(runs)
      for graph in ended where !runs.contains(where: { $0.id == graph }) {
        client.graphs.batches.forget(graph)
      }
      client.publish(.graphsChanged(runs))
      client.graphs.waiters.resumeAll()
    }
  }
}
