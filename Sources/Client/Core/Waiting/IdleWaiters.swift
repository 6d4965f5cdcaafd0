/// The tasks that wait until the client is idle, and the tasks that wait for the next step.
struct IdleWaiters {
  enum Condition: Sendable {
    /// No work is running or being written.
    case idle
    /// No work is running or being written, and no waiting job will start without a command.
    case drained
  }

  private var waiters: [Int: (aim: Condition, reached: AsyncStream<Void>.Continuation)] = [:]
  private var steps: [CheckedContinuation<Void, Never>] = []
  private var lastNumber = 0
  /// Whether work was done since `idle` was last published.
  var wasBusy = false

  var waitForDrained: Bool { waiters.values.contains { $0.aim == .drained } }

  /// Adds a waiter.
  ///
  /// - Returns: The number of the waiter, and a stream that ends when the condition is met.
  mutating func add(_ aim: Condition) -> (number: Int, reached: AsyncStream<Void>) {
    lastNumber += 1
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    waiters[lastNumber] = (aim, continuation)
    return (lastNumber, stream)
  }

  /// Adds a task that waits for the end of the next transfer or commit.
  mutating func suspendUntilNextStep(_ continuation: CheckedContinuation<Void, Never>) {
    steps.append(continuation)
  }

  mutating func resume(_ number: Int) {
    waiters.removeValue(forKey: number)?.reached.finish()
  }

  mutating func resumeAll() { for number in Array(waiters.keys) { resume(number) } }

  mutating func resume(where isReached: (Condition) -> Bool) {
    for (number, waiter) in waiters where isReached(waiter.aim) { resume(number) }
  }

  /// Resumes the tasks that wait for a transfer or commit to end.
  mutating func resumeSteps() {
    let steps = steps
    self.steps = []
    for step in steps { step.resume() }
  }
}
