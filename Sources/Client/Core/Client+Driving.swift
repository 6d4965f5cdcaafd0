import ClientModel

/// Advances graphs: `GraphWorker` decides and commits, and what it committed is carried out here.
extension Client {
  /// Takes over graphs that no live process advances; the queue runner calls this.
  func adoptGraphs() async throws(Failure) {
    let found = try await storage.graphs(matching: GraphQuery(standing: .adoptable))
    take(found)
    stopBatchesSoon(found)
    for run in found.reversed() where graphs.driven[run.id] == nil && run.rows == nil {
      do throws(Failure) {
        guard try await storage.material(of: run.id) != nil else { continue }
      } catch {
        // The graph stays open and unchanged, and does not prevent other graphs from being taken over.
        publish(.noticed(error))
        continue
      }
      try await takeUp([run])
    }
  }

  /// Takes over such graphs beside the loop, after a process has ended.
  func adoptSoon() {
    guard runner.isRunner, !lifetime.isQuitting else { return }
    reporting { (client) throws(Failure) in try await client.adoptGraphs() }
  }

  /// Advances these graphs from now on.
  func takeUp(_ runs: [GraphRun]) async throws(Failure) {
    for run in runs where !run.isEnded && graphs.driven[run.id] == nil && run.rows == nil {
      guard let driven = try await worker.open(run), graphs.driven[run.id] == nil else { continue }
      graphs.add(driven)
      do throws(Failure) {
        try await load(driven)
      } catch {
        driven.isLoaded = true
        noteIdleness()
        throw error
      }
      driven.isLoaded = true
      drive(driven)
      if driven.driver == nil { noteIdleness() }
    }
  }

  /// Brings a graph up to what is in the store.
  private func load(_ driven: DrivenGraph) async throws(Failure) {
    let jobs = try await worker.restore(driven)
    graphs.notePlaces(in: driven.run)
    // A job that a dead process was to start at once waits for its lane now.
    guard driven.run.urgency == .now, graphs.urgency(of: driven.run.id) == .queued, runner.isRunner
    else { return }
    let asleep = jobs.filter { $0.isUnsent && !pipeline.attempts.isImmediate($0.id) }
    guard !asleep.isEmpty else { return }
    let now = clock.now
    _ = try await change(asleep.map(\.id)) { job in
      guard job.state == .waiting(.slot), job.attempts == 0 else { return nil }
      let later = max(now, job.created.advanced(by: .milliseconds(1)))
      return JobChange(state: .waiting(.slot), at: later)
    }
  }

  /// Takes over what other processes did to graphs.
  func absorb(_ runs: [GraphRun], from place: Event.Place = .here) async throws(Failure) {
    guard !runs.isEmpty else { return }
    take(runs)
    stopBatchesSoon(runs)
    for run in runs where run.rows == nil {
      guard let driven = graphs.driven[run.id] else {
        if run.isEnded { graphs.remove(run) }
        continue
      }
      driven.isOutdated = true
      drive(driven)
    }
    if runner.isRunner,
      runs.contains(where: { !$0.isEnded && $0.rows == nil && graphs.driven[$0.id] == nil })
    {
      try await adoptGraphs()
    }
    publish(.graphsChanged(runs), from: place)
    graphs.waiters.resumeAll()
  }

  /// Records which jobs belong to graphs, before changes of these jobs are published. This includes this
  /// process's own jobs: their commit may be read here before the call that made it returns.
  func notePlaces(in runs: [GraphRun]) {
    for run in runs where !run.isEnded && (publisher.wanted != 0 || graphs.driven[run.id] != nil) {
      graphs.notePlaces(in: run)
    }
  }

  /// Notifies graphs, batches and their waiters of jobs that changed.
  func noteSteps(_ jobs: [Job]) {
    if !graphs.waiters.isEmpty, jobs.contains(where: \.state.isSettled) {
      graphs.waiters.resumeAll()
    }
    noteRows(jobs)
    for driven in graphs.hear(of: jobs) { drive(driven) }
  }

  /// Starts a task that processes a graph's pending events; only one task per graph does so at a time.
  private func drive(_ driven: DrivenGraph) {
    guard driven.driver == nil, driven.hasWork || driven.run.isEnded else { return }
    waiting.idle.wasBusy = true
    driven.driver = Task { await driveOn(driven) }
  }

  private func driveOn(_ driven: DrivenGraph) async {
    while driven.hasWork {
      do throws(Failure) {
        if driven.isOutdated, try await worker.reload(driven) { try await load(driven) }
        let round = try await worker.advance(driven, urgency: graphs.urgency(of: driven.run.id)) {
          !lifetime.isQuitting
        }
        if let round { await begin(round, of: driven) }
      } catch {
        // The store takes no writes: what is to be written is kept, and tried again.
        publish(.noticed(error))
        if lifetime.isQuitting { break }
        await clock.wait(until: clock.now.advanced(by: .seconds(1)))
      }
      if lifetime.isQuitting, driven.news.isEmpty { break }
    }
    driven.driver = nil
    if driven.run.isEnded, driven.local.isEmpty { graphs.remove(driven.run) }
    noteIdleness()
  }

  /// After a commit: the jobs enter the queue, local steps start, and subscribers are notified.
  private func begin(_ round: GraphWorker.Round, of driven: DrivenGraph) async {
    let now = clock.now
    var added: [(new: NewJob, job: Job)] = []
    for ((step, new), id) in zip(round.jobs, round.receipt.added) {
      graphs.note(id, at: StepPlace(graph: round.receipt.run.id, step: step))
      if new.urgency == .now { pipeline.attempts.addImmediate(id) }
      added.append((new, Job(new, id: id, at: now)))
    }
    for (step, input) in round.local {
      driven.local[step] = Task {
        let result = await worker.run(step, on: input, in: driven)
        driven.local[step] = nil
        // The client ends: the next queue runner runs the step again or fails it.
        guard lifetime.quitting != .stop, let result else { return }
        driven.news.append(result)
        drive(driven)
      }
    }
    publish(.graphsChanged([round.receipt.run]))
    graphs.waiters.resumeAll()
    guard !added.isEmpty else { return }
    touch(added.map(\.job))
    await begin(added)
  }

  /// Waits until no graph is active. Local steps finish, or are cancelled when the client stops; their results
  /// are committed.
  func restGraphs() async {
    while let driven = graphs.active {
      if lifetime.quitting == .stop { driven.stopLocal() }
      if let driver = driven.driver {
        await driver.value
      } else {
        await driven.local.values.first?.value
      }
    }
  }
}

extension Job {
  /// Whether it was to be sent at once and no attempt was made.
  fileprivate var isUnsent: Bool { urgency == .now && state == .waiting(.slot) && attempts == 0 }
}
