import ClientModel

extension Client {
  /// True once `quit` was called: nothing new starts.
  public var isQuitting: Bool { lifetime.isQuitting }

  /// Ends the client's work and closes transport and store. A queue runner that leaves work behind marks
  /// the lanes of that work as paused by restart; a sender's own waiting jobs are cancelled.
  ///
  /// When called with `.stop` while an earlier call drains, stops the running jobs and returns; the earlier
  /// call then completes.
  public func quit(_ manner: QuitManner) async {
    if lifetime.quitting == .drain, manner == .stop {
      lifetime.quitting = .stop
      stopAll()
    }
    guard !lifetime.isQuitting else { return }
    lifetime.quitting = manner
    queue.close()
    // These jobs have slots, but their starts are not committed: they remain waiting in the store.
    if commits.task == nil { commits.outbox.starts = [] }
    wakeUps.cancel()
    if manner == .stop { stopAll() }
    await tryStoreAgain()
    while !pipeline.attempts.isEmpty || commits.goOn {
      // A store that still fails is not retried, but running jobs may finish.
      if pipeline.attempts.isOnlyCommitting, commits.health.isWaiting { break }
      if lifetime.quitting == .stop { stopAll() }
      if let task = commits.task { await task.value } else { await nextStep() }
    }
    await restGraphs()
    await leave()
  }

  private func stopAll() { for job in pipeline.attempts.jobs { stop(job, .byQuit) } }

  /// Waits until a transfer has ended and its end is being committed.
  private func nextStep() async {
    await withCheckedContinuation { waiting.idle.suspendUntilNextStep($0) }
  }

  private func leave() async {
    do throws(Failure) {
      if runner.role == .sender, lifetime.quitting == .stop, !pipeline.attempts.immediate.isEmpty {
        let now = clock.now
        let cancelled = try await storage.change(Array(pipeline.attempts.immediate)) { job in
          if case .waiting = job.state { JobOrders.cancel(job, at: now) } else { nil }
        }
        settle(cancelled)
      }
      if runner.isRunner {
        try await storage.leaveQueue { Recovery.changeOnLeaving($0) }
      }
    } catch {
      publish(.noticed(error))
    }
    // No transfer is active, so a sender does not wait until the transport has shut down.
    if runner.role == .sender {
      Task { [transport] in await transport.shutDown() }
    } else {
      await transport.shutDown()
    }
    lifetime.cancelTasks()
    others.cancel()
    _ = commits.health.beginRetry()
    if runner.isRunner { await storage.releaseRunnerLock() }
    runner.claim = nil
    tellGraphWaiters()
    waiting.resumeAll()
    lifetime.end()
    await storage.close()
    await cache?.close()
    publisher.finish()
  }
}
