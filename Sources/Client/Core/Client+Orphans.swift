import ClientModel

/// Noticing what other processes leave behind when they die.
extension Client {
  /// True for a job that another process has on the wire.
  func isElsewhere(_ job: Job) -> Bool {
    if case .running = job.state { runs[job.id] == nil } else { false }
  }

  /// Waits for the end of each process that has jobs on the wire, so that what it leaves is taken up
  /// at once. Only the one that drains does, and only while there are such processes.
  func watchOwners() async throws(Failure) {
    guard drain == .mine, quitting == nil else { return }
    for name in try await storage.otherOwners() { watch(owner: name) }
  }

  private func watch(owner name: String) {
    guard ownerWatches[name] == nil else { return }
    ownerWatches[name] = Task { [storage, weak self] in
      await storage.waitForEnd(of: name)
      if !Task.isCancelled { await self?.ended(owner: name) }
    }
  }

  /// Leaves out the urgent jobs that another process will try again: while it lives they are its own, in
  /// the environment and with the dummy responses it began them with. They come back when it ends.
  func withoutSleepers(_ jobs: [Job]) async throws(Failure) -> [Job] {
    let asleep = jobs.filter(isAsleepElsewhere)
    guard !asleep.isEmpty else { return jobs }
    let tries = asleep.map { AttemptID(job: $0.id, number: $0.attempts) }
    let owners = try await storage.livingOwners(of: tries)
    for (attempt, name) in owners {
      asleepElsewhere[name, default: []].insert(attempt.job)
      watch(owner: name)
    }
    let others = Set(owners.keys.map(\.job))
    return jobs.filter { !others.contains($0.id) }
  }

  private func isAsleepElsewhere(_ job: Job) -> Bool {
    guard job.urgency == .now, job.attempts > 0 else { return false }
    switch job.state {
    case .waiting(.until), .polling: break
    case .held, .waiting, .running, .succeeded, .failed, .cancelled, .skipped, .interrupted:
      return false
    }
    return !ownUrgent.contains(job.id) && runs[job.id] == nil && !queue.isWaiting(job.id)
  }

  private func ended(owner name: String) async {
    ownerWatches[name] = nil
    let asleep = asleepElsewhere.removeValue(forKey: name) ?? []
    guard drain == .mine, quitting == nil else { return }
    do throws(Failure) {
      var ids = try await storage.orphans().map(\.id)
      defer { adoptSoon() }
      if try await !recoverOrphans() { ids = [] }
      ids += asleep
      guard !ids.isEmpty else { return }
      // Others ended them, or recovering has told of them: neither is news of this process.
      await absorb(try await storage.jobs(matching: JobQuery(ids: ids)), from: .elsewhere)
    } catch {
      tell(.noticed(error))
    }
  }

  /// Decides what becomes of jobs whose process died. Returns whether there were any.
  func recoverOrphans() async throws(Failure) -> Bool {
    let orphans = try await storage.orphans()
    var changes: [JobID: JobChange] = [:]
    var states: [JobID: JobState] = [:]
    let now = clock.now
    for job in orphans {
      // Reading is for those that cannot simply be repeated.
      let (request, attempts) = job.isRepeatable ? (nil, []) : await remains(of: job.id)
      changes[job.id] = Recovery.change(job, request: request, attempts: attempts, at: now)
      states[job.id] = job.state
    }
    guard !changes.isEmpty else { return false }
    let (decided, seen) = (changes, states)
    let changed = try await storage.change(decided.keys.sorted()) { job in
      // Since it was read it may have been recovered already, and run again.
      job.state == seen[job.id] ? decided[job.id] : nil
    }
    tell(.jobsChanged(changed))
    settle(changed)
    return true
  }

  /// What is known of a job that died; one that cannot be read must not keep the others waiting.
  private func remains(of job: JobID) async -> (PreparedRequest?, [Attempt]) {
    do throws(Failure) {
      return (try await storage.request(of: job), try await storage.attempts(of: job))
    } catch {
      tell(.noticed(error))
      return (nil, [])
    }
  }
}

/// Jobs whose sealed parts wait for the store's key.
extension Client {
  func note(keyless job: Job) {
    if case .held(let hold) = job.state, hold.isMissingKey {
      keyless.insert(job.id)
    } else if !keyless.isEmpty {
      keyless.remove(job.id)
    }
  }

  /// Lets those go whose key is back.
  func releaseKeyless() async throws(Failure) {
    guard drain == .mine, !keyless.isEmpty else { return }
    let back = try await storage.openable(keyless.sorted())
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
