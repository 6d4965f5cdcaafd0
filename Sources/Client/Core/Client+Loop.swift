import ClientModel

/// The loop of a client: what happened comes in, what was decided goes out.
///
///     transport, store, clock, user ──► pipeline and queue decide ──► outbox ──► commit ──► transport
extension Client {
  // MARK: What happened

  /// Takes what the transport reports.
  func take(_ events: [TransportEvent]) {
    for event in events {
      switch event {
      case .headArrived(let id, let head):
        // A queue runner without a screen has no subscriber for heads.
        guard publisher.hasEventSubscribers || publisher.wanted != 0,
          let run = pipeline.attempts.run(of: id)
        else { continue }
        publish(.headArrived(id.job, pipeline.shown(head, of: run)))
      case .progressed(let id, let progress):
        if pipeline.attempts.run(of: id) != nil { publish(.progressed(id.job, progress)) }
      case .bodyGrew(let id, let length, let place):
        guard let run = pipeline.attempts.run(of: id) else { continue }
        publish(.bodyGrew(id.job, length, path: place == .file ? run.bodyPath : nil))
      case .finished(let id, let result, let facts): pipeline.received(result, of: id, facts)
      case .cookiesChanged(let changes): pipeline.jars.note(changes)
      }
    }
    fill()
  }

  /// Enters jobs that were just committed into the queue.
  func announce(_ jobs: [NewJob], as ids: [JobID]) async {
    if runner.role != .visitor {
      for (job, id) in zip(jobs, ids) where job.urgency == .now {
        pipeline.attempts.addImmediate(id)
      }
    }
    // A process that neither runs jobs nor shows them need not look at them again.
    let asksCache = cache != nil && jobs.contains(where: \.asksCache)
    guard
      runner.role != .visitor || publisher.hasEventSubscribers || asksCache
        || publisher.wants(.submitted)
    else { return }
    let now = clock.now
    await begin(zip(jobs, ids).map { ($0, Job($0, id: $1, at: now)) })
  }

  /// Starts or enqueues jobs that were just committed. A job that the cache alone can decide starts at
  /// once, without a slot and even if its lane is paused; all other jobs enter the queue.
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
      // The first attempt of an immediate job reuses these secrets, so that each secret program runs only
      // once.
      pipeline.attempts.keep(lookup.secrets, for: job.id)
      pipeline.attempts.endAskingCache(for: [job.id])
      if lookup.isDecided {
        commits.outbox.starts.append(job.id)
      } else {
        await enqueue([job])
      }
      fill()
    }
  }

  /// Puts waiting jobs before the queue; those that wait for a job which has ended are told so.
  func enqueue(_ jobs: [Job]) async {
    reader.heard(of: jobs.map(\.id))
    var mine = jobs.filter { mayRun($0) && !pipeline.attempts.isAskingCache(for: $0.id) }
    do throws(Failure) { mine = try await withoutSleepers(mine) } catch {
      // Whose they are is not known: they are asked for again, and never taken from a living process.
      publish(.noticed(error))
      readAgain(mine.filter(mayBelongElsewhere).map(\.id))
      mine = mine.filter { !mayBelongElsewhere($0) }
    }
    do throws(Failure) { try await put(found(in: mine)) } catch { publish(.noticed(error)) }
  }

  func urgency(of job: Job) -> Job.Urgency {
    pipeline.attempts.isImmediate(job.id) ? .now : .queued
  }

  /// Whether this process runs a job when its turn comes.
  func mayRun(_ job: Job) -> Bool {
    if pipeline.attempts.isImmediate(job.id) { return runner.role != .visitor }
    return runner.isRunner
  }

  /// Reads jobs again after a second.
  private func readAgain(_ jobs: [JobID]) {
    guard !jobs.isEmpty else { return }
    lifetime.add(
      Task { [weak self, clock] in
        await clock.wait(until: clock.now.advanced(by: .seconds(1)))
        if !Task.isCancelled { await self?.read(jobs) }
      })
  }

  private func read(_ jobs: [JobID]) async {
    do throws(Failure) {
      await absorb(try await storage.jobs(matching: JobQuery(ids: jobs)), from: .elsewhere)
    } catch {
      publish(.noticed(error))
      readAgain(jobs)
    }
  }

  /// Takes over what commands, or other processes, made of jobs.
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
        queue.noteEnd(of: job)
      }
    }
    await enqueue(open)
    publish(.jobsChanged(jobs), from: place)
    settle(jobs)
    fill()
  }

  /// Takes over changed lanes.
  func absorb(_ lanes: [Lane], from place: Event.Place = .here) {
    guard !lanes.isEmpty else { return }
    for lane in lanes { queue.set(lane) }
    publish(.lanesChanged(lanes), from: place)
    fill()
  }

  /// Notifies graphs and waiters of jobs that stay as they are until the user acts.
  func settle(_ jobs: [Job]) {
    noteSteps(jobs)
    waiting.jobs.settle(jobs)
  }

  /// Carries out a wish to stop that met a job between two attempts: no store lets it start.
  func cancelWaiting(_ job: JobID) {
    queue.remove(job)
    commits.outbox.moves[job] = JobChange(
      state: .cancelled(sent: 0), at: clock.now, cancelRequested: false)
  }

  /// Stops a running job, in whatever phase it is.
  func stop(_ job: JobID, _ reason: Run.Stop) {
    if let attempt = pipeline.stop(job, reason) { transport.cancel([attempt]) }
    if pipeline.hasActions { fill() }
  }

  // MARK: What was decided

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

  /// Does what the pipeline decided since the last call, in order.
  private func carryOut() {
    var outgoing: [OutgoingAttempt] = []
    for action in pipeline.takeActions() {
      switch action {
      case .end(let end):
        commits.outbox.ends.append(end)
        queue.ended(end.id.job)
      case .goOn(let end, let next):
        commits.outbox.ends.append(end)
        commits.outbox.hops.append(next)
      case .hold(let lane, let time): hold(lane, until: time)
      case .send(let attempt): outgoing.append(attempt)
      case .work(let work): perform(work)
      }
    }
    if !outgoing.isEmpty { transport.begin(outgoing) }
  }

  private func perform(_ work: AttemptWork) {
    let task = Task {
      let report = await attemptWorker.perform(work)
      pipeline.take(report)
      fill()
    }
    if let attempt = work.processedAttempt {
      pipeline.attempts.run(of: attempt)?.processingTask = task
    }
  }

  private var attemptWorker: AttemptWorker {
    AttemptWorker(
      seams: seams, cookies: cookieReader, values: sharedValues, sends: runner.role != .visitor)
  }

  private var cookieReader: CookieReader {
    CookieReader(jars: pipeline.jars, storage: storage, publisher: publisher)
  }

  /// Passes committed attempts to the transport.
  func dispatch(_ starting: [Run]) async {
    guard !starting.isEmpty else { return }
    pipeline.holdWithoutKey(starting)
    let closed = await cookieReader.readUnknown(of: starting)
    pipeline.depart(starting, closed: closed, at: clock.now)
    carryOut()
  }

  private func hold(_ key: LaneKey, until time: Timestamp) {
    var lane = queue.lane(key) ?? Lane(key: key)
    guard (lane.heldUntil ?? Timestamp(milliseconds: .min)) < time else { return }
    lane.heldUntil = time
    if runner.isRunner { queue.set(lane) }
    commits.outbox.laneHolds[key] = time
    let seconds = time.since(clock.now).components.seconds
    publish(
      .noticed(
        Failure(
          .refused, what: "The lane \(key.name) starts nothing for \(seconds) s.",
          why: "Its server asked for that (Retry-After).",
          whatToDo: "Wait, or lift the hold of the lane.")))
  }

  /// Publishes an event to subscribers, and what it says to those of the event log.
  func publish(_ event: ClientEvent, from place: Event.Place = .here) {
    publisher.publish(event, from: place, graphs: graphs)
  }
}
