public import ClientModel

/// Somebody who waits for jobs; resumed once.
struct Waiter: Sendable {
  var open: Set<JobID>
  var found: [JobID: Job] = [:]
  var continuation: CheckedContinuation<Void, Never>?
}

/// Somebody who waits until there is nothing to do.
struct IdleWaiter: Sendable {
  enum Aim: Sendable { case idle, drained }

  var aim: Aim
  var continuation: CheckedContinuation<Void, Never>
}

extension Client {
  /// Waits until each job is finished, interrupted, or held by a question or a missing secret.
  ///
  /// Returns at once for jobs that are so already, and when the task is cancelled. The jobs come in
  /// the order asked for, as they stand; unknown ones are left out.
  public func wait(for jobs: [JobID]) async throws(Failure) -> [Job] {
    let number = takeNumber()
    // Registered before the store is read, so that no end falls in between.
    waiters[number] = Waiter(open: Set(jobs))
    for job in Set(jobs) { waitersOf[job, default: []].append(number) }
    defer { forgetWaiter(number, jobs) }
    let present = try await read(jobs)
    waiters[number]?.open.formIntersection(present.map(\.id))
    for job in present where waiters[number]?.open.contains(job.id) ?? false {
      if job.state.isSettled { note(job, for: number) }
    }
    if let waiter = waiters[number], !waiter.open.isEmpty {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          if Task.isCancelled {
            continuation.resume()
          } else {
            waiters[number]?.continuation = continuation
          }
        }
      } onCancel: {
        Task { await self.resumeWaiter(number) }
      }
    }
    if Task.isCancelled || !(waiters[number]?.open.isEmpty ?? true) {
      let now = try await read(jobs)
      let byID = Dictionary(now.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      return jobs.compactMap { byID[$0] }
    }
    let found = waiters[number]?.found ?? [:]
    return jobs.compactMap { found[$0] }
  }

  /// Jobs by id, in portions, since a query may name 100,000.
  private func read(_ ids: [JobID]) async throws(Failure) -> [Job] {
    var jobs: [Job] = []
    for begin in stride(from: 0, to: ids.count, by: 5_000) {
      let portion = Array(ids[begin..<min(ids.count, begin + 5_000)])
      jobs += try await storage.jobs(matching: JobQuery(ids: portion))
    }
    return jobs
  }

  private func forgetWaiter(_ number: Int, _ jobs: [JobID]) {
    waiters[number] = nil
    for job in Set(jobs) {
      waitersOf[job]?.removeAll { $0 == number }
      if waitersOf[job]?.isEmpty ?? false { waitersOf[job] = nil }
    }
  }

  private func note(_ job: Job, for number: Int) {
    guard waiters[number]?.open.remove(job.id) != nil else { return }
    waiters[number]?.found[job.id] = job
    if waiters[number]?.open.isEmpty ?? false { resumeWaiter(number) }
  }

  /// Resumes a waiter's task; taking the continuation out first makes it once.
  func resumeWaiter(_ number: Int) {
    let continuation = waiters[number]?.continuation
    waiters[number]?.continuation = nil
    continuation?.resume()
  }

  /// Tells waiters of jobs that will not move by themselves any more.
  func settle(_ jobs: [Job]) {
    noteSteps(jobs)
    guard !waitersOf.isEmpty else { return }
    for job in jobs where job.state.isSettled {
      for number in waitersOf[job.id] ?? [] { note(job, for: number) }
    }
  }

  /// True when nothing runs, nothing is being written, and all that waits has been read.
  public var isIdle: Bool {
    runs.isEmpty && outbox.isEmpty && committing == nil && fault == nil
      && newsWhileLoading == nil && graphs.isResting
  }

  /// Waits until nothing runs and nothing is being written.
  public func waitUntilIdle() async { await wait(until: .idle) }

  /// Waits until nothing runs, nothing is being written, and no waiting job will start by itself:
  /// what is left is held, or in a paused lane. Where another process drains, until that one has no
  /// such work, or has ended and this process did the rest. What `queue run --until-idle` waits for.
  public func waitUntilDrained() async { await wait(until: .drained) }

  private func wait(until aim: IdleWaiter.Aim) async {
    if isReached(aim) { return }
    let number = takeNumber()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          continuation.resume()
        } else {
          idleWaiters[number] = IdleWaiter(aim: aim, continuation: continuation)
          lookOn()
        }
      }
    } onCancel: {
      Task { await self.resumeIdleWaiter(number) }
    }
  }

  func resumeIdleWaiter(_ number: Int) {
    idleWaiters.removeValue(forKey: number)?.continuation.resume()
  }

  private func isReached(_ aim: IdleWaiter.Aim) -> Bool {
    switch aim {
    case .idle: isIdle
    case .drained: isIdle && !isTakingDrain && !isOnlooker && !queue.hasWorkToCome
    }
  }

  /// True where another process drains: what is left to do stands in the store alone.
  var isOnlooker: Bool { if case .held = drain { true } else { false } }

  /// Called whenever work may have run out.
  func noteIdleness() {
    let steps = stepWaiters
    stepWaiters = [:]
    for step in steps.values { step.resume() }
    guard isIdle else { return }
    if wasBusy {
      wasBusy = false
      tell(.idle)
    }
    for (number, waiter) in idleWaiters where isReached(waiter.aim) { resumeIdleWaiter(number) }
    lookOn()
  }
}

extension JobState {
  /// True when the job does not move without somebody's word.
  var isSettled: Bool {
    switch self {
    case .held(.question), .held(.missingSecret), .interrupted: true
    case .held, .waiting, .running, .polling: false
    case .succeeded, .failed, .cancelled, .skipped: true
    }
  }
}
