import ClientModel

/// Functions for sharing a store with other processes. The client is the queue runner or follows
/// it. It also applies the commits of other processes and takes over the work of ended processes.
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
        case .takeOver(let claim): return try await becomeRunner(claim)
        case .changed(let claim): publish(.runnerChanged(claim))
        case .unchanged: break
        }
      } catch {
        publish(.noticed(error))
      }
      // Another process became the queue runner first, or the store failed. The wait prevents a
      // busy loop.
      await clock.wait(for: .seconds(1))
    }
  }

  /// Becomes the queue runner, or one of several. The jobs of dead processes are recovered before
  /// any job starts.
  func becomeRunner(_ claim: RunnerClaim) async throws(Failure) {
    runner.isTakingOver = true
    let (now, rule) = (clock.now, runner.restartRule)
    let taken = try await store.ownership.takeQueue(
      QueueTakeover(
        job: { Recovery.change($0, at: now) },
        lane: { Recovery.change(of: $0, after: $1, rule, at: now) }))
    changes.reader.reached(taken.revision)
    runner.claim = claim
    if claim == .shared { try await shareQueue() }
    for lane in taken.lanes { queue.set(lane) }
    for lane in taken.lanes where lane.pause == .offline { watchOffline(lane.key, from: .due) }
    publish(.jobsChanged(taken.recovered))
    settle(taken.recovered)
    try await loadBatches()
    try await loadWork()
    // If a hold ends later than the limit, it was set before the wall clock was set back.
    queue.endHolds(
      at: clock.now.advanced(by: RetryAfter.laneCap), noting: &commits.outbox.waits)
    try await adoptGraphs()
    try await watchOwners()
    try await releaseKeyless()
    publish(.runnerChanged(claim))
    if !taken.changed.isEmpty { publish(.lanesChanged(taken.changed)) }
    runner.isTakingOver = false
    fill()
    reporting { (client) throws(Failure) in _ = try await client.prune() }
  }

  /// Lets the store select the jobs to start, because other queue runners start jobs too.
  private func shareQueue() async throws(Failure) {
    queue.share(random: pipeline.retries.random)
    for job in try await store.jobs.jobs(matching: JobQuery(states: [.running])) {
      queue.note(job, runBy: pipeline.attempts[job.id] == nil ? .other : .this)
    }
  }

  // MARK: Loading the queue

  /// Adds all waiting jobs to the queue. If the queue is long, the first jobs run while the
  /// remaining ones are read.
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

  /// Adds waiting jobs to the queue. Also handles jobs that they depend on and that have already
  /// ended.
  func enqueue(_ jobs: [Job]) async {
    changes.reader.heard(of: jobs.map(\.id))
    var mine = jobs.filter { mayRun($0) && !pipeline.attempts.isAskingCache(for: $0.id) }
    do throws(Failure) { mine = try await withoutSleepers(mine) } catch {
      // It is unknown which processes own the jobs. The jobs are read again later, because none may
      // be taken from a live process.
      publish(.noticed(error))
      readAgain(mine.filter(mayBelongElsewhere).map(\.id))
      mine = mine.filter { !mayBelongElsewhere($0) }
    }
    do throws(Failure) { try await put(found(in: mine)) } catch {
      // The jobs are read again, because jobs that they depend on may have ended.
      publish(.noticed(error))
      readAgain(mine.map(\.id))
    }
  }

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

  /// Reads jobs that another process changed, and applies them.
  func read(_ jobs: [JobID]) async {
    guard !jobs.isEmpty else { return }
    do throws(Failure) {
      // The jobs may be rows of a batch that another process put on hold. The batches are therefore
      // read first.
      try await loadBatches()
      await absorb(try await store.jobs.jobs(matching: JobQuery(ids: jobs)), from: .other)
    } catch {
      publish(.noticed(error))
      readAgain(jobs)
    }
  }

  /// Adds jobs to the queue. Also handles jobs that they depend on and that have already ended.
  private func put(_ found: QueueLoader.Found) async throws(Failure) {
    for job in found.cancelled { cancelWaiting(job) }
    let parents = queue.put(found.entries)
    guard !parents.isEmpty else { return }
    for parent in try await store.jobs.jobs(numbered: parents.sorted()) {
      queue.noteEnd(of: parent)
    }
  }

  // MARK: Changes by other processes

  /// Starts to receive events of the transport and commits of other processes.
  func listen() {
    lifetime.hasBegun = true
    let transferred = transport.events
    lifetime.add(
      Task { [weak self] in
        for await batch in transferred { await self?.take(batch) }
      })
    // A sender starts to watch the store later, because removing a file watch at exit takes the
    // kernel about 15 ms. The jobs of a sender usually finish before another process refers to
    // them.
    let early = runner.role == .sender ? nil : store.feed.wakeUps
    lifetime.add(
      Task { [weak self, feed = store.feed, clock] in
        if early == nil {
          await clock.wait(until: clock.now.advanced(by: .milliseconds(250)))
          if Task.isCancelled { return }
        }
        let wakeUps = early ?? feed.wakeUps
        // Reads the changes that were committed before the watch started.
        if early == nil { await self?.readChanges() }
        for await _ in wakeUps { await self?.readChanges() }
      })
  }

  /// Applies the commits of other processes. If notifications arrive in the meantime, the changes
  /// are read once more.
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
      // A server that can be read again can usually be written too. Without this, the queue would
      // stand for up to half a minute after the server came back.
      retryCommit()
      try await releaseKeyless()
      try await sharedValues.readChanges()
    }
  }

  /// Commits a change of jobs and applies the result.
  func absorbing(
    _ commit: () async throws(Failure) -> [Job]
  ) async throws(Failure) -> [Job] {
    try await changes.commit(commit) { await absorb($0, from: .this) }
  }

  // MARK: Ended processes

  /// Watches the other processes that have running jobs. If one of them ends, its jobs are taken
  /// over at once. Only the queue runner does this.
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

  /// Removes the immediate jobs that another live process will send or retry.
  ///
  /// These jobs belong to that process, because it added them with its own environment and stubs.
  /// They are included after that process has ended.
  private func withoutSleepers(_ jobs: [Job]) async throws(Failure) -> [Job] {
    let asleep = jobs.filter(mayBelongElsewhere)
    guard !asleep.isEmpty else { return jobs }
    let owners = try await store.ownership.livingOwners(
      of: asleep.map { AttemptID(job: $0.id, number: $0.attempts) })
    let excluded = others.note(owners)
    for name in Set(owners.values.map(\.name)) { watch(owner: name) }
    return jobs.filter { !excluded.contains($0.id) }
  }

  /// Returns whether a job may belong to another process. A job that this process took over does
  /// not.
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

  /// Recovers the jobs of dead processes.
  ///
  /// - Returns: The ids of the changed jobs.
  private func recoverOrphans() async throws(Failure) -> [JobID] {
    let now = clock.now
    let changed = try await store.ownership.recoverOrphans { Recovery.change($0, at: now) }
    guard !changed.isEmpty else { return [] }
    publish(.jobsChanged(changed))
    settle(changed)
    return changed.map(\.id)
  }

  /// Releases the jobs that are held for a missing key, unless they still cannot be decrypted.
  func releaseKeyless() async throws(Failure) {
    guard runner.isRunner, !pipeline.attempts.keyless.isEmpty else { return }
    let back = try await store.sealing.openable(pipeline.attempts.keyless.sorted())
    guard !back.isEmpty else { return }
    _ = try await change(back, JobCommands.releaseKeyless)
  }
}
