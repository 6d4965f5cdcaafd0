import ClientModel

/// Reads the states of graphs and batches from the store.
struct GraphReader {
  let graphs: any GraphStore
  let jobs: any JobReader

  /// The maximum number of rows that one transaction changes. A larger transaction would block
  /// other writers for too long.
  static let rowPortion = 2_000

  nonisolated(nonsending) func run(_ graph: GraphID) async throws(Failure) -> GraphRun? {
    try await graphs.graphs(matching: GraphQuery(ids: [graph])).first
  }

  /// Returns the graphs of some jobs, and the steps that run these jobs.
  nonisolated(nonsending) func steps(of jobs: [Job]) async throws(Failure) -> [GraphID: [Int]] {
    var steps: [GraphID: [Int]] = [:]
    for place in try await graphs.places(of: jobs.map(\.id)).values {
      steps[place.graph, default: []].append(place.step)
    }
    return steps
  }

  /// Returns whether a graph or batch needs a decision by the user to continue.
  nonisolated(nonsending) func needsWord(_ run: GraphRun) async throws(Failure) -> Bool {
    if let rows = run.rows {
      // A batch on hold does not start rows. Otherwise, rows that are held until a time continue
      // automatically.
      let isStill = rows.counts[.running] + rows.counts[.polling] == 0
      if run.instruction != .run { return isStill }
      guard rows.counts.moving == 0, let span = run.span else { return false }
      var query = JobQuery(
        part: .span(span), states: [.held], order: .oldestFirst, limit: Self.rowPortion)
      while true {
        let held = try await jobs.jobs(matching: query)
        guard held.allSatisfy(\.state.isSettled) else { return false }
        guard let last = held.last else { return true }
        query.after = last.id
      }
    }
    let running = run.steps.filter { $0.state == .running }
    let ids = running.compactMap(\.job)
    guard !running.isEmpty, ids.count == running.count else { return false }
    let jobs = try await jobs.jobs(matching: JobQuery(ids: ids))
    return jobs.count == ids.count
      && jobs.allSatisfy { $0.state.isSettled && !$0.state.word.isFinished }
  }

  /// Returns the index of the first failed or interrupted row after `row`. The index counts from 0.
  nonisolated(nonsending) func failedRow(
    of graph: GraphID, after row: Int
  ) async throws(Failure) -> Int? {
    guard let run = try await run(graph), let span = run.span else { return nil }
    let after = JobID(span.lowerBound.rawValue + Int64(row))
    var found: [JobID] = []
    for state in [JobState.Word.failed, .interrupted] {
      let query = JobQuery(part: .span(span), states: [state])
      if let id = try await first(of: query, after: after) { found.append(id) }
    }
    return found.min().map { Int($0.rawValue - span.lowerBound.rawValue) }
  }

  /// Computes the results of a graph or batch. Reads the rows of a batch in chunks.
  nonisolated(nonsending) func report(of graph: GraphID) async throws(Failure) -> GraphReport? {
    guard let run = try await run(graph) else { return nil }
    var report = GraphReport(run)
    let jobs = run.span.map { JobQuery(part: .span($0)) }
    let query = jobs ?? JobQuery(ids: run.steps.compactMap(\.job))
    try await eachPortion(of: query) { (jobs) throws(Failure) in
      for job in jobs { report.add(job) }
    }
    return report
  }

  nonisolated(nonsending) func hasAny(_ query: JobQuery) async throws(Failure) -> Bool {
    try await first(of: query, after: nil) != nil
  }

  nonisolated(nonsending) private func first(
    of query: JobQuery, after: JobID?
  ) async throws(Failure) -> JobID? {
    var query = query
    (query.order, query.limit, query.after) = (.oldestFirst, 1, after)
    return try await jobs.jobs(matching: query).first?.id
  }

  /// Calls `act` with chunks of the matching jobs, oldest first. A chunk has at most `rowPortion`
  /// jobs.
  nonisolated(nonsending) func eachPortion(
    of query: JobQuery, _ act: ([Job]) async throws(Failure) -> Void
  ) async throws(Failure) {
    var query = query
    (query.order, query.limit) = (.oldestFirst, Self.rowPortion)
    while true {
      let jobs = try await jobs.jobs(matching: query)
      guard let last = jobs.last else { return }
      query.after = last.id
      try await act(jobs)
    }
  }
}
