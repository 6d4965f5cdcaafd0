import ClientModel

/// The only caller of `Storage.commit` for jobs: one commit at a time; what comes in meanwhile goes into the next,
/// so that commits batch by themselves under load and nothing waits for a timer.
///
/// It belongs to the client's actor.
final class CommitLoop {
  /// What a commit came to, in the order in which it is to be applied.
  enum Landed {
    /// A batch is on disk, and the next one may be on its way.
    case batch(StoreBatch, StoreReceipt)
    /// These jobs were moved: released by time, unblocked, skipped.
    case moved([Job])
    case lane(Lane)
    /// The store holds a newer revision, with this failure of its cookies.
    case revision(Int64, cookieFailure: Failure?)
  }

  private let storage: any Storage
  private let clock: any AlarmClock
  var outbox: Outbox
  var task: Task<Void, Never>?
  var health = StoreHealth()

  init(storage: any Storage, clock: any AlarmClock, jars: CookieJars) {
    self.storage = storage
    self.clock = clock
    outbox = Outbox(jars: jars)
  }

  /// Whether there is nothing to commit and nothing is being committed.
  var isResting: Bool { outbox.isEmpty && task == nil && !health.isWaiting }

  /// Whether a task that commits is to begin.
  var isDue: Bool { task == nil && !health.isWaiting && !outbox.isEmpty }

  /// Whether more will be committed by itself: a store that failed is left alone for a while.
  var goOn: Bool { task != nil || (!outbox.isEmpty && !health.isWaiting) }

  /// Commits until the outbox is empty and everything was applied.
  ///
  /// - Parameters:
  ///   - running: The number of jobs that run.
  ///   - apply: Applies what landed.
  /// - Throws: Why the store takes no writes; what it did not take is in the outbox again.
  nonisolated(nonsending) func run(
    running: () -> Int, apply: (Landed) async -> Void
  ) async throws(Failure) {
    var landed: Landed?
    repeat {
      // Changes may depend on the batch that has landed, so that batch is applied first. It is also applied now
      // if there is no next batch to commit.
      if outbox.hasChanges || !outbox.hasBatch {
        if let before = landed {
          landed = nil
          await apply(before)
        }
        try await commitChanges(apply)
      }
      let batch = outbox.nextBatch(at: clock.now, running: running())
      guard !batch.isEmpty else { continue }
      // While the disk works, the batch before goes on the wire: neither waits for the other.
      let pending = PendingReceipt()
      storage.begin(batch) { pending.put($0) }
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
        outbox.putBack(batch)
        throw failure
      }
    } while landed != nil || !outbox.isEmpty
  }

  /// Commits what is not part of a batch: moved jobs, held lanes, waits after the wall clock was set back.
  nonisolated(nonsending) private func commitChanges(
    _ apply: (Landed) async -> Void
  ) async throws(Failure) {
    let moves = outbox.moves
    if !moves.isEmpty {
      let changed = try await storage.change(moves.keys.sorted()) { job in
        switch job.state {
        case .waiting, .held(.until), .polling: moves[job.id]
        default: nil
        }
      }
      for (id, move) in moves where outbox.moves[id] == move { outbox.moves[id] = nil }
      await apply(.moved(changed))
    }
    for (key, time) in outbox.laneHolds {
      let lane = try await storage.changeLane(key) { lane in
        lane.heldUntil = max(lane.heldUntil ?? time, time)
      }
      if outbox.laneHolds[key] == time { outbox.laneHolds[key] = nil }
      await apply(.lane(lane))
    }
    try await commitWaits(apply)
  }

  /// Writes waits that were moved, unless a job or lane waits for another time by then.
  nonisolated(nonsending) private func commitWaits(
    _ apply: (Landed) async -> Void
  ) async throws(Failure) {
    let (waits, now) = (outbox.waits, clock.now)
    guard !waits.isEmpty else { return }
    if !waits.jobs.isEmpty {
      let jobs = try await storage.change(waits.jobs.keys.sorted()) { job in
        guard let move = waits.jobs[job.id], job.state.due == move.from else { return nil }
        return JobChange(state: job.state.waiting(until: move.to), at: now)
      }
      await apply(.moved(jobs))
    }
    for (key, move) in waits.lanes {
      let lane = try await storage.changeLane(key) { lane in
        if lane.heldUntil == move.from { lane.heldUntil = move.to }
      }
      await apply(.lane(lane))
    }
    outbox.waits.remove(waits)
  }
}
