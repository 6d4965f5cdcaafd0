/// Whether the store accepts writes, and the time of the next write after a failure.
///
///     well ─failed─► waiting ─retry─► writing ─recovered─► well
///                       ▲                │
///                       └─────failed─────┘
struct StoreHealth: Sendable {
  static let firstWait = Duration.seconds(1)
  static let longestWait = Duration.seconds(30)

  /// The task that waits until the next write.
  private var retry: Task<Void, Never>?
  private var wait: Duration?

  /// Whether the last write failed. True until a write succeeds.
  var isFailing: Bool { wait != nil }
  /// Whether the time of the next write has not come yet.
  var isWaiting: Bool { retry != nil }

  /// Records a failed write.
  ///
  /// - Returns: The time to wait before the next write, twice as long as before.
  mutating func failed() -> Duration {
    let next = wait.map { min(Self.longestWait, $0 * 2) } ?? Self.firstWait
    wait = next
    return next
  }

  mutating func waits(for task: Task<Void, Never>) { retry = task }

  /// Ends the wait.
  ///
  /// - Returns: Whether there was a wait.
  mutating func beginRetry() -> Bool {
    guard let task = retry else { return false }
    task.cancel()
    retry = nil
    return true
  }

  /// Records a successful write.
  mutating func recovered() { wait = nil }
}
