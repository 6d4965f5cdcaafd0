import ClientModel

/// Functions that adjust waits after the wall clock was set.
extension JobQueue {
  /// Moves the ends of waits for back-offs, servers and rates by a step of the wall clock, so that
  /// the waits last as long as before. Times set by the user are wall-clock times and are not
  /// moved.
  ///
  /// - Parameter step: The step, negative if the clock was set back.
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

  /// Shortens the server holds of lanes that end after `latest`.
  mutating func endHolds(at latest: Timestamp, noting moved: inout MovedWaits) {
    for index in lanes.indices {
      guard let until = lanes[index].lane.heldUntil, until > latest else { continue }
      moved.move(lanes[index].lane.key, from: until, to: latest)
      lanes[index].lane.heldUntil = latest
      lanes.mark(index)
    }
  }
  /// Returns the queue's entries for the jobs that wait, and the ids of the jobs whose stop was
  /// requested before they could start.
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

  /// Returns the queue's entry for a job, or nil if the job does not wait for the queue. If the
  /// start of the wait is later than the current time, the wall clock was set back after that
  /// start, and the length of the wait is counted from now.
  private mutating func entry(
    for job: Job, scheduling: Job.Scheduling, at now: Timestamp, noting moved: inout MovedWaits
  ) -> QueuedJob? {
    guard var entry = QueuedJob(job, scheduling: scheduling) else { return nil }
    guard let due = job.state.due, job.since.since(now) >= ClockSteps.least else { return entry }
    let new = now.advanced(by: max(.zero, due.since(job.since)))
    entry.wait = .until(new)
    moved.move(job.id, from: due, to: new)
    // The server that made the job wait held its lane until the same time.
    if var lane = lane(job.lane), lane.heldUntil == due {
      lane.heldUntil = new
      set(lane)
      moved.move(lane.key, from: due, to: new)
    }
    return entry
  }
}
