import ClientModel

/// Being one of several processes on one store.
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

  /// A sender's own jobs are most often done before anybody could name them, and a watch on a file
  /// is dear to give back: the kernel takes some 15 ms for that at the end of the process.
  private func listenLater() -> Task<Void, Never> {
    Task { [weak self, storage, clock] in
      await clock.wait(until: clock.now.advanced(by: .milliseconds(250)))
      if Task.isCancelled { return }
      let doorbell = storage.doorbell
      // What was committed until now rang unheard.
      await self?.readChanges()
      for await _ in doorbell { await self?.readChanges() }
    }
  }

  func currentRevision() async -> Int64 {
    do throws(Failure) {
      return try await storage.commit(StoreBatch()).revision
    } catch {
      // A store that is read-only tells all its changes at the first ring instead.
      return 0
    }
  }

  /// Takes over what other processes committed; rings that come meanwhile are one more round.
  func readChanges() async {
    runner.doubt()
    guard reader.begin() else { return }
    defer { fill() }
    repeat {
      do throws(Failure) {
        // Before the changes: some of it says more about them.
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
          // Before the jobs: rows of a batch on hold must not be put forward.
          take(changes.graphs)
          try await absorb(changes.jobs, of: number, from: .elsewhere)
          try await absorb(changes.graphs, from: .elsewhere)
          if changes.jobs.contains(where: isElsewhere) { try await watchOwners() }
        }
        publisher.subscribers.publish(raised)
        try await releaseKeyless()
        try await readSharedNews()
      } catch {
        // A ring that is read while the store closes concerns this process no more.
        if !Task.isCancelled { publish(.noticed(error)) }
      }
    } while reader.readsAgain()
  }

  /// Asks the store for something about jobs; `absorb` takes the answer over, with the number.
  private func inOrder<Answer>(
    _ ask: () async throws(Failure) -> Answer
  ) async throws(Failure) -> (Answer, number: Int) {
    let number = reader.fence.begin()
    do throws(Failure) { return (try await ask(), number) } catch {
      reader.fence.end(number)
      throw error
    }
  }

  /// Takes over jobs as they were read or committed, unless they were told of while that was on its way:
  /// those are read again, so that old news never undoes newer.
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

  /// Commits a change of jobs and takes it over: what else is on its way may be older, or newer.
  func absorbing(
    _ commit: () async throws(Failure) -> [Job]
  ) async throws(Failure) -> [Job] {
    let (changed, number) = try await inOrder(commit)
    reader.fence.publish(changed.lazy.map(\.id), except: number)
    try await absorb(changed, of: number, from: .here)
    return changed
  }

  /// Notes that this process knows more of these jobs than what is on its way.
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
      // Somebody was quicker, or the store is unwell: a pause, so that this loop cannot spin.
      await clock.wait(until: clock.now.advanced(by: .seconds(1)))
    }
  }

  private static func claim(_ storage: any Storage) async -> Result<RunnerClaim, Failure> {
    do throws(Failure) { return .success(try await storage.claimRunnerLock()) } catch {
      return .failure(error)
    }
  }

  /// Becomes the one that runs queued jobs: first what died is put in order, then work begins.
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
