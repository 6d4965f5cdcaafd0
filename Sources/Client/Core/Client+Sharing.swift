import ClientModel

/// Functions that share a store with other processes. The client runs the store's queue or follows
/// the process that runs it, applies the commits of other processes, and takes over the work of
/// ended processes.
extension Client {
  // MARK: The runner lock

  /// Waits until the queue runner has ended, then replaces it.
  func awaitRunnerLock() async {
    while !Task.isCancelled, !lifetime.isQuitting {
      let watch = Task { [ownership = store.ownership, isDoubtful = runner.isDoubtful] in
        await ownership.claimed(isDoubtful ? .now : .whenFree)
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
        switch runner.found(try asked.get()) {
        case .takeOver: return try await becomeRunner()
        case .changed(let claim): publish(.runnerChanged(claim))
        case .unchanged: break
        }
      } catch {
        publish(.noticed(error))
      }
      // Another process became the queue runner first, or the store failed. Waiting avoids a busy
      // loop.
      await clock.wait(for: .seconds(1))
    }
  }

  /// Becomes the queue runner: first recovers the jobs of dead processes, then starts jobs.
  func becomeRunner() async throws(Failure) {
    runner.isTakingOver = true
    let (now, rule) = (clock.now, runner.restartRule)
    let taken = try await store.ownership.takeQueue(
      QueueTakeover(
        job: { Recovery.change($0, at: now) },
        lane: { Recovery.change(of: $0, after: $1, rule) }))
    changes.reader.reached(taken.revision)
    runner.claim = .mine
    for lane in taken.lanes { queue.set(lane) }
    for lane in taken.lanes where lane.pause == .offline { watchOffline(lane.key, from: .due) }
    publish(.jobsChanged(taken.recovered))
    settle(taken.recovered)
    try await loadBatches()
    try await loadWork()
    // A hold that is longer than the limit was set before the wall clock was set back.
    queue.endHolds(
      at: clock.now.advanced(by: RetryAfter.laneCap), noting: &commits.outbox.waits)
    try await adoptGraphs()
    try await watchOwners()
    try await releaseKeyless()
    publish(.runnerChanged(.mine))
    if !taken.changed.isEmpty { publish(.lanesChanged(taken.changed)) }
    runner.isTakingOver = false
    fill()
    reporting { (client) throws(Failure) in _ = try await client.prune() }
  }

  // MARK: Loading the queue

  /// Adds all waiting jobs to the queue. For a long queue, the first jobs run while the rest is
  /// read.
  private func loadWork() async throws(Failure) {
    let loader = QueueLoader(jobs: store.jobs, changes: changes)
    let isLong = try await loader.loadFirst(
      sort: { (jobs) throws(Failure) in try await sort(jobs) },
      put: { (found) throws(Failure) in try await put(found) })
    guard isLong else { return }
    lifetime.add(
      Task {
        await loader.loadRest(
          clock: clock, publisher: publisher, while: { !lifetime.isQuitting },
          sort: { (jobs) throws(Failure) in try await sort(jobs) },
          put: { (found) throws(Failure) in try await put(found) })
        fill()
      })
  }

  private func sort(_ jobs: [Job]) async throws(Failure) -> QueueLoader.Found {
    let mine = try await withoutSleepers(jobs)
    return found(in: mine.filter { !changes.reader.hasHeard(of: $0.id) })
  }

  private func found(in jobs: [Job]) -> QueueLoader.Found {
    pipeline.attempts.noteKeys(of: jobs)
    return queue.sort(
      jobs, immediate: pipeline.attempts.immediate, at: clock.now, noting: &commits.outbox.waits)
  }

  /// Adds waiting jobs to the queue. If a job depends on a job that has ended, notifies the queue
  /// of that end.
  func enqueue(_ jobs: [Job]) async {
    changes.reader.heard(of: jobs.map(\.id))
    var mine = jobs.filter { mayRun($0) && !pipeline.attempts.isAskingCache(for: $0.id) }
    do throws(Failure) { mine = try await withoutSleepers(mine) } catch {
      // The owners are unknown. The jobs are read again later, so that none is taken from a live
      // process.
      publish(.noticed(error))
      readAgain(mine.filter(mayBelongElsewhere).map(\.id))
      mine = mine.filter { !mayBelongElsewhere($0) }
    }
    do throws(Failure) { try await put(found(in: mine)) } catch {
      // Jobs that these jobs depend on may have ended unnoticed, so these jobs are read again.
      publish(.noticed(error))
      readAgain(mine.map(\.id))
    }
  }

  /// Returns whether this process may run a job.
  func mayRun(_ job: Job) -> Bool {
    runner.mayRun(pipeline.attempts.scheduling(of: job.id))
  }

  /// Reads jobs again after one second.
  private func readAgain(_ jobs: [JobID]) {
    guard !jobs.isEmpty, !lifetime.isQuitting else { return }
    lifetime.add(
      Task { [weak self, clock] in
        await clock.wait(for: .seconds(1))
        if !Task.isCancelled { await self?.read(jobs) }
      })
  }

  /// Reads jobs that another process changed and applies their current states.
  func read(_ jobs: [JobID]) async {
    guard !jobs.isEmpty else { return }
    do throws(Failure) {
      // The jobs may be rows of a batch that another process put on hold, so the batches are read
      // first.
      try await loadBatches()
      await absorb(try await store.jobs.jobs(matching: JobQuery(ids: jobs)), from: .other)
    } catch {
      publish(.noticed(error))
      readAgain(jobs)
    }
  }

  /// Adds jobs to the queue, and notifies the queue of ended jobs that they depend on.
  private func put(_ found: QueueLoader.Found) async throws(Failure) {
    for job in found.cancelled { cancelWaiting(job) }
    let parents = queue.put(found.entries)
    guard !parents.isEmpty else { return }
    for parent in try await store.jobs.jobs(numbered: parents.sorted()) {
      queue.noteEnd(of: parent)
    }
  }

  // MARK: Changes by other processes

  /// Starts to listen to the transport and to other processes.
  func listen() {
    lifetime.hasBegun = true
    let transferred = transport.events
    lifetime.add(
      Task { [weak self] in
        for await batch in transferred { await self?.take(batch) }
      })
    // A sender's own jobs usually finish before another process can refer to them, and the kernel
    // needs about 15 ms to remove a file watch when the process exits. Therefore a sender starts to
    // listen later.
    let early = runner.role == .sender ? nil : store.feed.wakeUps
    lifetime.add(
      Task { [weak self, feed = store.feed, clock] in
        if early == nil {
          await clock.wait(until: clock.now.advanced(by: .milliseconds(250)))
          if Task.isCancelled { return }
        }
        let wakeUps = early ?? feed.wakeUps
        // Reads the changes whose notifications were missed.
        if early == nil { await self?.readChanges() }
        for await _ in wakeUps { await self?.readChanges() }
      })
  }

  /// Applies the commits of other processes. Notifications that arrive in the meantime cause one
  /// more pass.
  func readChanges() async {
    runner.doubt()
    guard changes.reader.begin() else { return }
    await changes.run { (change) throws(Failure) in try await apply(change) }
    fill()
  }

  private func apply(_ change: ChangeLoop.Change) async throws(Failure) {
    switch change {
    case .lanes(let lanes): absorb(lanes, from: .other)
    case .places(let runs):
      graphs.notePlaces(in: runs, wanted: publisher.wanted)
      perform(graphs.note(runs))
    case .jobs(let jobs): await absorb(jobs, from: .other)
    case .graphs(let runs): try await absorb(runs, from: .other)
    case .applied(let jobs):
      if jobs.contains(where: { pipeline.attempts.runsElsewhere($0) }) { try await watchOwners() }
    case .upToDate:
      try await releaseKeyless()
      try await sharedValues.readChanges()
    }
  }

  /// Commits a change of jobs and applies it.
  func absorbing(
    _ commit: () async throws(Failure) -> [Job]
  ) async throws(Failure) -> [Job] {
    try await changes.commit(commit) { await absorb($0, from: .this) }
  }

  // MARK: Ended processes

  /// Starts to wait for the end of each other process that has running jobs, to take over its jobs
  /// at once. Only the queue runner does this, and only while there are such processes.
  func watchOwners() async throws(Failure) {
    guard runner.isRunner, !lifetime.isQuitting else { return }
    for name in try await store.ownership.otherOwners() { watch(owner: name) }
  }

  private func watch(owner name: String) {
    others.wait(for: name) {
      Task { [ownership = store.ownership, weak self] in
        await ownership.waitForEnd(of: name)
        if !Task.isCancelled { await self?.ended(owner: name) }
      }
    }
  }

  /// Returns the jobs, excluding the immediate jobs that another live process will send or retry.
  /// That process owns these jobs, because it started them with its own environment and stubs. They
  /// are included again when that process ends.
  private func withoutSleepers(_ jobs: [Job]) async throws(Failure) -> [Job] {
    let asleep = jobs.filter(mayBelongElsewhere)
    guard !asleep.isEmpty else { return jobs }
    let owners = try await store.ownership.livingOwners(
      of: asleep.map { AttemptID(job: $0.id, number: $0.attempts) })
    let excluded = others.note(owners)
    for name in Set(owners.values.map(\.name)) { watch(owner: name) }
    return jobs.filter { !excluded.contains($0.id) }
  }

  /// Returns whether another process may own a job that this process has not taken over.
  private func mayBelongElsewhere(_ job: Job) -> Bool {
    job.mayBelongToItsSender && !pipeline.attempts.owns(job.id) && !queue.isWaiting(job.id)
  }

  private func ended(owner name: String) async {
    let asleep = others.remove(name)
    guard runner.isRunner, !lifetime.isQuitting else { return }
    do throws(Failure) {
      defer { adoptSoon() }
      let ids = try await recoverOrphans() + asleep
      guard !ids.isEmpty else { return }
      // Other processes ended these jobs, or the recovery has already reported them.
      await absorb(try await store.jobs.jobs(matching: JobQuery(ids: ids)), from: .other)
    } catch {
      publish(.noticed(error))
    }
  }

  /// Recovers the jobs of processes that died. Returns the ids of the changed jobs.
  private func recoverOrphans() async throws(Failure) -> [JobID] {
    let now = clock.now
    let changed = try await store.ownership.recoverOrphans { Recovery.change($0, at: now) }
    guard !changed.isEmpty else { return [] }
    publish(.jobsChanged(changed))
    settle(changed)
    return changed.map(\.id)
  }

  /// Releases jobs that are held for a missing key if the store can decrypt their sealed parts
  /// again.
  func releaseKeyless() async throws(Failure) {
    guard runner.isRunner, !pipeline.attempts.keyless.isEmpty else { return }
    let back = try await store.sealing.openable(pipeline.attempts.keyless.sorted())
    guard !back.isEmpty else { return }
    _ = try await change(back, JobCommands.releaseKeyless)
  }
}
