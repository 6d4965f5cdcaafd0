import ClientModel

/// What the store's rows say of work to come in the queue runner: the same as `JobQueue` and
/// `GraphRegistry` know there.
struct Outlook {
  /// Lanes that start nothing.
  let paused: Set<LaneKey>
  /// The numbers of jobs in batches on hold: they start nothing either.
  let heldBatches: [ClosedRange<JobID>]
  /// What blocked jobs wait for. One of them that has ended means that more will start.
  private(set) var parents: Set<JobID> = []
  /// First attempts of immediate jobs, begun or, as attempt 0, still to begin: while their processes live these
  /// are not the queue runner's.
  private(set) var sent: [AttemptID] = []
  /// Further attempts of immediate jobs, on the wire or to come: the queue runner's where it made the last one, or
  /// where the process that did has died.
  private(set) var retried: [AttemptID] = []

  init(paused: Set<LaneKey>, heldBatches: [ClosedRange<JobID>] = []) {
    self.paused = paused
    self.heldBatches = heldBatches
  }

  /// True when a job runs, or will without anybody's word. What cannot be said of it alone is noted.
  mutating func showsWork(_ job: Job) -> Bool {
    switch job.state {
    case .running(let attempt):
      if job.scheduling == .queued { return true }
      let id = AttemptID(job: job.id, number: attempt)
      if attempt > 1 { retried.append(id) } else { sent.append(id) }
      return false
    case .waiting(.job(let parent)):
      parents.insert(parent)
      return false
    case .waiting(.until) where job.scheduling == .immediate && job.attempts > 0:
      if !paused.contains(job.lane) {
        retried.append(AttemptID(job: job.id, number: job.attempts))
      }
      return false
    case .waiting(.slot), .waiting(.until):
      if heldBatches.contains(where: { $0.contains(job.id) }) { return false }
      if paused.contains(job.lane) { return false }
      // One that nobody took up again is its sender's to start, while that process lives.
      guard job.scheduling == .immediate, job.attempts == 0, job.since == job.created else {
        return true
      }
      sent.append(AttemptID(job: job.id, number: 0))
      return false
    case .polling(_, let next):
      return next != nil && !paused.contains(job.lane)
    case .held, .succeeded, .failed, .cancelled, .skipped, .interrupted: return false
    }
  }

  /// True when a graph has a local step that runs, or steps that may start. Its jobs are asked apart, and so
  /// are those of batches.
  static func showsWork(_ run: GraphRun) -> Bool {
    if run.rows != nil { return false }
    if run.steps.contains(where: { $0.state == .running && $0.job == nil }) { return true }
    guard run.order == .run, !run.isEnded else { return false }
    do throws(GraphFlaw) {
      var graph = try RequestGraph(run.plan, states: run.steps.map(\.state))
      return !graph.begin().isEmpty
    } catch {
      // The queue runner reports it, and leaves it alone.
      return false
    }
  }
}
