import ClientModel

/// Runs the queue of a store, or follows the process that runs it.
extension Client {
  // MARK: The runner lock

  /// Follows until the queue runner has ended, then takes its place.
  func awaitRunnerLock() async {
    while !Task.isCancelled, !lifetime.isQuitting {
      let watch = Task { [storage, isDoubtful = runner.isDoubtful] in
        if !isDoubtful { await storage.waitForRunnerLock() }
        return await storage.runnerClaim()
      }
      runner.isDoubtful = false
      runner.wait = watch
      let asked = await withTaskCancellationHandler {
        await watch.value
      } onCancel: {
        watch.cancel()
      }
      runner.wait = nil
      guard !Task.isCancelled, !lifetime.isQuitting else { return }
      do throws(Failure) {
        let claim = try asked.get()
        if claim == .mine { return try await becomeRunner() }
        if claim != runner.claim {
          runner.claim = claim
          publish(.runnerChanged(claim))
        }
      } catch {
        publish(.noticed(error))
      }
      // Another process became the queue runner first, or the store failed: wait to avoid a busy loop.
      await clock.wait(until: clock.now.advanced(by: .seconds(1)))
    }
  }

  /// Becomes the queue runner: first recovers the jobs of dead processes, then starts jobs.
  func becomeRunner() async throws(Failure) {
    runner.isTakingOver = true
    let (now, rule) = (clock.now, runner.restartRule)
    let taken = try await storage.takeQueue(
      QueueTakeover(
        job: { Recovery.change($0, at: now) },
        lane: { Recovery.change(of: $0, after: $1, rule) }))
    reader.reached(taken.revision)
    runner.claim = .mine
    for lane in taken.lanes { queue.set(lane) }
    publish(.jobsChanged(taken.recovered))
    settle(taken.recovered)
    try await loadBatches()
    try await loadWork()
    // A longer hold was set before the wall clock went back.
    queue.endHolds(
      at: clock.now.advanced(by: RetryAfter.laneCap), noting: &commits.outbox.waits)
    try await adoptGraphs()
    try await watchOwners()
    try await releaseKeyless()
    publish(.runnerChanged(.mine))
    if !taken.changed.isEmpty { publish(.lanesChanged(taken.changed)) }
    runner.isTakingOver = false
    fill()
    let oldest = clock.now.advanced(by: .zero - options.keptSpan)
    lifetime.add(
      reporting { (client) throws(Failure) in
        _ = try await client.storage.prune(olderThan: oldest, keeping: client.options.keptSize)
      })
  }

  /// Reads the store for `waitUntilDrained`, if another process runs the queue.
  func lookAtRunner() {
    guard runner.isFollower, isIdle, !lifetime.isQuitting, waiting.idle.waitForDrained else {
      return
    }
    guard runner.lookout == .resting else {
      runner.lookout = .readingAgain
      return
    }
    runner.lookout = .reading
    Task { await look() }
  }

  /// A queue runner may commit hundreds of times a second.
  static let pauseOfFollower = Duration.milliseconds(50)

  private func look() async {
    while runner.isFollower, !lifetime.isQuitting {
      var pause = Self.pauseOfFollower
      runner.lookout = .reading
      do throws(Failure) {
        let isQuiet = try await isQuietElsewhere()
        // Meanwhile it may have ended: what is left is for this process to judge.
        if isQuiet, runner.isFollower, isIdle {
          waiting.idle.resume { $0 == .drained }
          break
        }
      } catch {
        publish(.noticed(error))
        pause = .seconds(1)
        runner.lookout = .readingAgain
      }
      guard runner.lookout == .readingAgain else { break }
      await clock.wait(until: clock.now.advanced(by: pause))
    }
    runner.lookout = .resting
  }

  private func isQuietElsewhere() async throws(Failure) -> Bool {
    let revision = try await storage.commit(StoreBatch()).revision
    // A queue runner that quits pauses its lanes first. Their work has not ended.
    if runner.restartRule == .goOn { try await resumeAfterRestart() }
    if try await WorkElsewhere(storage: storage).exists() { return false }
    if try await storage.commit(StoreBatch()).revision == revision { return true }
    // What moved between two reads was perhaps seen by neither.
    runner.lookout = .readingAgain
    return false
  }

  // MARK: Loading the queue

  /// Puts all waiting jobs before the queue, those of a long one while the first run.
  private func loadWork() async throws(Failure) {
    reader.beginLoading()
    do throws(Failure) {
      let first = try await QueueLoader(storage: storage).first()
      try await put(unheard(found(in: unheard(try await withoutSleepers(first)))))
      guard first.count == QueueLoader.firstCount else {
        reader.endLoading()
        return
      }
      reader.heard(of: first.map(\.id))
    } catch {
      reader.endLoading()
      throw error
    }
    lifetime.add(Task { await loadRest() })
  }

  private func loadRest() async {
    while !lifetime.isQuitting {
      do throws(Failure) {
        let rest = try await QueueLoader(storage: storage).all { (page) throws(Failure) in
          found(in: unheard(try await withoutSleepers(page)))
        }
        try await put(unheard(rest))
        break
      } catch {
        guard !lifetime.isQuitting else { break }
        // Its jobs must not be forgotten: a store that cannot be read is read again.
        publish(.noticed(error))
        await clock.wait(until: clock.now.advanced(by: .seconds(1)))
      }
    }
    reader.endLoading()
    fill()
  }

  /// Leaves out jobs of which something newer is known than what was read.
  private func unheard(_ jobs: [Job]) -> [Job] {
    jobs.filter { !reader.hasHeard(of: $0.id) }
  }

  private func unheard(_ found: QueueLoader.Found) -> QueueLoader.Found {
    QueueLoader.Found(
      entries: found.entries.filter { !reader.hasHeard(of: $0.id) },
      cancelled: found.cancelled.filter { !reader.hasHeard(of: $0) })
  }

  func found(in jobs: [Job]) -> QueueLoader.Found {
    var found = QueueLoader.Found()
    for job in jobs {
      pipeline.attempts.noteKey(of: job)
      guard let entry = queued(job) else { continue }
      if job.cancelRequested { found.cancelled.append(job.id) } else { found.entries.append(entry) }
    }
    return found
  }

  /// Puts jobs before the queue. Those that wait for a job which has ended are told so.
  func put(_ found: QueueLoader.Found) async throws(Failure) {
    for job in found.cancelled { cancelWaiting(job) }
    var parents: Set<JobID> = []
    for entry in found.entries {
      queue.put(entry)
      if case .job(let parent) = entry.wait { parents.insert(parent) }
    }
    guard !parents.isEmpty else { return }
    for parent in try await storage.jobs(matching: JobQuery(ids: parents.sorted())) {
      queue.noteEnd(of: parent)
    }
  }

  // MARK: The wall clock

  /// Called before the queue is asked what may start: moves what waits by as much as the wall clock was set back.
  func followClock() {
    guard let step = wakeUps.setBack(of: clock) else { return }
    queue.moveWaits(back: step, noting: &commits.outbox.waits)
    if !runner.isRunner { commits.outbox.waits.removeLanes() }
  }

  /// What the queue must know of a job. A wait that was set at a time which the wall clock has not
  /// reached was set before the clock went back: it lasts no longer than it was set to.
  private func queued(_ job: Job) -> QueuedJob? {
    guard var entry = QueuedJob(job, urgency: urgency(of: job)) else { return nil }
    let now = clock.now
    guard let due = job.state.due, job.since.since(now) >= ClockSteps.least else { return entry }
    let moved = now.advanced(by: max(.zero, due.since(job.since)))
    entry.wait = .until(moved)
    commits.outbox.waits.move(job.id, from: due, to: moved)
    // The server that set the job to wait held its lane until the same time.
    if var lane = queue.lane(job.lane), lane.heldUntil == due {
      lane.heldUntil = moved
      queue.set(lane)
      commits.outbox.waits.move(lane.key, from: due, to: moved)
    }
    return entry
  }
}
