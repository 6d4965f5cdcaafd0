import ClientModel

/// The batches that go on, as far as this process knows: which jobs are their rows, and whether
/// those may start.
struct BatchRegistry {
  struct Entry {
    var run: GraphRun
    /// About as many rows as still move; whether all have ended is for the store to say.
    var left: Int
  }

  private var entries: [GraphID: Entry] = [:]
  /// The batches whose rows are being cancelled by this process.
  var cancelling: Set<GraphID> = []

  mutating func note(_ run: GraphRun) {
    guard let counts = run.rows?.counts, !run.isEnded else {
      entries[run.id] = nil
      return
    }
    entries[run.id] = Entry(run: run, left: counts.moving + counts[.held])
  }

  mutating func remove(_ graph: GraphID) { entries[graph] = nil }

  /// Where a job stands in a batch that goes on.
  func place(of job: JobID) -> StepPlace? {
    for entry in entries.values {
      guard let span = entry.run.span, span.contains(job) else { continue }
      return StepPlace(
        graph: entry.run.id, step: Int(job.rawValue - span.lowerBound.rawValue))
    }
    return nil
  }

  /// Hears of jobs that moved. Returns the batches that may have ended.
  mutating func hear(_ jobs: [Job]) -> Set<GraphID> {
    guard !entries.isEmpty else { return [] }
    var ended: Set<GraphID> = []
    for job in jobs where job.state.isSettled {
      guard let graph = place(of: job.id)?.graph else { continue }
      entries[graph]?.left -= 1
      if let entry = entries[graph], entry.left <= 0 { ended.insert(graph) }
    }
    return ended
  }
}
