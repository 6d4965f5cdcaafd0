import ClientModel

/// The next time at which the queue is filled without an event: the earliest that a job or a lane waits for.
struct WakeUps {
  private var time: Timestamp?
  private var task: Task<Void, Never>?
  private var steps = ClockSteps()

  /// Sets the next time. A task that already waits for it stays.
  mutating func set(_ next: Timestamp?, by wait: (Timestamp) -> Task<Void, Never>) {
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
