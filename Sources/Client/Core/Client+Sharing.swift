import ClientModel

/// Being one of several processes on one store.
extension Client {
  /// Listens to the transport and to other processes.
  func listen() {
    let transferred = transport.events
    loops.append(
      Task { [weak self] in
        for await batch in transferred { await self?.take(batch) }
      })
    if role == .sender { return loops.append(listenLater()) }
    let doorbell = storage.doorbell
    loops.append(
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
    doubtDrain()
    guard catchUp == .resting else {
      catchUp = .readingAgain
      return
    }
    defer { fill() }
    repeat {
      catchUp = .reading
      do throws(Failure) {
        // Before the changes: some of it says more about them.
        let raised = await takeRaised()
        var isPartial = true
        while isPartial {
          let (changes, number) = try await inOrder { () throws(Failure) in
            try await storage.changes(since: revision)
          }
          revision = max(revision, changes.revision)
          isPartial = changes.isPartial
          absorb(changes.lanes, from: .elsewhere)
          notePlaces(in: changes.graphs)
          // Before the jobs: rows of a batch on hold must not be put forward.
          take(changes.graphs)
          try await absorb(changes.jobs, of: number, from: .elsewhere)
          try await absorb(changes.graphs, from: .elsewhere)
          if changes.jobs.contains(where: isElsewhere) { try await watchOwners() }
        }
        emit(raised)
        try await releaseKeyless()
        try await readSharedNews()
      } catch {
        // A ring that is read while the store closes concerns this process no more.
        if !Task.isCancelled { tell(.noticed(error)) }
      }
    } while catchUp == .readingAgain
    catchUp = .resting
  }

  /// Asks the store for something about jobs; `absorb` takes the answer over, with the number.
  private func inOrder<Answer>(
    _ ask: () async throws(Failure) -> Answer
  ) async throws(Failure) -> (Answer, number: Int) {
    let number = newsOrder.begin()
    do throws(Failure) { return (try await ask(), number) } catch {
      newsOrder.end(number)
      throw error
    }
  }

  /// Takes over jobs as they were read or committed, unless they were told of while that was on its way:
  /// those are read again, so that old news never undoes newer.
  private func absorb(
    _ jobs: [Job], of number: Int, from place: Event.Place
  ) async throws(Failure) {
    var (jobs, overtaken) = (jobs, newsOrder.end(number))
    while true {
      await absorb(jobs.filter { !overtaken.contains($0.id) }, from: place)
      let late = jobs.map(\.id).filter(overtaken.contains)
      if late.isEmpty { return }
      let (read, again) = try await inOrder { () throws(Failure) in
        try await storage.jobs(matching: JobQuery(ids: late))
      }
      (jobs, overtaken) = (read, newsOrder.end(again))
    }
  }

  /// Commits a change of jobs and takes it over: what else is on its way may be older, or newer.
  func absorbing(
    _ commit: () async throws(Failure) -> [Job]
  ) async throws(Failure) -> [Job] {
    let (changed, number) = try await inOrder(commit)
    newsOrder.tell(changed.lazy.map(\.id), but: number)
    try await absorb(changed, of: number, from: .here)
    return changed
  }

  /// Notes that this process knows more of these jobs than what is on its way.
  func touch(_ jobs: [Job]) { newsOrder.tell(jobs.lazy.map(\.id)) }

  /// Looks on until the process that drains has ended, then takes its place.
  func awaitDrain() async {
    while !Task.isCancelled, quitting == nil {
      let watch = Task { [storage, isDrainDoubtful] in
        if !isDrainDoubtful { await storage.waitForDrain() }
        return await Self.claim(storage)
      }
      isDrainDoubtful = false
      drainWatch = watch
      let asked = await withTaskCancellationHandler {
        await watch.value
      } onCancel: {
        watch.cancel()
      }
      drainWatch = nil
      guard !Task.isCancelled, quitting == nil else { return }
      do throws(Failure) {
        let claim = try asked.get()
        if claim == .mine { return try await takeDrain() }
        if claim != drain {
          drain = claim
          tell(.drainChanged(claim))
        }
      } catch {
        tell(.noticed(error))
      }
      // Somebody was quicker, or the store is unwell: a pause, so that this loop cannot spin.
      await clock.wait(until: clock.now.advanced(by: .seconds(1)))
    }
  }

  private static func claim(_ storage: any Storage) async -> Result<DrainClaim, Failure> {
    do throws(Failure) { return .success(try await storage.claimDrain()) } catch {
      return .failure(error)
    }
  }

  /// Somebody committed who may have taken the place of the process that is known to drain: who
  /// lost that race would wait, in the kernel, for the one that won it, and go on naming the dead.
  private func doubtDrain() {
    guard case .held = drain else { return }
    isDrainDoubtful = true
    drainWatch?.cancel()
  }

  /// Becomes the one that runs queued jobs: first what died is put in order, then work begins.
  func takeDrain() async throws(Failure) {
    isTakingDrain = true
    let (now, rule) = (clock.now, restartRule)
    let taken = try await storage.takeQueue(
      QueueTakeover(
        job: { Recovery.change($0, at: now) },
        lane: { Recovery.change(of: $0, after: $1, rule) }))
    revision = max(revision, taken.revision)
    drain = .mine
    for lane in taken.lanes { queue.set(lane) }
    tell(.jobsChanged(taken.recovered))
    settle(taken.recovered)
    try await loadBatches()
    try await loadWork()
    endOldHolds()
    try await adoptGraphs()
    try await watchOwners()
    try await releaseKeyless()
    tell(.drainChanged(.mine))
    if !taken.changed.isEmpty { tell(.lanesChanged(taken.changed)) }
    isTakingDrain = false
    fill()
    let oldest = clock.now.advanced(by: .zero - options.keptSpan)
    loops.append(Task { await prune(olderThan: oldest) })
  }

  private func prune(olderThan oldest: Timestamp) async {
    do throws(Failure) {
      try await storage.prune(olderThan: oldest, keeping: options.keptSize)
    } catch {
      tell(.noticed(error))
    }
  }
}
