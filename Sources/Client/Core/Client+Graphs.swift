public import ClientModel

/// Graphs and batches.
///
/// A batch is a graph in which each row of a file is a job. Its jobs wait in their lanes like all
/// others. The store has one flag per batch that allows or forbids the start of its rows, so
/// holding 100,000 rows is one small commit.
extension Client {
  var worker: GraphWorker { GraphWorker(seams: seams, publisher: publisher) }
  nonisolated var graphReader: GraphReader { GraphReader(graphs: store.graphs, jobs: store.jobs) }
  private var rowOrders: BatchRowCommands { BatchRowCommands(reader: graphReader) }

  /// Commits a graph. Each step starts when the steps that it depends on allow it.
  ///
  /// If the jobs of the graph wait in lanes, the queue runner advances the graph, now or when a
  /// queue runner next starts. If the jobs are immediate, this process advances the graph; if this
  /// process dies, the queue runner takes over.
  ///
  /// - Throws: `invalidRequest` if the steps do not form a graph or name an unknown request, or if
  ///   a jq program or an assertion cannot be parsed.
  public func submit(_ graph: NewGraph) async throws(Failure) -> GraphID {
    try graph.check()
    try await JQCheck(programs: seams.programs).check(graph.plan)
    // The templates of a step are filled in when the step is sent, so only the assertions without
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

  /// Holds a graph: no more steps start until the graph is released. Running steps finish.
  @discardableResult
  public func hold(_ graph: GraphID) async throws(Failure) -> GraphRun? {
    try await change(graph, GraphCommands.hold)
  }

  /// Releases a held graph. Its steps may start again.
  @discardableResult
  public func release(_ graph: GraphID) async throws(Failure) -> GraphRun? {
    try await change(graph, GraphCommands.release)
  }

  /// Cancels the running steps of a graph and does not start the others.
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

  /// Retries the failed and cancelled steps of a graph, then runs the steps that were skipped
  /// because of them.
  @discardableResult
  public func retry(_ graph: GraphID) async throws(Failure) -> GraphRun? {
    guard let run = try await graphReader.run(graph) else { return nil }
    if let span = run.span { return try await retryRows(span, of: run) }
    let now = clock.now
    let jobs = run.steps.filter(\.state.isUnsuccessful).compactMap(\.job)
    var changed: GraphRun?
    _ = try await absorbing { () throws(Failure) in
      let again = try await store.jobs.change(jobs) { JobCommands.retry($0, at: now) }
      // The graph changes before its jobs are applied, so that their steps count as running again.
      changed = try await change(graph) { GraphCommands.again($0, at: $1) }
      return again
    }
    return changed
  }

  /// Deletes a batch that has ended, with its jobs and their responses.
  ///
  /// - Parameter deletion: The identifier with which `restore` undoes this, or nil for none.
  /// - Returns: The number of deleted jobs, or nil if there is no such batch or it has not ended.
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

  /// Advances the graphs of jobs that are sent again.
  func retryGraphs(of jobs: [Job]) async throws(Failure) {
    guard !jobs.isEmpty else { return }
    for (graph, steps) in try await graphReader.steps(of: jobs) {
      _ = try await change(graph) { GraphCommands.again($0, steps: steps, at: $1) }
    }
  }

  /// Cancels the rows that have not ended. The stop of the batch is already stored, so after a
  /// crash no row starts, and the next queue runner continues the cancellation. The caller must
  /// have called `beginCancelling`.
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
      // The batch changes before its rows, so that no row waits in a stopped batch.
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

  /// Reads the active batches. Called before the waiting jobs are read.
  func loadBatches() async throws(Failure) {
    perform(graphs.note(try await store.graphs.graphs(matching: GraphQuery(standing: .open))))
  }

  /// Takes over graphs that no live process advances. Called by the queue runner.
  func adoptGraphs() async throws(Failure) {
    let found = try await store.graphs.graphs(matching: GraphQuery(standing: .adoptable))
    perform(graphs.found(found, as: duty))
    for run in found.reversed() where graphs.mayAdopt(run) {
      // A graph whose requests cannot be read remains active and unchanged. The others continue.
      do throws(Failure) { try await adopt(run) } catch { publish(.noticed(error)) }
    }
  }

  /// Starts a task that takes over the graphs that no live process advances.
  func adoptSoon() {
    guard duty == .takesOver else { return }
    reporting { (client) throws(Failure) in try await client.adoptGraphs() }
  }

  /// Starts to advance a graph.
  private func adopt(_ run: GraphRun) async throws(Failure) {
    guard graphs.mayAdopt(run), let driven = try await worker.open(run), graphs.mayAdopt(run)
    else { return }
    graphs.add(driven)
    advance(driven)
  }

  /// Updates a graph from the store.
  private func load(_ driven: DrivenGraph) async throws(Failure) {
    // A job that ends while the store is read is recorded at its step.
    graphs.notePlaces(in: driven.run)
    let jobs = try await worker.jobs(of: driven)
    let asleep = graphs.unsentJobs(of: driven, among: jobs, as: duty, sending: pipeline.attempts)
    if !asleep.isEmpty { _ = try await change(asleep, JobCommands.requeue) }
    // This call comes after all calls that can fail, because it cannot be repeated: the graph
    // returns each startable step only once.
    driven.restore(from: jobs)
  }

  /// Applies the changes that this or another process made to graphs.
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

  /// Starts a task that processes the pending events of a graph. A graph has at most one such task.
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

  /// Handles a committed round: adds its jobs to the queue, starts its local steps, notifies
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
        // The client ends. The next queue runner runs the step again or fails it.
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

  /// Waits until no graph is active. Local steps finish, or are cancelled if the client stops.
  /// Their results are committed.
  func restGraphs() async {
    while let driven = graphs.active {
      if lifetime.quitting == .stop { driven.stopLocal() }
      await driven.task?.value
    }
  }
}
