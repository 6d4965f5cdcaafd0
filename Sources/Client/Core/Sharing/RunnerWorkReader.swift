import ClientModel

/// Checks whether the store contains work for the queue runner.
struct RunnerWorkReader: Sendable {
  let store: Store

  /// Returns whether the queue runner has anything to start, poll or release.
  func exists() async throws(Failure) -> Bool {
    let lanes = try await store.lanes.lanes()
    let held = try await store.graphs.graphs(matching: GraphQuery(progress: .open))
      .filter { $0.instruction != .run }
    var remaining = RemainingWork(
      paused: Set(lanes.filter(\.lane.isPaused).map(\.lane.key)),
      heldBatches: held.compactMap(\.span))
    // Usually the first jobs show that there is work. If they do not, all jobs must be checked, and
    // there may be 100,000.
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
    for run in try await store.graphs.graphs(matching: GraphQuery(progress: .adoptable)) {
      var hasWork = RemainingWork.showsWork(run)
      if !hasWork {
        let jobs = run.steps.filter { $0.state == .running }.compactMap(\.job)
        hasWork = try await anyHasEnded(among: Set(jobs))
      }
      if hasWork, await isReadable(run) { return true }
    }
    return false
  }

  /// Returns whether the queue runner must make an attempt of an immediate job.
  private func isRunners(_ remaining: RemainingWork) async throws(Failure) -> Bool {
    let attempts = remaining.sent + remaining.retried
    guard !attempts.isEmpty else { return false }
    let living = try await store.ownership.livingOwners(of: attempts)
    // An attempt whose process died is missing here. The queue runner recovers its job.
    if living.count < attempts.count { return true }
    return remaining.retried.contains { living[$0]?.isRunner ?? false }
  }

  /// Returns whether the queue runner can advance a graph. If not, the queue runner reports the
  /// failure and ignores the graph.
  private func isReadable(_ run: GraphRun) async -> Bool {
    do throws(Failure) {
      return try await store.graphs.material(of: run.id) != nil
    } catch {
      return false
    }
  }

  /// Returns whether any of these jobs has ended. The queue runner will then release the jobs and
  /// graphs that wait for the ended job.
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
