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
    while !outbox.isEmpty {
      do throws(Failure) {
        try await commitOnce()
      } catch {
        begin(fault: error)
        break
      }
    }
    committing = nil
    noteIdleness()
  }

  private func commitOnce() async throws(Failure) {
    try await commitCookies()
    try await commitMoves()
    try await commitLaneHolds()
    let starts = try await startableAttempts()
    let batch = StoreBatch(starts: starts, hops: outbox.hops, ends: outbox.ends)
    guard !batch.isEmpty else { return }
    outbox.hops = []
    outbox.ends = []
    outbox.starts.removeFirst(starts.count)
    let receipt: StoreReceipt
    do throws(Failure) {
      receipt = try await storage.commit(batch)
    } catch {
      outbox.hops.insert(contentsOf: batch.hops, at: 0)
      outbox.ends.insert(contentsOf: batch.ends, at: 0)
      outbox.starts.insert(contentsOf: batch.starts.map(\.id.job), at: 0)
      throw error
    }
    if receipt.revision == revision + 1 { revision = receipt.revision }
    await apply(batch, receipt)
  }

  private func commitCookies() async throws(Failure) {
    while let (jar, lines) = outbox.cookies.first {
      try await storage.setCookies(lines, in: jar)
      // The jar may have changed again meanwhile.
      if outbox.cookies[jar] == lines { outbox.cookies[jar] = nil }
    }
  }

  private func commitMoves() async throws(Failure) {
    let moves = outbox.moves
    guard !moves.isEmpty else { return }
    let changed = try await storage.change(moves.keys.sorted()) { job in
      switch job.state {
      case .waiting, .held(.until): moves[job.id]
      default: nil
      }
    }
    for (id, move) in moves where outbox.moves[id] == move { outbox.moves[id] = nil }
    touch(changed)
    for job in changed {
      if known[job.id] != nil { known[job.id] = job }
      if job.state.word.isFinished {
        known[job.id] = nil
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

  /// The first attempts of the jobs that got slots; reads what is not known of them, and a little
  /// ahead, in one query. Jobs that are gone give their slots back.
  private func startableAttempts() async throws(Failure) -> [Attempt] {
    let missing = outbox.starts.filter { known[$0] == nil }
    if !missing.isEmpty {
      var wanted = Set(missing)
      for lane in Set(queue.lanesWithWork.prefix(4)) {
        wanted.formUnion(queue.likelyNext(in: lane, count: 1024).filter { known[$0] == nil })
      }
      let query = JobQuery(ids: wanted.sorted(), order: .oldestFirst)
      for job in try await storage.jobs(matching: query) {
        known[job.id] = job
      }
      let lost = missing.filter { known[$0] == nil }
      for id in lost { queue.ended(id) }
      if !lost.isEmpty { outbox.starts.removeAll { lost.contains($0) } }
    }
    let now = clock.now
    var attempts: [Attempt] = []
    // What got a slot during the query above is for the next commit, when it is not known yet.
    for id in outbox.starts {
      guard let job = known[id] else { break }
      attempts.append(
        Attempt(
          id: AttemptID(job: id, number: job.attempts + 1), hop: 0, method: job.method,
          displayURL: job.displayURL, origin: job.origin, started: now))
    }
    return attempts
  }

  /// After a commit: slots, waiters and listeners hear of it, and what was committed goes out.
  private func apply(_ batch: StoreBatch, _ receipt: StoreReceipt) async {
    var changed: [Job] = []
    var outgoing: [JobID] = []
    for end in batch.ends {
      guard end.next != nil, let run = runs.removeValue(forKey: end.id.job) else { continue }
      changed.append(finished(run, end))
    }
    for hop in batch.hops {
      runs[hop.id.job]?.job.hop(to: hop)
      runs[hop.id.job]?.phase = .preparing
      if let job = runs[hop.id.job]?.job { changed.append(job) }
      outgoing.append(hop.id.job)
    }
    var refused: [JobID] = []
    for start in batch.starts {
      let id = start.id.job
      guard let request = receipt.started[id], var job = known.removeValue(forKey: id) else {
        refused.append(id)
        continue
      }
      job.start(start)
      runs[id] = Run(
        job: job, attempt: start.id, request: request, started: start.started,
        stop: quitting == .stop ? .byQuit : nil)
      changed.append(job)
      outgoing.append(id)
    }
    if known.count > 4000 { known = known.filter { queue.isRunning($0.key) } }
    touch(changed)
    await dispatch(outgoing)
    tell(.jobsChanged(changed))
    settle(changed)
    if !refused.isEmpty { await reread(refused) }
    fill()
  }

  /// Takes over how a job ended; one that waits again goes back before the queue.
  private func finished(_ run: Run, _ end: AttemptEnd) -> Job {
    var job = run.job
    job.end(end)
    note(keyless: job)
    if let entry = QueuedJob(job, urgency: urgency(of: job)) {
      if run.stop == .byUser {
        cancelWaiting(job.id)
      } else if mayRun(job) {
        queue.put(entry)
      }
    } else {
      if job.state.word.isFinished { ownUrgent.remove(job.id) }
      tellDependents(of: job)
    }
    return job
  }

  /// Somebody else changed these before they could start.
  private func reread(_ ids: [JobID]) async {
    for id in ids {
      known[id] = nil
      queue.ended(id)
    }
    do throws(Failure) {
      await absorb(try await storage.jobs(matching: JobQuery(ids: ids)))
    } catch {
      tell(.noticed(error))
    }
  }
}
