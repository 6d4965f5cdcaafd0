import ClientModel

/// One commit at a time; what comes in meanwhile goes into the next, so that commits batch by
/// themselves under load and nothing waits for a timer.
extension Client {
  func flush() {
    if committing == nil, fault == nil, !outbox.isEmpty {
      wasBusy = true
      committing = Task { await commitAll() }
    }
    noteIdleness()
  }

  func commitAll() async {
    var landed: Landed?
    do throws(Failure) {
      repeat {
        try await commitOrders(after: &landed)
        let batch = takeBatch()
        guard !batch.isEmpty else { continue }
        // While the disk works, the batch before goes on the wire: neither waits for the other.
        let pending = PendingReceipt()
        storage.begin(batch) { pending.put($0) }
        if let before = landed {
          landed = nil
          await apply(before)
        }
        switch await pending.answer() {
        case .success(let receipt):
          if receipt.revision == revision + 1 { revision = receipt.revision }
          outbox.jars.settle(receipt.cookies, for: batch.known)
          if let failure = receipt.cookieFailure { tell(.noticed(failure)) }
          landed = Landed(batch: batch, receipt: receipt)
        case .failure(let failure):
          giveBack(batch)
          throw failure
        }
      } while landed != nil || !outbox.isEmpty
    } catch {
      begin(fault: error)
    }
    committing = nil
    noteIdleness()
  }

  /// A batch that is on disk and of which nobody has heard yet.
  struct Landed {
    var batch: StoreBatch
    var receipt: StoreReceipt
  }

  /// What is no part of a batch. Such news may depend on what has landed, so that comes first; it
  /// comes now as well when there is nothing to commit beside it.
  private func commitOrders(after landed: inout Landed?) async throws(Failure) {
    guard outbox.hasOrders || !outbox.hasBatch else { return }
    if let before = landed {
      landed = nil
      await apply(before)
    }
    try await commitMoves()
    try await commitLaneHolds()
  }

  /// At most half of what runs starts in one commit. All that starts together also ends together, and
  /// then waits together for the disk while the network rests. Of two halves one is on the wire, the
  /// other on its way to the disk and back. More parts rest no less, and each commit has a price of its
  /// own; below so many it costs more than it gains.
  private static let leastStarts = 16

  private func takeBatch() -> StoreBatch {
    let now = clock.now
    let most = max(Self.leastStarts, queue.runningCount / 2)
    let starts = outbox.starts.prefix(most)
    let batch = StoreBatch(
      starts: starts.map { JobStart(job: $0, at: now) }, hops: outbox.hops, ends: outbox.ends,
      cookies: outbox.jars.take(), known: outbox.jars.known)
    outbox.starts.removeFirst(starts.count)
    outbox.hops = []
    outbox.ends = []
    // The next ones are about as many; growing step by step would move each several times.
    outbox.ends.reserveCapacity(batch.ends.count)
    return batch
  }

  private func giveBack(_ batch: StoreBatch) {
    outbox.jars.giveBack()
    outbox.hops.insert(contentsOf: batch.hops, at: 0)
    outbox.ends.insert(contentsOf: batch.ends, at: 0)
    outbox.starts.insert(contentsOf: batch.starts.map(\.job), at: 0)
  }

  private func commitMoves() async throws(Failure) {
    let moves = outbox.moves
    guard !moves.isEmpty else { return }
    let changed = try await storage.change(moves.keys.sorted()) { job in
      switch job.state {
      case .waiting, .held(.until), .polling: moves[job.id]
      default: nil
      }
    }
    for (id, move) in moves where outbox.moves[id] == move { outbox.moves[id] = nil }
    touch(changed)
    for job in changed {
      if job.state.word.isFinished {
        tellDependents(of: job)
      }
    }
    tell(.jobsChanged(changed))
    settle(changed)
  }

  private func commitLaneHolds() async throws(Failure) {
    let holds = outbox.laneHolds
    for (key, time) in holds {
      let lane = try await storage.changeLane(key) { lane in
        lane.heldUntil = max(lane.heldUntil ?? time, time)
      }
      if outbox.laneHolds[key] == time { outbox.laneHolds[key] = nil }
      queue.set(lane)
      tell(.lanesChanged([lane]))
    }
  }

  /// After a commit: slots, waiters and listeners hear of it, and what was committed goes out.
  private func apply(_ landed: Landed) async {
    let batch = landed.batch
    var changed: [Job] = []
    var outgoing: [Run] = []
    changed.reserveCapacity(batch.ends.count + batch.starts.count)
    outgoing.reserveCapacity(batch.starts.count)
    var overtaken: [JobID] = []
    for end in batch.ends {
      guard end.next != nil, let run = runs.removeValue(forKey: end.id.job) else { continue }
      changed.append(finished(run, end))
      if run.isOvertaken { overtaken.append(end.id.job) }
    }
    for hop in batch.hops {
      guard let run = runs[hop.attempt.id.job] else { continue }
      run.job.hop(to: hop.attempt)
      run.phase = .preparing
      changed.append(run.job)
      outgoing.append(run)
    }
    var refused: [JobID] = []
    for start in batch.starts {
      guard let started = landed.receipt.started[start.job] else {
        refused.append(start.job)
        continue
      }
      let run = Run(started, at: start.at, stop: quitting == .stop ? .byQuit : nil)
      runs[start.job] = run
      changed.append(started.job)
      outgoing.append(run)
    }
    touch(changed)
    await dispatch(outgoing)
    tell(.jobsChanged(changed))
    settle(changed)
    for id in refused { queue.ended(id) }
    await reread(refused + overtaken)
    fill()
  }

  /// Takes over how a job ended; one that waits again goes back before the queue.
  private func finished(_ run: Run, _ end: AttemptEnd) -> Job {
    var job = run.job
    job.end(end)
    if wantedEvents != 0 { record(end, of: run) }
    note(keyless: job)
    if let entry = QueuedJob(job, urgency: urgency(of: job)) {
      if run.stop == .byUser {
        cancelWaiting(job.id)
      } else if mayRun(job) {
        queue.put(entry)
      }
    } else {
      if job.state.word.isFinished {
        ownUrgent.remove(job.id)
        lookedUp[job.id] = nil
      }
      tellDependents(of: job)
    }
    return job
  }

  /// Somebody else changed these before they could start, or as soon as they had ended.
  private func reread(_ ids: [JobID]) async {
    guard !ids.isEmpty else { return }
    do throws(Failure) {
      // Perhaps they are rows of a batch that somebody held: the queue learns it first.
      try await loadBatches()
      await absorb(try await storage.jobs(matching: JobQuery(ids: ids)), from: .elsewhere)
    } catch {
      tell(.noticed(error))
    }
  }
}
