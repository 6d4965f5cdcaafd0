import ClientModel
import Synchronization

/// Commits the changes of jobs. Only this class calls `Storage.commit` for jobs.
///
/// One commit is in progress at a time. Changes that arrive during a commit are collected for the
/// next commit. Under load, commits therefore form batches without a timer.
///
/// It belongs to the client's actor.
final class CommitLoop {
  /// The result of a commit. Results must be applied in this order.
  enum Committed {
    /// A batch is on disk. The next batch may be in progress.
    case batch(StoreBatch, StoreReceipt)
    /// The state of these jobs changed, because they were released by time, unblocked or skipped.
    case moved([Job])
    case lane(Lane)
    /// The store has a newer revision. The failure is set if cookies could not be committed or
    /// read.
    case revision(Int64, cookieFailure: Failure?)
  }

  private let jobs: any JobStore
  private let lanes: any LaneStore
  private let clock: any AlarmClock
  var outbox: Outbox
  var task: Task<Void, Never>?
  var health = StoreHealth()

  init(store: Store, clock: any AlarmClock, jars: CookieJars) {
    (jobs, lanes) = (store.jobs, store.lanes)
    self.clock = clock
    outbox = Outbox(jars: jars)
  }

  var isResting: Bool { outbox.isEmpty && task == nil && !health.isWaiting }

  /// Whether a commit task must be started.
  var isDue: Bool { task == nil && !health.isWaiting && !outbox.isEmpty }

  /// Whether a commit is in progress or is about to start. Commits are suspended for a while after
  /// a failure of the store.
  var isCommitting: Bool { task != nil || (!outbox.isEmpty && !health.isWaiting) }

  /// Commits until the outbox is empty and all results are applied.
  ///
  /// - Parameters:
  ///   - running: Returns the number of running jobs.
  ///   - apply: Applies the result of a commit.
  /// - Throws: The failure of the store. The refused changes are put back into the outbox.
  nonisolated(nonsending) func run(
    running: () -> Int, apply: (Committed) async -> Void
  ) async throws(Failure) {
    var landed: Committed?
    repeat {
      // Changes may depend on the committed batch, so the batch is applied first. It is also
      // applied now if no further batch follows.
      if outbox.hasChanges || !outbox.hasBatch {
        if let before = landed {
          landed = nil
          await apply(before)
        }
        try await commitChanges(apply)
      }
      let batch = outbox.nextBatch(at: clock.now, running: running())
      guard !batch.isEmpty else { continue }
      // The previous batch is sent while this batch is being written, so that the network and the
      // disk do not wait for each other.
      let pending = PendingReceipt()
      jobs.commit(batch) { pending.put($0) }
      if let before = landed {
        landed = nil
        await apply(before)
      }
      switch await pending.outcome() {
      case .success(let receipt):
        outbox.jars.settle(receipt.cookies, for: batch.known)
        await apply(.revision(receipt.revision, cookieFailure: receipt.cookieFailure))
        landed = .batch(batch, receipt)
      case .failure(let failure):
        outbox.restore(batch)
        throw failure
      }
    } while landed != nil || !outbox.isEmpty
  }

  /// Commits the changes that do not belong to a batch. These are moved jobs, held lanes, and waits
  /// that changed with the wall clock.
  nonisolated(nonsending) private func commitChanges(
    _ apply: (Committed) async -> Void
  ) async throws(Failure) {
    let moves = outbox.moves
    if !moves.isEmpty {
      let changed = try await jobs.change(moves.keys.sorted()) { job in
        switch job.state {
        // Another queue runner may have released the job, and a retry may wait already.
        case .waiting(.slot) where moves[job.id]?.state == .waiting(.slot),
          .waiting(.until) where moves[job.id]?.state == .waiting(.slot):
          nil
        case .waiting, .held(.until), .polling: moves[job.id]
        default: nil
        }
      }
      for (id, move) in moves where outbox.moves[id] == move { outbox.moves[id] = nil }
      await apply(.moved(changed))
    }
    for (key, time) in outbox.laneHolds {
      let lane = try await lanes.changeLane(key) { lane in
        lane.heldUntil = max(lane.heldUntil ?? time, time)
      }
      if outbox.laneHolds[key] == time { outbox.laneHolds[key] = nil }
      await apply(.lane(lane))
    }
    try await commitWaits(apply)
  }

  /// Commits the changed waits. A job or lane that now waits for a different time is left
  /// unchanged.
  nonisolated(nonsending) private func commitWaits(
    _ apply: (Committed) async -> Void
  ) async throws(Failure) {
    let (waits, now) = (outbox.waits, clock.now)
    guard !waits.isEmpty else { return }
    if !waits.jobs.isEmpty {
      let jobs = try await jobs.change(waits.jobs.keys.sorted()) { job in
        guard let move = waits.jobs[job.id], job.state.due == move.from else { return nil }
        return JobChange(state: job.state.waiting(until: move.to), at: now)
      }
      await apply(.moved(jobs))
    }
    for (key, move) in waits.lanes {
      let lane = try await lanes.changeLane(key) { lane in
        if lane.heldUntil == move.from { lane.heldUntil = move.to }
      }
      await apply(.lane(lane))
    }
    outbox.waits.remove(waits)
  }
}

/// Receives the store's result for a batch. The result may arrive on any thread, before or after a
/// task waits for it.
///
/// A separate waiting task would cost two wake-ups per commit.
final class PendingReceipt: Sendable {
  typealias Outcome = Result<StoreReceipt, Failure>

  private enum State {
    case open
    case awaited(CheckedContinuation<Outcome, Never>)
    case there(Outcome)
  }

  private let state = Mutex(State.open)

  /// Sets the result. Must be called exactly once.
  func put(_ outcome: Outcome) {
    let waiting = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
      defer { state = .there(outcome) }
      guard case .awaited(let waiting) = state else { return nil }
      return waiting
    }
    waiting?.resume(returning: outcome)
  }

  /// Waits for the result. The caller continues on its own actor.
  func outcome(isolation: isolated (any Actor)? = #isolation) async -> Outcome {
    await withCheckedContinuation(isolation: isolation) { continuation in
      let found = state.withLock { state -> Outcome? in
        if case .there(let outcome) = state { return outcome }
        state = .awaited(continuation)
        return nil
      }
      if let found { continuation.resume(returning: found) }
    }
  }
}

/// The state of writes to the store, and the delay of the next write after a failure.
///
///     well ─failed─► waiting ─retry─► writing ─recovered─► well
///                       ▲                │
///                       └─────failed─────┘
struct StoreHealth: Sendable {
  static let firstWait = Duration.seconds(1)
  static let longestWait = Duration.seconds(30)

  /// The task that delays the next write.
  private var retry: Task<Void, Never>?
  private var wait: Duration?

  /// Whether the last write failed.
  var isFailing: Bool { wait != nil }
  /// Whether the next write is still delayed.
  var isWaiting: Bool { retry != nil }

  /// Records a failed write.
  ///
  /// - Returns: The delay of the next write. It is one second after the first failure, and is
  ///   doubled after each consecutive failure, up to 30 seconds.
  mutating func failed() -> Duration {
    let next = wait.map { min(Self.longestWait, $0 * 2) } ?? Self.firstWait
    wait = next
    return next
  }

  mutating func waits(for task: Task<Void, Never>) { retry = task }

  /// Ends the delay of the next write.
  ///
  /// - Returns: Whether the write was delayed.
  mutating func beginRetry() -> Bool {
    guard let task = retry else { return false }
    task.cancel()
    retry = nil
    return true
  }

  mutating func recovered() { wait = nil }
}
