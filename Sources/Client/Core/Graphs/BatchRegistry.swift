import ClientModel

/// The active batches that this process knows, with their rows and whether these may start.
struct BatchRegistry {
  struct Entry {
    var run: GraphRun
    /// The approximate number of rows that have not settled. Only the store determines whether all
    /// have ended.
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

  /// Returns the position of a job in an active batch.
  func place(of job: JobID) -> StepPlace? {
    for entry in entries.values {
      guard let span = entry.run.span, span.contains(job) else { continue }
      return StepPlace(
        graph: entry.run.id, step: Int(job.rawValue - span.lowerBound.rawValue))
    }
    return nil
  }

  /// Takes jobs that changed. Returns the batches that may have ended.
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
