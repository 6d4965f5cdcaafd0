import ClientModel

/// Noticing what other processes leave behind when they die.
extension Client {
  /// True for a job that another process has on the wire.
  func isElsewhere(_ job: Job) -> Bool {
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
}

/// Jobs whose sealed parts wait for the store's key.
extension Client {
  /// Releases the jobs whose key is available again.
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
