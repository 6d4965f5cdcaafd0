import ClientModel
import Synchronization

/// Waits until the queue runner, which is another process, has no work left.
///
///     resting ──begin──► reading ──begin──► readingAgain
///     readingAgain ──pause──► reading ──end──► resting
final class RunnerIdleWatch: Sendable {
  enum State: Sendable { case resting, reading, readingAgain }

  /// The pause between two reads. The queue runner may commit hundreds of times per second.
  static let pause = Duration.milliseconds(50)

  private let store: Store
  private let clock: any AlarmClock
  private let publisher: EventPublisher
  private let current = Mutex(State.resting)

  var state: State { current.withLock { $0 } }

  init(store: Store, clock: any AlarmClock, publisher: EventPublisher) {
    self.store = store
    self.clock = clock
    self.publisher = publisher
  }

  /// Requests a read of the store.
  ///
  /// - Returns: Whether the caller must call `run`. If `run` is already in progress, it reads the
  ///   store once more instead.
  func begin() -> Bool {
    current.withLock { state in
      defer { state = state == .resting ? .reading : .readingAgain }
      return state == .resting
    }
  }

  /// Reads the store repeatedly while reads are requested. After a failure, the failure is
  /// published and the read is repeated.
  ///
  /// - Parameters:
  ///   - isNeeded: Returns whether another process still runs the queue. Called before each read.
  ///   - prepare: Makes the changes that must precede a read.
  ///   - finish: Called when the queue runner has no work left. Returns whether to stop.
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
    let revision = try await store.jobs.commit(StoreBatch()).revision
    try await prepare()
    if try await RunnerWorkReader(store: store).exists() { return false }
    if try await store.jobs.commit(StoreBatch()).revision == revision { return true }
    // Both reads may miss a change that happened between them.
    set(.readingAgain)
    return false
  }
}
