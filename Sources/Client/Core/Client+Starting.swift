import ClientModel

/// From what the queue decides to what is committed.
extension Client {
  /// Whether this process runs a job when its turn comes.
  func mayRun(_ job: Job) -> Bool {
    if pipeline.attempts.isImmediate(job.id) { return runner.role != .visitor }
    return runner.isRunner
  }

  func urgency(of job: Job) -> Job.Urgency {
    pipeline.attempts.isImmediate(job.id) ? .now : .queued
  }

  /// Carries out what may start now, and sets the alarm for what may start later.
  func fill() {
    carryOut()
    followClock()
    let now = clock.now
    for action in queue.fill(at: now) {
      switch action {
      case .start(let id): if pipeline.attempts[id] == nil { commits.outbox.starts.append(id) }
      case .ready(let id), .unblocked(let id):
        commits.outbox.moves[id] = JobChange(state: .waiting(.slot), at: now)
      case .skip(let id, let parent):
        commits.outbox.moves[id] = JobChange(state: .skipped(because: parent), at: now)
      }
    }
    setAlarm()
    flush()
  }

  private func setAlarm() {
    wakeUps.set(queue.nextWake) { time in
      Task { [clock, weak self] in
        await clock.wait(until: time)
        if !Task.isCancelled { await self?.ring() }
      }
    }
  }

  private func ring() {
    wakeUps.fired()
    fill()
  }

  /// Puts waiting jobs before the queue; those that wait for a job which has ended are told so.
  func enqueue(_ jobs: [Job]) async {
    var parents: Set<JobID> = []
    reader.heard(of: jobs.map(\.id))
    var mine = jobs.filter { mayRun($0) && !pipeline.attempts.isAskingCache(for: $0.id) }
    do throws(Failure) { mine = try await withoutSleepers(mine) } catch {
      // Whose they are is not known: they are asked for again, and never taken from a living process.
      publish(.noticed(error))
      askAgain(about: mine.filter(mayBelongElsewhere).map(\.id))
      mine = mine.filter { !mayBelongElsewhere($0) }
    }
    for job in mine {
      guard let entry = queued(job) else { continue }
      if job.cancelRequested {
        cancelWaiting(job.id)
        continue
      }
      queue.put(entry)
      if case .job(let parent) = entry.wait { parents.insert(parent) }
    }
    guard !parents.isEmpty else { return }
    do throws(Failure) {
      for parent in try await storage.jobs(matching: JobQuery(ids: Array(parents))) {
        tellDependents(of: parent)
      }
    } catch {
      publish(.noticed(error))
    }
  }

  private func askAgain(about jobs: [JobID]) {
    guard !jobs.isEmpty else { return }
    lifetime.add(
      Task { [weak self, clock] in
        await clock.wait(until: clock.now.advanced(by: .seconds(1)))
        if !Task.isCancelled { await self?.lookAgain(at: jobs) }
      })
  }

  private func lookAgain(at jobs: [JobID]) async {
    do throws(Failure) {
      await absorb(try await storage.jobs(matching: JobQuery(ids: jobs)), from: .elsewhere)
    } catch {
      publish(.noticed(error))
      askAgain(about: jobs)
    }
  }

  /// Carries out a wish to stop that met a job between two attempts: no store lets it start.
  func cancelWaiting(_ job: JobID) {
    queue.remove(job)
    commits.outbox.moves[job] = JobChange(
      state: .cancelled(sent: 0), at: clock.now, cancelRequested: false)
  }

  func tellDependents(of job: Job) {
    switch job.state {
    case .succeeded: queue.succeeded(job.id)
    case .failed, .cancelled, .skipped: queue.failed(job.id)
    case .held, .waiting, .running, .polling, .interrupted: break
    }
  }

  /// Takes over what orders, or other processes, made of jobs.
  func absorb(_ jobs: [Job], from place: Event.Place = .here) async {
    guard !jobs.isEmpty else { return }
    var open: [Job] = []
    reader.heard(of: jobs.map(\.id))
    for job in jobs {
      pipeline.attempts.noteKey(of: job)
      if let run = pipeline.attempts[job.id] {
        // Our own commits come after what was read here, unless it still runs.
        guard case .running = job.state else {
          run.isOvertaken = true
          continue
        }
        if job.cancelRequested, run.stop == nil { stop(job.id, .byUser) }
        if let remote = job.remote { run.job.remote?.wish = remote.wish }
        continue
      }
      if case .running = job.state, queue.isWaiting(job.id) {
        // It left the wire for a back-off while it was asked to stop.
        if job.cancelRequested { cancelWaiting(job.id) }
        continue
      }
      if QueuedJob(job, urgency: .queued) != nil {
        open.append(job)
      } else {
        queue.remove(job.id)
        pipeline.attempts.dropSecrets(for: job.id)
        tellDependents(of: job)
      }
    }
    await enqueue(open)
    publish(.jobsChanged(jobs), from: place)
    settle(jobs)
    fill()
  }
}
