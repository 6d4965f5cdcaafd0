import ClientModel

/// The alarm for the next time at which a job may start without an event.
struct WakeUps {
  private var time: Timestamp?
  private var task: Task<Void, Never>?
  private var steps = ClockSteps()

  /// Sets the next time. A task that waits for this or an earlier time is kept: in a lane with a
  /// rate, the next time changes with each job, and one wake-up without work costs less than
  /// replacing the task each time.
  mutating func set(_ next: Timestamp?, by wait: (Timestamp) -> Task<Void, Never>) {
    if let next, let time, time <= next { return }
    guard next != time else { return }
    task?.cancel()
    time = next
    task = next.map(wait)
  }

  /// Records that the alarm has fired.
  mutating func fired() { (time, task) = (nil, nil) }

  mutating func cancel() {
    task?.cancel()
    fired()
  }

  /// Returns the amount by which the wall clock was set since the last call, negative for back, or
  /// nil if it was not set.
  mutating func step(of clock: any AlarmClock) -> Duration? { steps.step(of: clock) }
}
