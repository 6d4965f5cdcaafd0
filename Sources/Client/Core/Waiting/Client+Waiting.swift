public import ClientModel

extension Client {
  /// Waits until each job is finished, interrupted, or held by a question or a missing secret.
  ///
  /// Returns at once for jobs that are so already, and when the task is cancelled. The jobs come in
  /// the order asked for, as they stand; unknown ones are left out.
  public func wait(for jobs: [JobID]) async throws(Failure) -> [Job] {
    let wanted = Set(jobs)
    let id = waiting.jobs.add(for: wanted)
    defer { waiting.jobs.remove(id, waitingFor: wanted) }
    waiting.jobs.begin(id, with: try await read(jobs))
    if waiting.jobs.result(of: id) == nil {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          if Task.isCancelled {
            continuation.resume()
          } else {
            waiting.jobs.suspend(id, continuation)
          }
        }
      } onCancel: {
        Task { await self.resumeWaiter(id) }
      }
    }
    if !Task.isCancelled, let settled = waiting.jobs.result(of: id) {
      return jobs.compactMap { settled[$0] }
    }
    let now = try await read(jobs)
    let byID = Dictionary(now.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return jobs.compactMap { byID[$0] }
  }

  private func resumeWaiter(_ id: WaiterID) { waiting.jobs.resume(id) }

  /// Jobs by id, in portions, since a query may name 100,000.
  private func read(_ ids: [JobID]) async throws(Failure) -> [Job] {
    var jobs: [Job] = []
    for begin in stride(from: 0, to: ids.count, by: 5_000) {
      let portion = Array(ids[begin..<min(ids.count, begin + 5_000)])
      jobs += try await storage.jobs(matching: JobQuery(ids: portion))
    }
    return jobs
  }

  /// Notifies graphs and waiters of jobs that stay as they are until the user acts.
  func settle(_ jobs: [Job]) {
    noteSteps(jobs)
    waiting.jobs.settle(jobs)
  }

  /// True when nothing runs, nothing is being written, and all that waits has been read.
  public var isIdle: Bool {
    pipeline.attempts.isEmpty && commits.isResting && !reader.isLoading && graphs.isResting
  }

  /// Waits until nothing runs and nothing is being written.
  public func waitUntilIdle() async { await wait(until: .idle) }

  /// Waits until nothing runs, nothing is being written, and no waiting job will start by itself:
  /// what is left is held, or in a paused lane. Where another process runs the queue, until that one has no
  /// such work, or has ended and this process did the rest. What `queue run --until-idle` waits for.
  public func waitUntilDrained() async { await wait(until: .drained) }

  private func wait(until aim: IdleWaiters.Aim) async {
    if isReached(aim) { return }
    let number = waiting.idle.nextNumber()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          continuation.resume()
        } else {
          waiting.idle.suspend(number, until: aim, continuation)
          lookOn()
        }
      }
    } onCancel: {
      Task { await self.resumeIdleWaiter(number) }
    }
  }

  private func resumeIdleWaiter(_ number: Int) { waiting.idle.resume(number) }

  private func isReached(_ aim: IdleWaiters.Aim) -> Bool {
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
    lookOn()
  }

  // MARK: Work of another process

  /// Reads the store for `waitUntilDrained`, if another process runs the queue.
  func lookOn() {
    guard runner.isFollower, isIdle, !lifetime.isQuitting,
      waiting.idle.waitForDrained
    else { return }
    guard runner.lookout == .resting else {
      runner.lookout = .readingAgain
      return
    }
    runner.lookout = .reading
    Task { await look() }
  }

  /// A queue runner may commit hundreds of times a second.
  static let pauseBetweenLooks = Duration.milliseconds(50)

  private func look() async {
    while runner.isFollower, !lifetime.isQuitting {
      var pause = Self.pauseBetweenLooks
      runner.lookout = .reading
      do throws(Failure) {
        let isQuiet = try await isQuietElsewhere()
        // Meanwhile it may have ended: what is left is for this process to judge.
        if isQuiet, runner.isFollower, isIdle {
          waiting.idle.resume { $0 == .drained }
          break
        }
      } catch {
        publish(.noticed(error))
        pause = .seconds(1)
        runner.lookout = .readingAgain
      }
      guard runner.lookout == .readingAgain else { break }
      await clock.wait(until: clock.now.advanced(by: pause))
    }
    runner.lookout = .resting
  }

  private func isQuietElsewhere() async throws(Failure) -> Bool {
    let revision = try await storage.commit(StoreBatch()).revision
    // A queue runner that quits pauses its lanes first. Their work has not ended.
    if runner.restartRule == .goOn { try await resumeAfterRestart() }
    if try await WorkElsewhere(storage: storage).exists() { return false }
    if try await storage.commit(StoreBatch()).revision == revision { return true }
    // What moved between two reads was perhaps seen by neither.
    runner.lookout = .readingAgain
    return false
  }
}
