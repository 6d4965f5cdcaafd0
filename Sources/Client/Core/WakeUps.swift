import ClientModel

/// The next time at which jobs are started without an event: the earliest time that a job or a lane awaits.
struct WakeUps {
  private var time: Timestamp?
  private var task: Task<Void, Never>?
  private var steps = ClockSteps()

  /// Sets the next time. A task that waits for it, or for an earlier time, stays: one wake-up without work
  /// costs less than to replace the task. With a rate, the next time changes with each job.
  mutating func set(_ next: Timestamp?, by wait: (Timestamp) -> Task<Void, Never>) {
    if let next, let time, time <= next { return }
    guard next != time else { return }
    task?.cancel()
    time = next
    task = next.map(wait)
  }

  /// The time has come.
  mutating func fired() { (time, task) = (nil, nil) }

  mutating func cancel() {
    task?.cancel()
    fired()
  }

  /// How far the wall clock was set back since the last call; nil where it was not.
  mutating func setBack(of clock: any AlarmClock) -> Duration? { steps.back(at: clock) }
}
