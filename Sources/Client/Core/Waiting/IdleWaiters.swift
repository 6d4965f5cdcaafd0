/// The tasks that wait until there is nothing to do, and those that wait for the next step.
struct IdleWaiters {
  /// The condition that a waiter waits for.
  enum Condition: Sendable {
    /// Nothing runs and nothing is being written.
    case idle
    /// Nothing runs, nothing is being written, and no waiting job will start without a command.
    case drained
  }

  private var waiters: [Int: (aim: Condition, reached: AsyncStream<Void>.Continuation)] = [:]
  private var steps: [CheckedContinuation<Void, Never>] = []
  private var lastNumber = 0
  /// Whether there was any work since `idle` was last published.
  var wasBusy = false

  /// Whether a task waits for the queue to be drained.
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

  /// Adds a task that waits for the next end of a transfer or a commit.
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

  /// Resumes the tasks that wait for the end of a transfer or a commit.
  mutating func resumeSteps() {
    let steps = steps
    self.steps = []
    for step in steps { step.resume() }
  }
}
