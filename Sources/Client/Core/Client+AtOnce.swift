import ClientModel

/// A sender's only job: nothing else waits, so there is nothing to decide between adding and starting it.
extension Client {
  /// Commits an urgent job together with its first attempt: one wait for the disk instead of two.
  ///
  /// - Returns: Nil when it has to take the ordinary way.
  func submitAtOnce(_ jobs: [NewJob]) async throws(Failure) -> JobID? {
    guard runner.role == .sender, jobs.count == 1, let new = jobs.first, new.urgency == .now,
      new.state == .waiting(.slot), pipeline.attempts.isEmpty, commits.isResting,
      !lifetime.isQuitting, cache == nil || !new.asksCache
    else { return nil }
    let now = clock.now
    let added = try await storage.addStarted(new, at: now)
    pipeline.attempts.addImmediate(added.id)
    commits.outbox.jars.compare(added.cookieRevision)
    let job = added.started?.job ?? Job(new, id: added.id, at: now)
    if let entry = QueuedJob(Job(new, id: added.id, at: now), urgency: .now) { queue.put(entry) }
    var outgoing: [Run] = []
    if let started = added.started {
      let run = Run(started, at: now, stop: lifetime.quitting == .stop ? .byQuit : nil)
      pipeline.attempts.add(run)
      outgoing = [run]
    }
    // The queue gives it the slot that it has already.
    fill()
    await dispatch(outgoing)
    if publisher.subscribers.wants(.submitted) {
      let new = Job(new, id: added.id, at: now)
      publisher.subscribers.publish([
        Event(.submitted(new), at: now, job: new.id, gateway: new.lane.gateway)
      ])
    }
    publish(.jobsChanged([job]))
    return added.id
  }
}
