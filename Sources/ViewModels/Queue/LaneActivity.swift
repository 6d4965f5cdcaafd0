package import ClientModel

/// The running jobs of a lane and the durations of recently ended jobs.
package struct LaneActivity: Hashable, Sendable {
  /// The durations of recently ended jobs, oldest first.
  package private(set) var durations: [Duration]
  /// The start times of the running jobs that use a slot of the lane.
  package var running: [Timestamp]

  /// The end and the id of the job that was added last.
  private var lastEnd: Timestamp?
  private var lastJob = JobID(0)

  /// The maximum number of durations.
  private static let most = 32

  package init(durations: [Duration] = [], running: [Timestamp] = []) {
    self.durations = durations.suffix(Self.most)
    self.running = running
  }

  /// Adds the duration of a job that has just ended. Does nothing if this job or a later one was
  /// already added, because several events may contain the same job.
  package mutating func add(_ job: Job) {
    guard let duration = job.elapsed,
      (job.since, job.id) > (lastEnd ?? Timestamp(milliseconds: .min), lastJob)
    else { return }
    (lastEnd, lastJob) = (job.since, job.id)
    if durations.count == Self.most { durations.removeFirst() }
    durations.append(duration)
  }

  /// The median of the durations. Nil if there are no durations.
  package var median: Duration? {
    durations.isEmpty ? nil : durations.sorted()[durations.count / 2]
  }
}
