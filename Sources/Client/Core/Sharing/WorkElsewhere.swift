import ClientModel

/// Reads from the store whether the process that runs the queue has work left.
struct WorkElsewhere: Sendable {
  let storage: any Storage

  /// Whether the queue runner has yet to start, to ask for, or to pass on anything.
  func exists() async throws(Failure) -> Bool {
    let lanes = try await storage.lanes()
    let held = try await storage.graphs(matching: GraphQuery(standing: .open))
      .filter { $0.order != .run }
    var outlook = Outlook(
      paused: Set(lanes.filter(\.lane.isPaused).map(\.lane.key)),
      heldBatches: held.compactMap(\.span))
    // Most often the first few say that there is work; of 100,000 that do not, all must be asked.
    var limit = 64
    var last: JobID?
    while true {
      let page = try await storage.jobs(
        matching: JobQuery(
          states: [.waiting, .running, .polling], after: last, order: .oldestFirst, limit: limit))
      for job in page where outlook.showsWork(job) { return true }
      guard page.count == limit, let end = page.last?.id else { break }
      (last, limit) = (end, 5_000)
    }
    if try await anyHasEnded(among: outlook.parents) { return true }
    if try await isRunners(outlook) { return true }
    for run in try await storage.graphs(matching: GraphQuery(standing: .adoptable)) {
      var hasWork = Outlook.showsWork(run)
      if !hasWork {
        let jobs = run.steps.filter { $0.state == .running }.compactMap(\.job)
        hasWork = try await anyHasEnded(among: Set(jobs))
      }
      if hasWork, await isReadable(run) { return true }
    }
    return false
  }

  /// True when one of the immediate jobs is the queue runner's to try.
  private func isRunners(_ outlook: Outlook) async throws(Failure) -> Bool {
    let attempts = outlook.sent + outlook.retried
    guard !attempts.isEmpty else { return false }
    let living = try await storage.livingOwners(of: attempts)
    // The queue runner recovers what a dead process sent.
    if living.count < attempts.count { return true }
    return outlook.retried.contains { living[$0].map(storage.isRunner) ?? false }
  }

  /// False for a graph that the queue runner cannot advance: it reports that, and leaves the graph alone.
  private func isReadable(_ run: GraphRun) async -> Bool {
    do throws(Failure) {
      return try await storage.material(of: run.id) != nil
    } catch {
      return false
    }
  }

  /// True when the queue runner has not yet released a job or a graph that waits for one of these.
  private func anyHasEnded(among jobs: Set<JobID>) async throws(Failure) -> Bool {
    let ids = jobs.sorted()
    for begin in stride(from: 0, to: ids.count, by: 5_000) {
      let portion = Array(ids[begin..<min(ids.count, begin + 5_000)])
      let found = try await storage.jobs(matching: JobQuery(ids: portion))
      if found.contains(where: \.state.word.isFinished) { return true }
    }
    return false
  }
}
