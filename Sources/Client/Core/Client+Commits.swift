import ClientModel

/// Applies what `CommitLoop` has committed.
extension Client {
  func flush() {
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

  private func apply(_ landed: CommitLoop.Landed) async {
    switch landed {
    case .batch(let batch, let receipt): await apply(batch, receipt)
    case .moved(let jobs):
      touch(jobs)
      for job in jobs where job.state.word.isFinished { queue.noteEnd(of: job) }
      publish(.jobsChanged(jobs))
      settle(jobs)
    case .lane(let lane):
      queue.set(lane)
      publish(.lanesChanged([lane]))
    case .revision(let revision, let cookieFailure):
      reader.committed(revision)
      if let cookieFailure { publish(.noticed(cookieFailure)) }
    }
  }

  /// Applies a committed batch: updates jobs and the queue, sends the attempts that were started, publishes
  /// the changes, and resumes waiters.
  private func apply(_ batch: StoreBatch, _ receipt: StoreReceipt) async {
    var changed: [Job] = []
    var outgoing: [Run] = []
    changed.reserveCapacity(batch.ends.count + batch.starts.count)
    outgoing.reserveCapacity(batch.starts.count)
    var overtaken: Set<JobID> = []
    for end in batch.ends {
      guard end.next != nil, let run = pipeline.attempts.remove(end.id.job) else { continue }
      changed.append(finished(run, end))
      if run.isOvertaken { overtaken.insert(end.id.job) }
    }
    for hop in batch.hops {
      guard let run = pipeline.attempts[hop.attempt.id.job] else { continue }
      run.job.hop(to: hop.attempt)
      run.phase = .preparing
      changed.append(run.job)
      outgoing.append(run)
    }
    var refused: [JobID] = []
    for start in batch.starts {
      guard let started = receipt.started[start.job] else {
        refused.append(start.job)
        continue
      }
      let run = Run(started, at: start.at, stop: lifetime.quitting == .stop ? .byQuit : nil)
      pipeline.attempts.add(run)
      changed.append(started.job)
      outgoing.append(run)
    }
    touch(changed)
    await dispatch(outgoing)
    publish(.jobsChanged(changed))
    // A job that was changed after its end was committed is read again first: its waiters must not get the
    // older state.
    settle(overtaken.isEmpty ? changed : changed.filter { !overtaken.contains($0.id) })
    for id in refused { queue.ended(id) }
    await reread(refused + overtaken.sorted())
    fill()
  }

  /// Applies the end of an attempt to its job; a job that waits again returns to the queue.
  private func finished(_ run: Run, _ end: AttemptEnd) -> Job {
    var job = run.job
    job.end(end)
    publisher.publish(end, of: run, graph: graphs.graph(of: run.job.id))
    pipeline.attempts.noteKey(of: job)
    if let entry = QueuedJob(job, urgency: urgency(of: job)) {
      if run.stop == .byUser {
        cancelWaiting(job.id)
      } else if mayRun(job) {
        queue.put(entry)
      }
    } else {
      if job.state.word.isFinished { pipeline.attempts.finished(job.id) }
      queue.noteEnd(of: job)
    }
    return job
  }

  /// Reads jobs again that another process changed before they could start, or as soon as they had ended.
  private func reread(_ ids: [JobID]) async {
    guard !ids.isEmpty else { return }
    do throws(Failure) {
      // The jobs may be rows of a batch that another process put on hold, so the queue is updated first.
      try await loadBatches()
      await absorb(try await storage.jobs(matching: JobQuery(ids: ids)), from: .elsewhere)
    } catch {
      publish(.noticed(error))
    }
  }

  // MARK: While the store takes no writes

  /// True after a write that the store refused, until one that succeeds.
  public var isStoreFailing: Bool { commits.health.isFailing }

  /// Keeps what is to be written, starts nothing new, notifies the user once, and tries again.
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

  /// Writes what could not be written; also called when the program ends.
  func tryStoreAgain() async {
    guard commits.health.beginRetry() else { return }
    commits.task = Task { await commitAfterFault() }
    await commits.task?.value
  }

  private func commitAfterFault() async {
    await commitAll()
    guard !commits.health.isWaiting else { return }
    commits.health.recovered()
    if !lifetime.isQuitting { queue.open() }
    fill()
  }

  // MARK: Idleness

  /// True when nothing runs, nothing is being written, and all that waits has been read.
  public var isIdle: Bool {
    pipeline.attempts.isEmpty && commits.isResting && !reader.isLoading && graphs.isResting
  }

  func isReached(_ aim: IdleWaiters.Aim) -> Bool {
    switch aim {
    case .idle: isIdle
    case .drained: isIdle && !runner.isTakingOver && !runner.isFollower && !queue.hasWorkToCome
    }
  }

  /// Called whenever work may have run out.
  func noteIdleness() {
    waiting.idle.resumeSteps()
    guard isIdle else { return }
    if waiting.idle.wasBusy {
      waiting.idle.wasBusy = false
      publish(.idle)
    }
    waiting.idle.resume { isReached($0) }
    lookAtRunner()
  }
}
