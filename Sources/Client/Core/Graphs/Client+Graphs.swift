public import ClientModel

/// Graphs as a user gives and commands them.
extension Client {
  /// Commits a graph; its steps start as their turn comes.
  ///
  /// One that waits for its lanes is advanced by whoever runs the queue, now or after the next
  /// start. One that goes at once is advanced by this process, and by whoever runs the queue when
  /// this process has died.
  ///
  /// - Throws: `invalidRequest` for steps that make no graph, that name a request not given or that have
  ///   jq run what it cannot read, also as an assertion.
  public func submit(_ graph: NewGraph) async throws(Failure) -> GraphID {
    try graph.check()
    try await JQCheck(programs: seams.programs).check(graph.plan)
    // What a template fills in is read when its step is sent.
    try await assertionPrograms.check(
      graph.material.drafts.sorted { $0.key < $1.key }.map(\.value.wholeAssertions))
    var graph = graph
    if runner.role == .visitor { graph.urgency = .queued }
    let run = try await storage.add(graph, at: clock.now)
    if graph.urgency == .now { graphs.own.insert(run.id) }
    if graph.urgency == .now || runner.isRunner { try await takeUp([run]) }
    publish(.graphsChanged([run]))
    return run.id
  }

  /// The graphs there are, newest first.
  public func graphs(matching query: GraphQuery = GraphQuery()) async throws(Failure) -> [GraphRun]
  {
    try await storage.graphs(matching: query)
  }

  /// Which of these jobs belong to graphs, and where.
  public func places(of jobs: [JobID]) async throws(Failure) -> [JobID: StepPlace] {
    try await storage.places(of: jobs)
  }

  /// Waits until a graph has ended, or cannot go on without the user: nothing runs but jobs that
  /// wait for a word. Returns at once then, and when the task is cancelled.
  ///
  /// - Returns: The graph as it stands; nil when there is none by that id.
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

  /// What a step gave, as it came: a local step's JSON, or the body of its job's last answer.
  public func result(of place: StepPlace) async throws(Failure) -> StoredBody {
    try await stepReader.result(of: place)
  }

  // MARK: Orders

  /// Starts nothing more of a graph until it is released; what runs finishes.
  @discardableResult
  public func hold(_ graph: GraphID) async throws(Failure) -> GraphRun? {
    let now = clock.now
    return try await change(graph) { GraphOrders.hold($0, at: now) }
  }

  @discardableResult
  public func release(_ graph: GraphID) async throws(Failure) -> GraphRun? {
    let now = clock.now
    return try await change(graph) { GraphOrders.release($0, at: now) }
  }

  /// Gives up what has not begun and cancels what runs.
  @discardableResult
  public func cancel(_ graph: GraphID) async throws(Failure) -> GraphRun? {
    let now = clock.now
    graphs.batches.cancelling.insert(graph)
    defer { graphs.batches.cancelling.remove(graph) }
    guard let run = try await change(graph, { GraphOrders.stop($0, at: now) }) else { return nil }
    if run.rows != nil {
      try await cancelRows(of: run)
      return try await graphReader.run(graph)
    }
    graphs.driven[graph]?.stopLocal()
    _ = try await cancel(run.steps.filter { $0.state == .running }.compactMap(\.job))
    try await settleUndriven(graph)
    return try await graphReader.run(graph)
  }

  /// Takes up what failed, and what was given up because of it.
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

  /// A job that is tried again takes its graph up again.
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

  private func change(
    _ graph: GraphID, _ decide: @escaping @Sendable (GraphRun) -> GraphChange?
  ) async throws(Failure) -> GraphRun? {
    guard let receipt = try await storage.change(graph: graph, decide) else { return nil }
    try await absorb([receipt.run])
    // What a hold kept back may start now.
    fill()
    return receipt.run
  }
}
