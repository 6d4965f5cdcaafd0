import ClientModel

/// Coordinates this process with other processes that use the same store.
extension Client {
  // MARK: Changes by other processes

  /// Listens to the transport and to other processes.
  func listen() {
    let transferred = transport.events
    lifetime.add(
      Task { [weak self] in
        for await batch in transferred { await self?.take(batch) }
      })
    // A sender's own jobs usually finish before another process can refer to them, and the kernel needs about
    // 15 ms to remove a file watch when the process exits: a sender listens only after a while.
    let early = runner.role == .sender ? nil : storage.doorbell
    lifetime.add(
      Task { [weak self, storage, clock] in
        if early == nil {
          await clock.wait(until: clock.now.advanced(by: .milliseconds(250)))
          if Task.isCancelled { return }
        }
        let doorbell = early ?? storage.doorbell
        // Notifications for earlier commits were missed.
        if early == nil { await self?.readChanges() }
        for await _ in doorbell { await self?.readChanges() }
      })
  }

  /// Applies the commits of other processes. Notifications that arrive meanwhile cause one more pass.
  func readChanges() async {
    runner.doubt()
    guard reader.begin() else { return }
    defer { fill() }
    repeat {
      do throws(Failure) {
        // Read before the job changes, because some of these events add details to them.
        let raised = await publisher.takeRaised(from: storage)
        var isPartial = true
        while isPartial {
          let (changes, number) = try await inOrder { () throws(Failure) in
            try await storage.changes(since: reader.revision)
          }
          reader.reached(changes.revision)
          isPartial = changes.isPartial
          absorb(changes.lanes, from: .elsewhere)
          notePlaces(in: changes.graphs)
          // Applied before the jobs, because rows of a held batch must not be started.
          take(changes.graphs)
          try await absorb(changes.jobs, of: number, from: .elsewhere)
          try await absorb(changes.graphs, from: .elsewhere)
          if changes.jobs.contains(where: isElsewhere) { try await watchOwners() }
        }
        publisher.publish(raised)
        try await releaseKeyless()
        try await sharedValues.readChanges()
      } catch {
        // An error is not reported while the store closes.
        if !Task.isCancelled { publish(.noticed(error)) }
      }
    } while reader.readsAgain()
  }

  /// Queries or changes jobs in the store. Pass the result to `absorb` together with the returned number.
  private func inOrder<Response>(
    _ ask: () async throws(Failure) -> Response
  ) async throws(Failure) -> (Response, number: Int) {
    let number = reader.fence.begin()
    do throws(Failure) { return (try await ask(), number) } catch {
      reader.fence.end(number)
      throw error
    }
  }

  /// Applies jobs that were read or committed. Jobs that were published during that operation are read again,
  /// so that an old state never overwrites a newer one.
  private func absorb(
    _ jobs: [Job], of number: Int, from place: Event.Place
  ) async throws(Failure) {
    var (jobs, overtaken) = (jobs, reader.fence.end(number))
    while true {
      await absorb(jobs.filter { !overtaken.contains($0.id) }, from: place)
      let late = jobs.map(\.id).filter(overtaken.contains)
      if late.isEmpty { return }
      let (read, again) = try await inOrder { () throws(Failure) in
        try await storage.jobs(matching: JobQuery(ids: late))
      }
      (jobs, overtaken) = (read, reader.fence.end(again))
    }
  }

  /// Commits a change of jobs and applies it. Other results in flight may be older or newer.
  func absorbing(
    _ commit: () async throws(Failure) -> [Job]
  ) async throws(Failure) -> [Job] {
    let (changed, number) = try await inOrder(commit)
    reader.fence.publish(changed.lazy.map(\.id), except: number)
    try await absorb(changed, of: number, from: .here)
    return changed
  }

  /// Records that this process has newer states of these jobs than the results in flight.
  func touch(_ jobs: [Job]) { reader.fence.publish(jobs.lazy.map(\.id)) }

  // MARK: Processes that end

  /// True for a job that another process has on the wire.
  private func isElsewhere(_ job: Job) -> Bool {
    if case .running = job.state { pipeline.attempts[job.id] == nil } else { false }
  }

  /// Waits for the end of each process that has jobs on the wire, so that what it leaves is taken up
  /// at once. Only the queue runner does, and only while there are such processes.
  func watchOwners() async throws(Failure) {
    guard runner.isRunner, !lifetime.isQuitting else { return }
    for name in try await storage.otherOwners() { watch(owner: name) }
  }

  private func watch(owner name: String) {
    others.wait(for: name) {
      Task { [storage, weak self] in
        await storage.waitForEnd(of: name)
        if !Task.isCancelled { await self?.ended(owner: name) }
      }
    }
  }

  /// Excludes the immediate jobs that another live process will send or retry: that process owns them,
  /// because it started them with its own environment and stubs. They are included again when it ends.
  func withoutSleepers(_ jobs: [Job]) async throws(Failure) -> [Job] {
    let asleep = jobs.filter(mayBelongElsewhere)
    guard !asleep.isEmpty else { return jobs }
    let tries = asleep.map { AttemptID(job: $0.id, number: $0.attempts) }
    let owners = try await storage.livingOwners(of: tries)
    for (attempt, name) in owners {
      others.add(attempt.job, of: name)
      watch(owner: name)
    }
    let others = Set(owners.keys.map(\.job))
    return jobs.filter { !others.contains($0.id) }
  }

  /// Whether another process may own the job: an immediate job that waits for its first or next attempt
  /// and that this process has not taken over.
  func mayBelongElsewhere(_ job: Job) -> Bool {
    guard job.urgency == .now, !pipeline.attempts.isImmediate(job.id),
      pipeline.attempts[job.id] == nil,
      !queue.isWaiting(job.id)
    else { return false }
    if job.attempts == 0 { return job.since == job.created }
    switch job.state {
    case .waiting(.until), .polling: return true
    case .held, .waiting, .running, .succeeded, .failed, .cancelled, .skipped, .interrupted:
      return false
    }
  }

  private func ended(owner name: String) async {
    let asleep = others.remove(name)
    guard runner.isRunner, !lifetime.isQuitting else { return }
    do throws(Failure) {
      defer { adoptSoon() }
      let ids = try await recoverOrphans() + asleep
      guard !ids.isEmpty else { return }
      // Other processes ended these jobs, or recovery has already reported them.
      await absorb(try await storage.jobs(matching: JobQuery(ids: ids)), from: .elsewhere)
    } catch {
      publish(.noticed(error))
    }
  }

  /// Decides what becomes of jobs whose process died. Returns those that were changed.
  private func recoverOrphans() async throws(Failure) -> [JobID] {
    if try await storage.orphans().isEmpty { return [] }
    let now = clock.now
    let changed = try await storage.recoverOrphans { Recovery.change($0, at: now) }
    publish(.jobsChanged(changed))
    settle(changed)
    return changed.map(\.id)
  }

  /// Releases the jobs for whose sealed parts the store's key is available again.
  func releaseKeyless() async throws(Failure) {
    guard runner.isRunner, !pipeline.attempts.keyless.isEmpty else { return }
    let back = try await storage.openable(pipeline.attempts.keyless.sorted())
    guard !back.isEmpty else { return }
    let now = clock.now
    _ = try await change(back) { job in
      if case .held(let hold) = job.state, hold.isMissingKey {
        JobOrders.release(job, at: now)
      } else {
        nil
      }
    }
  }
}
