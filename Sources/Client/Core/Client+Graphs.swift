public import ClientModel

/// Functions for graphs and batches.
///
/// A batch is a graph whose jobs are the rows of a file. The jobs wait in their lanes. One flag per
/// batch allows or forbids the start of all its rows, so 100,000 rows are held by one small commit.
extension Client {
  var worker: GraphWorker { GraphWorker(seams: seams, publisher: publisher) }
  nonisolated var graphReader: GraphReader { GraphReader(graphs: store.graphs, jobs: store.jobs) }
  private var rowOrders: BatchRowCommands { BatchRowCommands(reader: graphReader) }

  /// Commits a graph. Each step starts as soon as its dependencies allow it.
  ///
  /// A graph with queued jobs is advanced by the current queue runner or, if there is none, by the
  /// next one. A graph with immediate jobs is advanced by this process. If this process dies, the
  /// queue runner takes the graph over.
  ///
  /// - Throws: `invalidRequest` if the steps do not form a graph or name an unknown request, or if
  ///   a jq program or an assertion cannot be parsed.
  public func submit(_ graph: NewGraph) async throws(Failure) -> GraphID {
    try graph.check()
    try await JQCheck(programs: seams.programs).check(graph.plan)
    // Templates in a step are filled in when the step is sent. Only assertions that contain no
    // templates are checked here.
    try await assertionPrograms.check(
      graph.material.drafts.sorted { $0.key < $1.key }.map(\.value.literalAssertions))
    var graph = graph
    if runner.role == .visitor { graph.scheduling = .queued }
    let run = try await store.graphs.add(graph, at: clock.now)
    if graph.scheduling == .immediate { graphs.addOwn(run.id) }
    if graph.scheduling == .immediate || runner.isRunner { try await adopt(run) }
    publish(.graphsChanged([run]))
    return run.id
  }

  // MARK: Commands

  /// Holds a graph. No more steps start until the graph is released, and running steps finish.
  @discardableResult
  public func hold(_ graph: GraphID) async throws(Failure) -> GraphRun? {
    try await change(graph, GraphCommands.hold)
  }

  /// Releases a held graph. Its steps may start again.
  @discardableResult
  public func release(_ graph: GraphID) async throws(Failure) -> GraphRun? {
    try await change(graph, GraphCommands.release)
  }

  /// Cancels a graph. Running steps are cancelled, and no more steps start.
  @discardableResult
  public func cancel(_ graph: GraphID) async throws(Failure) -> GraphRun? {
    graphs.beginCancelling(graph)
    defer { graphs.endCancelling(graph) }
    guard let run = try await change(graph, GraphCommands.stop) else { return nil }
    if run.rows != nil {
      try await cancelRows(of: run)
    } else {
      graphs.driven[graph]?.stopLocal()
      _ = try await cancel(run.steps.filter { $0.state == .running }.compactMap(\.job))
      if graphs.driven[graph] == nil { try await worker.settle(graph) }
    }
    return try await graphReader.run(graph)
  }

  /// Retries the failed and cancelled steps of a graph. The steps that were skipped because of them
  /// also run.
  @discardableResult
  public func retry(_ graph: GraphID) async throws(Failure) -> GraphRun? {
    guard let run = try await graphReader.run(graph) else { return nil }
    if let span = run.span { return try await retryRows(span, of: run) }
    let now = clock.now
    let jobs = run.steps.filter(\.state.isUnsuccessful).compactMap(\.job)
    var changed: GraphRun?
    _ = try await absorbing { () throws(Failure) in
      let again = try await store.jobs.change(jobs) { JobCommands.retry($0, at: now) }
      // The graph changes first, so that the steps of retried jobs already count as running.
      changed = try await change(graph) { GraphCommands.again($0, at: $1) }
      return again
    }
    return changed
  }

  /// Deletes an ended batch, its jobs and their responses.
  ///
  /// - Parameter deletion: The identifier for undoing the deletion with `restore`. Nil makes the
  ///   deletion permanent.
  /// - Returns: The number of deleted jobs. Nil if there is no such batch or it has not ended.
  public func delete(
    _ graph: GraphID, as deletion: DeletionID? = nil
  ) async throws(Failure) -> Int? {
    guard let run = try await graphReader.run(graph), run.isEnded, let span = run.span else {
      return nil
    }
    let rows = JobQuery(part: .span(span))
    let count = try await store.jobs.remove(Removal(jobs: rows, as: deletion))
    graphs.deleted(graph)
    return count
  }

  private func change(
    _ graph: GraphID, _ decide: @escaping @Sendable (GraphRun, Timestamp) -> GraphChange?
  ) async throws(Failure) -> GraphRun? {
    let now = clock.now
    guard let receipt = try await store.graphs.change(graph: graph, { decide($0, now) }) else {
      return nil
    }
    try await absorb([receipt.run])
    // Jobs of a released batch may start now.
    fill()
    return receipt.run
  }

  /// Advances the graphs of retried jobs.
  func retryGraphs(of jobs: [Job]) async throws(Failure) {
    guard !jobs.isEmpty else { return }
    for (graph, steps) in try await graphReader.steps(of: jobs) {
      _ = try await change(graph) { GraphCommands.again($0, steps: steps, at: $1) }
    }
  }

  /// Cancels the unfinished rows of a batch. The caller must have called `beginCancelling`.
  ///
  /// The stop of the batch is already stored, so that after a crash no row starts and the next
  /// queue runner cancels the remaining rows.
  private func cancelRows(of run: GraphRun) async throws(Failure) {
    defer { graphs.endCancelling(run.id) }
    guard let span = run.span else { return }
    try await rowOrders.cancel(span) { (ids, decide) throws(Failure) in
      try await change(ids, decide)
    }
  }

  private func retryRows(
    _ span: ClosedRange<JobID>, of run: GraphRun
  ) async throws(Failure) -> GraphRun? {
    let count = try await rowOrders.retry(span) { (ids, decide) throws(Failure) in
      try await change(ids, decide)
    } preparing: { () throws(Failure) in
      // The batch changes before its rows. Otherwise, rows could wait in a stopped batch.
      let now = clock.now
      guard run.instruction == .stop,
        let receipt = try await store.graphs.change(
          graph: run.id, { GraphCommands.unstop($0, at: now) })
      else { return }
      perform(graphs.note([receipt.run]))
    }
    guard count > 0, let now = try await graphReader.run(run.id) else { return nil }
    perform(graphs.note([now]))
    fill()
    publish(.graphsChanged([now]))
    return now
  }

  // MARK: Advancing graphs

  /// The role of this process for graphs that no process advances.
  private var duty: GraphRegistry.Takeover {
    runner.isRunner && !lifetime.isQuitting ? .takesOver : .leaves
  }

  /// Reads the active batches. Must be called before the waiting jobs are read.
  func loadBatches() async throws(Failure) {
    perform(graphs.note(try await store.graphs.graphs(matching: GraphQuery(progress: .open))))
  }

  /// Takes over graphs that no live process advances. Only the queue runner calls this.
  func adoptGraphs() async throws(Failure) {
    let found = try await store.graphs.graphs(matching: GraphQuery(progress: .adoptable))
    perform(graphs.found(found, as: duty))
    for run in found.reversed() where graphs.mayAdopt(run) {
      // If a graph's requests cannot be read, the graph stays active and unchanged. The remaining
      // graphs are still taken over.
      do throws(Failure) { try await adopt(run) } catch { publish(.noticed(error)) }
    }
  }

  func adoptSoon() {
    guard duty == .takesOver else { return }
    reporting { (client) throws(Failure) in try await client.adoptGraphs() }
  }

  private func adopt(_ run: GraphRun) async throws(Failure) {
    guard graphs.mayAdopt(run), let driven = try await worker.open(run), graphs.mayAdopt(run)
    else { return }
    graphs.add(driven)
    advance(driven)
  }

  /// Reads the jobs of a graph and applies their states to its steps.
  private func load(_ driven: DrivenGraph) async throws(Failure) {
    // The jobs of the steps are recorded first, so that a job that ends during the read is recorded
    // at its step.
    graphs.notePlaces(in: driven.run)
    let jobs = try await worker.jobs(of: driven)
    let asleep = graphs.unsentJobs(of: driven, among: jobs, as: duty, sending: pipeline.attempts)
    if !asleep.isEmpty { _ = try await change(asleep, JobCommands.requeue) }
    // This call must be last, because the graph returns each step that may start only once. The
    // call cannot be repeated after a failure.
    driven.restore(from: jobs)
  }

  /// Applies graphs that this or another process changed.
  func absorb(_ runs: [GraphRun], from place: Event.Process = .this) async throws(Failure) {
    guard !runs.isEmpty else { return }
    perform(graphs.changed(runs, as: duty))
    if graphs.isAdopter(of: runs, as: duty) { try await adoptGraphs() }
    await announce(runs, from: place)
  }

  private func announce(_ runs: [GraphRun], from place: Event.Process = .this) async {
    var results: [GraphID: [Int: StoredBody]] = [:]
    if publisher.wants(.graphFinished) {
      let reader = StepReader(seams: seams)
      do throws(Failure) {
        for run in runs where run.isEnded { results[run.id] = try await reader.results(of: run) }
      } catch {
        publish(.noticed(error))
      }
    }
    publisher.publish(.graphsChanged(runs), from: place, graphs: graphs, results: results)
    waiting.graphs.resumeAll()
  }

  /// Carries out the actions that the graph registry returned.
  func perform(_ actions: [GraphRegistry.Action]) {
    for action in actions {
      switch action {
      case .release(let span): queue.release(span)
      case .hold(let span): queue.hold(span)
      case .cancelRows(let run):
        reporting { (client) throws(Failure) in try await client.cancelRows(of: run) }
      case .look(let batches): look(at: batches)
      case .advance(let driven): advance(driven)
      }
    }
  }

  private func look(at batches: Set<GraphID>) {
    waiting.idle.wasBusy = true
    reporting { (client) throws(Failure) in
      defer {
        client.graphs.endLook()
        client.noteIdleness()
      }
      let query = GraphQuery(ids: batches.sorted())
      let runs = try await client.store.graphs.graphs(matching: query)
      client.perform(client.graphs.looked(at: batches, found: runs))
      await client.announce(runs)
    }
  }

  /// Starts a task that processes the pending results of a graph. A graph has at most one such
  /// task.
  private func advance(_ driven: DrivenGraph) {
    guard driven.driver == nil, driven.hasWork || driven.run.isEnded else { return }
    waiting.idle.wasBusy = true
    driven.driver = Task {
      await worker.run(
        driven, scheduling: graphs.scheduling(of: driven.run.id), while: { !lifetime.isQuitting },
        load: { () throws(Failure) in try await load(driven) },
        begin: { await begin($0, of: driven) })
      graphs.rest(driven)
      noteIdleness()
    }
  }

  /// Handles the committed steps of a graph. Queues their jobs, starts local steps and notifies
  /// subscribers.
  private func begin(_ round: GraphWorker.Round, of driven: DrivenGraph) async {
    let added = graphs.began(round, at: clock.now)
    for (new, job) in added where new.scheduling == .immediate {
      pipeline.attempts.addImmediate(job.id)
    }
    for (step, input) in round.local {
      driven.local[step] = Task {
        let result = await worker.run(step, on: input, in: driven)
        driven.local[step] = nil
        // The client is ending. The next queue runner starts the step again or fails it.
        guard lifetime.quitting != .stop, let result else { return }
        driven.pendingResults.append(result)
        advance(driven)
      }
    }
    await announce([round.receipt.run])
    guard !added.isEmpty else { return }
    changes.touch(added.map(\.job))
    await begin(added)
  }

  /// Waits until no graph is active, and commits the results of local steps. If the client stops,
  /// local steps are cancelled.
  func restGraphs() async {
    while let driven = graphs.active {
      if lifetime.quitting == .stop { driven.stopLocal() }
      await driven.task?.value
    }
  }
}
