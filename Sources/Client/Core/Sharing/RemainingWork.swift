import ClientModel

/// Determines from the stored rows whether the queue runner has work left. The rules match those of
/// `JobQueue` and `GraphRegistry` in the queue runner.
struct RemainingWork {
  /// The lanes that currently do not start jobs.
  let paused: Set<LaneKey>
  /// The job ids of the batches on hold. These jobs do not start.
  let heldBatches: [ClosedRange<JobID>]
  /// The jobs that blocked jobs wait for. If one of them has ended, a blocked job will start.
  private(set) var parents: Set<JobID> = []
  /// The first attempts of immediate jobs. The attempt number is 1 if the attempt is running, and 0
  /// if it has not started.
  ///
  /// The process that added the job makes this attempt. If that process has died, the queue runner
  /// makes it.
  private(set) var sent: [AttemptID] = []
  /// The later attempts of immediate jobs. The attempt number is that of the running attempt, or of
  /// the last attempt.
  ///
  /// The process that made this attempt continues the job. If that process has died, the queue
  /// runner continues the job.
  private(set) var retried: [AttemptID] = []

  init(paused: Set<LaneKey>, heldBatches: [ClosedRange<JobID>] = []) {
    self.paused = paused
    self.heldBatches = heldBatches
  }

  /// Returns whether a job is running or will start without a command. Returns false if more data
  /// is needed, and records which data.
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
      // The process that added an immediate job makes its first attempt, unless the job was taken
      // over.
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

  /// Returns whether a graph has running local steps, or steps that may start. Jobs are checked
  /// separately.
  static func showsWork(_ run: GraphRun) -> Bool {
    if run.rows != nil { return false }
    if run.steps.contains(where: { $0.state == .running && $0.job == nil }) { return true }
    guard run.instruction == .run, !run.isEnded else { return false }
    do throws(GraphFlaw) {
      var graph = try RequestGraph(run.plan, states: run.steps.map(\.state))
      return !graph.begin().isEmpty
    } catch {
      // The queue runner reports the invalid plan and ignores the graph.
      return false
    }
  }
}
