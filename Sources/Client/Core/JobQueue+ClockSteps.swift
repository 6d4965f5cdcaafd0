import ClientModel

/// Adjusts waits after the wall clock was set.
extension JobQueue {
  /// Moves the ends of waits by a step of the wall clock. The waits for retries, servers and rates
  /// then last as long as planned. Times set by the user are not moved.
  ///
  /// - Parameter step: The step. It is negative if the clock was set back.
  mutating func moveWaits(by step: Duration, noting moved: inout MovedWaits) {
    var due: [JobID: Timestamp] = [:]
    for item in timers.items where slots[item.slot].place == .timer {
      due[slots[item.slot].id] = item.due
    }
    let waiting = timers.removeAll(in: &slots.records) { $0.place == .timer }
    for slot in waiting {
      let id = slots[slot].id
      guard let old = due[id] else { continue }
      let new = old.advanced(by: step)
      moved.move(id, from: old, to: new)
      timers.insert(TimedItem(slot: slot, due: new), in: &slots.records)
    }
    for index in lanes.indices {
      lanes[index].moveStart(by: step)
      guard let old = lanes[index].lane.heldUntil else { continue }
      let new = old.advanced(by: step)
      moved.move(lanes[index].lane.key, from: old, to: new)
      lanes[index].lane.heldUntil = new
      lanes.mark(index)
    }
  }

  /// Shortens the server holds of lanes so that none ends after `latest`.
  mutating func endHolds(at latest: Timestamp, noting moved: inout MovedWaits) {
    for index in lanes.indices {
      guard let until = lanes[index].lane.heldUntil, until > latest else { continue }
      moved.move(lanes[index].lane.key, from: until, to: latest)
      lanes[index].lane.heldUntil = latest
      lanes.mark(index)
    }
  }
  /// Returns the queue's entries for waiting jobs. Also returns the ids of jobs that must be
  /// cancelled because their stop was requested.
  ///
  /// - Parameter immediate: The jobs that ignore their lanes.
  mutating func sort(
    _ jobs: [Job], immediate: Set<JobID>, at now: Timestamp, noting moved: inout MovedWaits
  ) -> QueueLoader.Found {
    var found = QueueLoader.Found()
    for job in jobs {
      let scheduling: Job.Scheduling = immediate.contains(job.id) ? .immediate : .queued
      guard let entry = entry(for: job, scheduling: scheduling, at: now, noting: &moved) else {
        continue
      }
      if job.cancelRequested { found.cancelled.append(job.id) } else { found.entries.append(entry) }
    }
    return found
  }

  /// Returns the queue's entry for a job, or nil if the job does not wait for the queue.
  ///
  /// If the start of the wait is in the future, the wall clock was set back. The wait is then
  /// counted from now.
  private mutating func entry(
    for job: Job, scheduling: Job.Scheduling, at now: Timestamp, noting moved: inout MovedWaits
  ) -> QueuedJob? {
    guard var entry = QueuedJob(job, scheduling: scheduling) else { return nil }
    guard let due = job.state.due, job.since.since(now) >= ClockSteps.least else { return entry }
    let new = now.advanced(by: max(.zero, due.since(job.since)))
    entry.wait = .until(new)
    moved.move(job.id, from: due, to: new)
    // The server also held the lane until the same time.
    if var lane = lane(job.lane), lane.heldUntil == due {
      lane.heldUntil = new
      set(lane)
      moved.move(lane.key, from: due, to: new)
    }
    return entry
  }
}
