import ClientModel

/// A check of the store for work that is left for the process that runs the queue.
struct RunnerWorkReader: Sendable {
  let store: Store

  /// Returns whether the queue runner must still start, poll or release anything.
  func exists() async throws(Failure) -> Bool {
    let lanes = try await store.lanes.lanes()
    let held = try await store.graphs.graphs(matching: GraphQuery(standing: .open))
      .filter { $0.instruction != .run }
    var remaining = RemainingWork(
      paused: Set(lanes.filter(\.lane.isPaused).map(\.lane.key)),
      heldBatches: held.compactMap(\.span))
    // Usually the first few jobs show that there is work. Otherwise all jobs must be checked,
    // possibly 100,000.
    var limit = 64
    var last: JobID?
    while true {
      let page = try await store.jobs.jobs(
        matching: JobQuery(
          states: [.waiting, .running, .polling], after: last, order: .oldestFirst, limit: limit))
      for job in page where remaining.showsWork(job) { return true }
      guard page.count == limit, let end = page.last?.id else { break }
      (last, limit) = (end, 5_000)
    }
    if try await anyHasEnded(among: remaining.parents) { return true }
    if try await isRunners(remaining) { return true }
    for run in try await store.graphs.graphs(matching: GraphQuery(standing: .adoptable)) {
      var hasWork = RemainingWork.showsWork(run)
      if !hasWork {
        let jobs = run.steps.filter { $0.state == .running }.compactMap(\.job)
        hasWork = try await anyHasEnded(among: Set(jobs))
      }
      if hasWork, await isReadable(run) { return true }
    }
    return false
  }

  /// Returns whether the queue runner must attempt one of the immediate jobs.
  private func isRunners(_ remaining: RemainingWork) async throws(Failure) -> Bool {
    let attempts = remaining.sent + remaining.retried
    guard !attempts.isEmpty else { return false }
    let living = try await store.ownership.livingOwners(of: attempts)
    // The queue runner recovers the jobs that a dead process was sending.
    if living.count < attempts.count { return true }
    return remaining.retried.contains { living[$0]?.isRunner ?? false }
  }

  /// Returns whether the queue runner can advance a graph. If it cannot, it reports the failure and
  /// ignores the graph.
  private func isReadable(_ run: GraphRun) async -> Bool {
    do throws(Failure) {
      return try await store.graphs.material(of: run.id) != nil
    } catch {
      return false
    }
  }

  /// Returns whether one of these jobs has ended, so that the queue runner has not yet released a
  /// job or graph that waits for it.
  private func anyHasEnded(among jobs: Set<JobID>) async throws(Failure) -> Bool {
    let ids = jobs.sorted()
    for begin in stride(from: 0, to: ids.count, by: 5_000) {
      let portion = Array(ids[begin..<min(ids.count, begin + 5_000)])
      let found = try await store.jobs.jobs(matching: JobQuery(ids: portion))
      if found.contains(where: \.state.word.isFinished) { return true }
    }
    return false
  }
}
