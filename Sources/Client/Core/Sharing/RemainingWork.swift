import ClientModel

/// An evaluation of the store's rows that determines whether the queue runner has work left. It
/// corresponds to the state of `JobQueue` and `GraphRegistry` in the queue runner.
struct RemainingWork {
  /// The lanes that start no jobs.
  let paused: Set<LaneKey>
  /// The id ranges of the jobs in batches on hold. These jobs do not start either.
  let heldBatches: [ClosedRange<JobID>]
  /// The jobs that blocked jobs wait for. If one of them has ended, more jobs will start.
  private(set) var parents: Set<JobID> = []
  /// The first attempts of immediate jobs: attempt 1 if it runs, or attempt 0 if it has not
  /// started. They do not belong to the queue runner while the processes that added the jobs live.
  private(set) var sent: [AttemptID] = []
  /// The further attempts of immediate jobs: the running attempt, or the last attempt if the next
  /// one has not started. They belong to the queue runner if it made this attempt, or if the
  /// process that made it has died.
  private(set) var retried: [AttemptID] = []

  init(paused: Set<LaneKey>, heldBatches: [ClosedRange<JobID>] = []) {
    self.paused = paused
    self.heldBatches = heldBatches
  }

  /// Returns whether a job runs or will start without a command. If this cannot be determined from
  /// the job alone, returns false and records the data that is needed.
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
      // A job that was not taken over belongs to its sender while that process lives.
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

  /// Returns whether a graph has a running local step, or steps that may start. The jobs of graphs
  /// and batches are checked separately.
  static func showsWork(_ run: GraphRun) -> Bool {
    if run.rows != nil { return false }
    if run.steps.contains(where: { $0.state == .running && $0.job == nil }) { return true }
    guard run.instruction == .run, !run.isEnded else { return false }
    do throws(GraphFlaw) {
      var graph = try RequestGraph(run.plan, states: run.steps.map(\.state))
      return !graph.begin().isEmpty
    } catch {
      // The queue runner reports the flaw and ignores the graph.
      return false
    }
  }
}
