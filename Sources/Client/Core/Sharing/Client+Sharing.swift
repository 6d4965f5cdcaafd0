import ClientModel

/// Coordinates this process with other processes that use the same store.
extension Client {
  /// Listens to the transport and to other processes.
  func listen() {
    let transferred = transport.events
    lifetime.add(
      Task { [weak self] in
        for await batch in transferred { await self?.take(batch) }
      })
    if runner.role == .sender { return lifetime.add(listenLater()) }
    let doorbell = storage.doorbell
    lifetime.add(
      Task { [weak self] in
        for await _ in doorbell { await self?.readChanges() }
      })
  }

  /// Listens to other processes only after 250 ms. A sender's own jobs usually finish before another process
  /// can refer to them, and the kernel needs about 15 ms to remove a file watch when the process exits.
  private func listenLater() -> Task<Void, Never> {
    Task { [weak self, storage, clock] in
      await clock.wait(until: clock.now.advanced(by: .milliseconds(250)))
      if Task.isCancelled { return }
      let doorbell = storage.doorbell
      // Notifications for earlier commits were missed.
      await self?.readChanges()
      for await _ in doorbell { await self?.readChanges() }
    }
  }

  func currentRevision() async -> Int64 {
    do throws(Failure) {
      return try await storage.commit(StoreBatch()).revision
    } catch {
      // A read-only store reports all its changes at the first notification instead.
      return 0
    }
  }

  /// Applies the commits of other processes. Notifications that arrive meanwhile cause one more pass.
  func readChanges() async {
    runner.doubt()
    guard reader.begin() else { return }
    defer { fill() }
    repeat {
      do throws(Failure) {
        // Read before the job changes, because some of these events add details to them.
        let raised = await takeRaised()
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
        publisher.subscribers.publish(raised)
        try await releaseKeyless()
        try await readSharedNews()
      } catch {
        // An error is not reported while the store closes.
        if !Task.isCancelled { publish(.noticed(error)) }
      }
    } while reader.readsAgain()
  }

  /// Queries or changes jobs in the store. Pass the result to `absorb` together with the returned number.
  private func inOrder<Answer>(
    _ ask: () async throws(Failure) -> Answer
  ) async throws(Failure) -> (Answer, number: Int) {
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

  /// Follows until the queue runner has ended, then takes its place.
  func awaitRunnerLock() async {
    while !Task.isCancelled, !lifetime.isQuitting {
      let watch = Task { [storage, isDoubtful = runner.isDoubtful] in
        if !isDoubtful { await storage.waitForRunnerLock() }
        return await Self.claim(storage)
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

  private static func claim(_ storage: any Storage) async -> Result<RunnerClaim, Failure> {
    do throws(Failure) { return .success(try await storage.claimRunnerLock()) } catch {
      return .failure(error)
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
    endOldHolds()
    try await adoptGraphs()
    try await watchOwners()
    try await releaseKeyless()
    publish(.runnerChanged(.mine))
    if !taken.changed.isEmpty { publish(.lanesChanged(taken.changed)) }
    runner.isTakingOver = false
    fill()
    let oldest = clock.now.advanced(by: .zero - options.keptSpan)
    lifetime.add(Task { await prune(olderThan: oldest) })
  }

  private func prune(olderThan oldest: Timestamp) async {
    do throws(Failure) {
      try await storage.prune(olderThan: oldest, keeping: options.keptSize)
    } catch {
      publish(.noticed(error))
    }
  }
}
