import ClientModel

extension Client {
  /// True once `quit` was called: nothing new starts.
  public var isQuitting: Bool { quitting != nil }

  /// Ends the client's work and closes transport and store. A drainer that leaves work behind marks
  /// the lanes of that work as paused by restart; a sender's own waiting jobs are cancelled.
  ///
  /// Called with `.stop` while a drain is waited for, it stops what runs and returns: the first call
  /// ends then.
  public func quit(_ manner: QuitManner) async {
    if quitting == .drain, manner == .stop {
      quitting = .stop
      for id in runs.keys { stop(id, .byQuit) }
    }
    guard quitting == nil else { return }
    quitting = manner
    queue.close()
    // These have slots but are not committed: they go on waiting in the store.
    if committing == nil { outbox.starts = [] }
    alarm?.task.cancel()
    alarm = nil
    if manner == .stop { for id in runs.keys { stop(id, .byQuit) } }
    await tryStoreAgain()
    while !runs.isEmpty || committing != nil || (!outbox.isEmpty && fault == nil) {
      // A store that is still unwell gets no further chance, but what runs may finish.
      if runs.values.allSatisfy({ $0.phase == .committing }), fault != nil { break }
      if quitting == .stop { for id in runs.keys { stop(id, .byQuit) } }
      if committing != nil { await committing?.value } else { await nextStep() }
    }
    await restGraphs()
    await leave()
  }

  /// Waits until a transfer has ended and its end is being committed.
  private func nextStep() async {
    let number = takeNumber()
    await withCheckedContinuation { stepWaiters[number] = $0 }
  }

  private func leave() async {
    do throws(Failure) {
      if role == .sender, quitting == .stop, !ownUrgent.isEmpty {
        let now = clock.now
        let cancelled = try await storage.change(Array(ownUrgent)) { job in
          if case .waiting = job.state { JobOrders.cancel(job, at: now) } else { nil }
        }
        settle(cancelled)
      }
      if drain == .mine {
        try await storage.leaveQueue { Recovery.changeOnLeaving($0) }
      }
    } catch {
      tell(.noticed(error))
    }
    // Nothing is on the wire any more; a sender's process need not outlive its transport's farewell.
    if role == .sender {
      Task { [transport] in await transport.shutDown() }
    } else {
      await transport.shutDown()
    }
    for loop in loops { loop.cancel() }
    for watch in ownerWatches.values { watch.cancel() }
    fault?.retry.cancel()
    if drain == .mine { await storage.releaseDrain() }
    drain = nil
    tellGraphWaiters()
    for number in Array(waiters.keys) { resumeWaiter(number) }
    for number in Array(idleWaiters.keys) { resumeIdleWaiter(number) }
    hasLeft = true
    await storage.close()
    await cache?.close()
    for listener in listeners.values { listener.finish() }
    for listener in noticeListeners.values { listener.finish() }
    finishEventListeners()
    for weak in sharedReaders { weak.reader?.finish() }
  }
}
