/// Whether the store takes writes, and when to write again after it did not.
///
///     well ──failed──► waiting ──retry──► writing ──recovered──► well
///                         ▲                   │
///                         └──────failed───────┘
struct StoreHealth: Sendable {
  static let firstWait = Duration.seconds(1)
  static let longestWait = Duration.seconds(30)

  /// Waits for the time to write again.
  private var retry: Task<Void, Never>?
  private var wait: Duration?

  /// Whether the last write failed: true until one succeeds.
  var isFailing: Bool { wait != nil }
  /// Whether the time to write again has not come.
  var isWaiting: Bool { retry != nil }

  /// Notes a failed write.
  ///
  /// - Returns: How long to wait before the next one: twice as long as before.
  mutating func failed() -> Duration {
    let next = wait.map { min(Self.longestWait, $0 * 2) } ?? Self.firstWait
    wait = next
    return next
  }

  mutating func waits(for task: Task<Void, Never>) { retry = task }

  /// Ends the wait.
  ///
  /// - Returns: Whether there was one.
  mutating func beginRetry() -> Bool {
    guard let task = retry else { return false }
    task.cancel()
    retry = nil
    return true
  }

  /// Notes a write that succeeded.
  mutating func recovered() { wait = nil }
}
