public import ClientModel

/// The main loop of a client. It receives events and carries out decisions.
///
///     transport, store, clock, user ──► pipeline and queue decide ──► outbox
///     outbox ──► commit ──► transport
extension Client {
  // MARK: Events

  /// Handles events of the transport.
  func take(_ events: [TransportEvent]) {
    for event in events {
      // A queue runner that shows no jobs has no subscriber that needs heads.
      if case .headArrived = event, !publisher.hasSubscribers { continue }
      if let shown = pipeline.take(event) { publish(shown) }
    }
    fill()
  }

  /// Whether jobs that were just committed are needed in memory, because this process runs or shows
  /// jobs.
  var handlesNewJobs: Bool {
    runner.role != .visitor || publisher.hasEventSubscribers || publisher.wants(.submitted)
  }

  func announce(_ jobs: [NewJob], as ids: [JobID]) async {
    if runner.role != .visitor {
      for (job, id) in zip(jobs, ids) where job.scheduling == .immediate {
        pipeline.attempts.addImmediate(id)
      }
    }
    guard handlesNewJobs || cache != nil && jobs.contains(where: \.asksCache) else { return }
    let now = clock.now
    await begin(zip(jobs, ids).map { ($0, Job($0, id: $1, at: now)) })
  }

  /// Starts or enqueues jobs that were just committed.
  ///
  /// A job that may be served from the cache starts at once, without a slot and even if its lane is
  /// paused. All other jobs enter the queue.
  func begin(_ added: [(new: NewJob, job: Job)]) async {
    let asking = added.filter { cache != nil && $0.new.asksCache }
    let ids = Set(asking.map(\.job.id))
    pipeline.attempts.beginAskingCache(for: ids)
    defer { pipeline.attempts.endAskingCache(for: ids) }
    await enqueue(added.map(\.job).filter { !ids.contains($0.id) })
    publish(.jobsChanged(added.map(\.job)))
    fill()
    for (new, job) in asking {
      let lookup = await attemptWorker.lookUp(new.request, of: job)
      // The first attempt of an immediate job reuses these secrets, so that each secret program
      // runs only once.
      pipeline.attempts.retain(lookup.secrets, for: job.id)
      pipeline.attempts.endAskingCache(for: [job.id])
      if lookup.isDecided {
        commits.outbox.starts.append(job.id)
      } else {
        await enqueue([job])
      }
      fill()
    }
  }

  /// Applies jobs that commands or other processes changed.
  func absorb(_ jobs: [Job], from process: Event.Process = .this) async {
    guard !jobs.isEmpty else { return }
    var waiting: [Job] = []
    changes.reader.heard(of: jobs.map(\.id))
    for job in jobs {
      if queue.isShared {
        queue.note(job, runBy: pipeline.attempts[job.id] == nil ? .other : .this)
      }
      switch pipeline.attempts.changed(job, waitingIn: queue) {
      case .nothing: break
      case .stop: stop(job.id, .byUser)
      case .cancel: cancelWaiting(job.id)
      case .enqueue: waiting.append(job)
      case .remove:
        queue.remove(job.id)
        queue.noteEnd(of: job)
      }
    }
    await enqueue(waiting)
    publish(.jobsChanged(jobs), from: process)
    settle(jobs)
    fill()
  }

  func settle(_ jobs: [Job]) {
    perform(graphs.changed(jobs))
    waiting.settle(jobs)
  }

  /// Cancels a job whose stop was requested before its next attempt. The store does not start such
  /// a job.
  func cancelWaiting(_ job: JobID) {
    queue.remove(job)
    commits.outbox.moves[job] = JobChange(
      state: .cancelled(sent: 0), at: clock.now, cancelRequested: false)
  }

  /// Stops jobs as if this process ended. A job whose request may have taken effect becomes
  /// `interrupted`. Jobs that are not running are cancelled.
  public func stop(_ jobs: [JobID]) async throws(Failure) {
    let running = Set(pipeline.attempts.jobs)
    for job in jobs where running.contains(job) { stop(job, .byQuit) }
    let others = jobs.filter { !running.contains($0) }
    if !others.isEmpty { try await cancel(others) }
  }

  /// Stops a running job in any phase.
  func stop(_ job: JobID, _ reason: Run.Stop) {
    if let attempt = pipeline.stop(job, reason) { transport.cancel([attempt]) }
    if pipeline.hasActions { fill() }
  }

  // MARK: Decisions

  /// Starts the jobs that may start now. Sets the alarm for jobs that may start later.
  func fill() {
    carryOut()
    followClock()
    let now = clock.now
    for action in queue.fill(at: now) {
      commits.outbox.add(action, running: pipeline.attempts, at: now)
    }
    wakeUps.set(queue.nextWake) { time in
      Task { [clock, weak self] in
        await clock.wait(until: time)
        if !Task.isCancelled { await self?.ring() }
      }
    }
    flush()
  }

  private func ring() {
    wakeUps.fired()
    fill()
  }

  /// Moves the ends of waits after the wall clock was set. The waits then last as long as planned.
  private func followClock() {
    guard let step = wakeUps.step(of: clock) else { return }
    // Other machines also use the waits of a shared queue, and their clocks were not set.
    if queue.isShared { return queue.reopenAll() }
    queue.moveWaits(by: step, noting: &commits.outbox.waits)
    if !runner.isRunner { commits.outbox.waits.removeLanes() }
  }

  /// Carries out the pending actions of the pipeline, in order.
  private func carryOut() {
    var outgoing: [OutgoingAttempt] = []
    for action in pipeline.takeActions() {
      switch action {
      case .end(let end):
        commits.outbox.ends.append(end)
        queue.ended(end.id.job)
      case .proceed(let end, let next):
        commits.outbox.ends.append(end)
        commits.outbox.hops.append(next)
      case .hold(let lane, let time): hold(lane, until: time)
      case .pauseOffline(let lane, let failure): pauseOffline(lane, because: failure)
      case .send(let attempt): outgoing.append(attempt)
      case .work(let work): perform(work)
      case .cancelWork(let attempt): lifetime.work[.attempt(attempt)]?.cancel()
      }
    }
    if !outgoing.isEmpty { transport.begin(outgoing) }
  }

  private func perform(_ work: AttemptWork) {
    let subject = work.subject
    lifetime.work[subject] = Task {
      let report = await attemptWorker.perform(work)
      lifetime.work[subject] = nil
      pipeline.take(report)
      fill()
    }
  }

  private func hold(_ key: LaneKey, until time: Timestamp) {
    guard let lane = queue.held(key, until: time) else { return }
    if runner.isRunner { queue.set(lane) }
    commits.outbox.laneHolds[key] = time
    publish(.noticed(.held(lane, until: time, at: clock.now)))
  }

  /// Publishes a client event. Subscribers of the event log receive it as log entries.
  func publish(_ event: ClientEvent, from process: Event.Process = .this) {
    publisher.publish(event, from: process, graphs: graphs)
  }

  // MARK: Commits

  private func flush() {
    if commits.isDue {
      waiting.idle.wasBusy = true
      commits.task = Task { await commitAll() }
    }
    noteIdleness()
  }

  private func commitAll() async {
    do throws(Failure) {
      try await commits.run(running: { queue.runningCount }, apply: { await apply($0) })
    } catch {
      begin(fault: error)
    }
    commits.task = nil
    noteIdleness()
  }

  private func apply(_ landed: CommitLoop.Committed) async {
    switch landed {
    case .batch(let batch, let receipt):
      let stop: Run.Stop? = lifetime.quitting == .stop ? .byQuit : nil
      await apply(pipeline.committed(batch, receipt, stop: stop))
    case .moved(let jobs):
      changes.touch(jobs)
      for job in jobs where job.state.word.isFinished { queue.noteEnd(of: job) }
      publish(.jobsChanged(jobs))
      settle(jobs)
    case .lane(let lane):
      queue.set(lane)
      publish(.lanesChanged([lane]))
    case .revision(let revision, let cookieFailure):
      changes.reader.committed(revision)
      if let cookieFailure { publish(.noticed(cookieFailure)) }
    }
  }

  /// Applies a committed batch. Updates the queue, sends started attempts, publishes the changes
  /// and resumes waiters.
  private func apply(_ committed: CommittedBatch) async {
    for ended in committed.ends {
      publisher.publish(ended.end, of: ended.run, graph: graphs.graph(of: ended.job.id))
      enqueue(ended)
    }
    if !committed.takes.isEmpty {
      queue.took(committed.taken, for: committed.takes, at: clock.now)
    }
    changes.touch(committed.changed)
    await dispatch(committed.outgoing)
    publish(.jobsChanged(committed.changed))
    settle(committed.settled)
    for id in committed.refused { queue.ended(id) }
    await read(committed.refused + committed.overtaken)
    fill()
  }

  /// Puts a job back into the queue if it waits again. If it has ended, the queue is notified
  /// because dependent jobs may start.
  private func enqueue(_ ended: CommittedBatch.End) {
    // The wall clock may have been set back after this end was decided.
    let found = queue.sort(
      [ended.job], immediate: pipeline.attempts.immediate, at: clock.now,
      noting: &commits.outbox.waits)
    guard !found.entries.isEmpty || !found.cancelled.isEmpty else {
      return queue.noteEnd(of: ended.job)
    }
    if ended.run.stop == .byUser || !found.cancelled.isEmpty {
      cancelWaiting(ended.job.id)
    } else if mayRun(ended.job) {
      for entry in found.entries { queue.put(entry) }
    }
  }

  func dispatch(_ starting: [AttemptID]) async {
    guard !starting.isEmpty else { return }
    let closed = await cookieReader.readUnknown(pipeline.holdWithoutKey(starting))
    pipeline.send(starting, closed: closed, at: clock.now)
    carryOut()
  }

  /// Suspends commits and new starts after a failure of the store. The user is notified once, and
  /// the commits are retried later.
  private func begin(fault failure: Failure) {
    if !commits.health.isFailing { publish(.noticed(failure)) }
    queue.close()
    let time = clock.now.advanced(by: commits.health.failed())
    commits.health.waits(
      for: Task { [clock, weak self] in
        await clock.wait(until: time)
        if !Task.isCancelled { await self?.tryStoreAgain() }
      })
  }

  /// Retries a refused commit, and waits for its result. Also called when the program ends.
  func tryStoreAgain() async { await retryCommit()?.value }

  /// Starts the retry of a refused commit. Returns nil if no commit was refused.
  @discardableResult func retryCommit() -> Task<Void, Never>? {
    guard commits.health.beginRetry() else { return nil }
    let task = Task { await commitAfterFault() }
    commits.task = task
    return task
  }

  private func commitAfterFault() async {
    await commitAll()
    guard !commits.health.isWaiting else { return }
    commits.health.recovered()
    if !lifetime.isQuitting { queue.open() }
    fill()
  }
}
