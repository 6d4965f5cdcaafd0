import ClientModel
import Synchronization

/// Reads the store for tasks that wait until another process, the queue runner, has no work left.
///
///     resting ──begin──► reading ──begin──► reading, and once more
///        ▲                  │                      │
///        └───────end────────┘◄───────pause─────────┘
final class RunnerLookout: Sendable {
  enum State: Sendable { case resting, reading, readingAgain }

  /// The time between two readings: a queue runner may commit hundreds of times a second.
  static let pause = Duration.milliseconds(50)

  private let storage: any Storage
  private let clock: any AlarmClock
  private let publisher: EventPublisher
  private let current = Mutex(State.resting)

  var state: State { current.withLock { $0 } }

  init(storage: any Storage, clock: any AlarmClock, publisher: EventPublisher) {
    self.storage = storage
    self.clock = clock
    self.publisher = publisher
  }

  /// Requests a reading of the store.
  ///
  /// - Returns: Whether `run` is to be called; false while it runs: it reads once more then.
  func begin() -> Bool {
    current.withLock { state in
      defer { state = state == .resting ? .reading : .readingAgain }
      return state == .resting
    }
  }

  /// Reads until no further reading is asked for. A failure is published, and the store read again.
  ///
  /// - Parameters:
  ///   - isNeeded: Whether another process still runs the queue; asked before each reading.
  ///   - prepare: Changes what is to be changed before a reading.
  ///   - finish: Called when the queue runner has no work left.
  /// - Returns: When there is nothing more to read, or `finish` returned true.
  nonisolated(nonsending) func run(
    while isNeeded: () -> Bool, preparing prepare: () async throws(Failure) -> Void,
    whenQuiet finish: () -> Bool
  ) async {
    while isNeeded() {
      var pause = Self.pause
      set(.reading)
      do throws(Failure) {
        if try await isQuiet(preparing: prepare), finish() { break }
      } catch {
        publisher.report(error)
        pause = .seconds(1)
        set(.readingAgain)
      }
      guard state == .readingAgain else { break }
      await clock.wait(until: clock.now.advanced(by: pause))
    }
    set(.resting)
  }

  private func set(_ state: State) { current.withLock { $0 = state } }

  nonisolated(nonsending) private func isQuiet(
    preparing prepare: () async throws(Failure) -> Void
  ) async throws(Failure) -> Bool {
    let revision = try await storage.commit(StoreBatch()).revision
    try await prepare()
    if try await WorkElsewhere(storage: storage).exists() { return false }
    if try await storage.commit(StoreBatch()).revision == revision { return true }
    // What moved between two reads was perhaps seen by neither.
    set(.readingAgain)
    return false
  }
}
