import ClientModel

/// Keeps waits as long as they were set to be when the wall clock is set back.
extension Client {
  /// Called before the queue is asked what may start: moves what waits, here and in the store.
  func followClock() {
    guard let step = wakeUps.setBack(of: clock) else { return }
    let moved = queue.moveWaits(back: step)
    guard !moved.jobs.isEmpty || !moved.lanes.isEmpty else { return }
    let now = clock.now
    if runner.isRunner {
      for (key, until) in moved.lanes {
        move(key, from: until, to: until.advanced(by: .zero - step))
      }
    }
    guard !moved.jobs.isEmpty else { return }
    Task {
      do throws(Failure) {
        let jobs = try await storage.change(Array(moved.jobs.keys)) { job in
          guard let due = job.state.due, moved.jobs[job.id] == due else { return nil }
          return JobChange(state: job.state.waiting(until: due.advanced(by: .zero - step)), at: now)
        }
        if !jobs.isEmpty { publish(.jobsChanged(jobs)) }
      } catch {
        publish(.noticed(error))
      }
    }
  }

  /// What the queue must know of a job. A wait that was set at a time which the wall clock has not
  /// reached was set before the clock went back: it lasts no longer than it was set to.
  func queued(_ job: Job) -> QueuedJob? {
    guard var entry = QueuedJob(job, urgency: urgency(of: job)) else { return nil }
    let now = clock.now
    guard let due = job.state.due, job.since.since(now) >= ClockSteps.least else { return entry }
    let moved = now.advanced(by: max(.zero, due.since(job.since)))
    entry.wait = .until(moved)
    commits.outbox.moves[job.id] = JobChange(state: job.state.waiting(until: moved), at: now)
    // The server that set the job to wait held its lane until the same time.
    if var lane = queue.lane(job.lane), lane.heldUntil == due {
      lane.heldUntil = moved
      queue.set(lane)
      move(lane.key, from: due, to: moved)
    }
    return entry
  }

  /// No server holds a lane for longer than the cap: a longer hold was set before the wall clock went back,
  /// and ends with the cap at the latest.
  func endOldHolds() {
    let latest = clock.now.advanced(by: RetryAfter.laneCap)
    for var lane in queue.lanes.map(\.lane) {
      guard let until = lane.heldUntil, until > latest else { continue }
      lane.heldUntil = latest
      queue.set(lane)
      move(lane.key, from: until, to: latest)
    }
  }

  /// Writes another end of a hold, unless the hold is another one by then.
  private func move(_ key: LaneKey, from old: Timestamp, to new: Timestamp) {
    Task {
      do throws(Failure) {
        let lane = try await storage.changeLane(key) { lane in
          if lane.heldUntil == old { lane.heldUntil = new }
        }
        publish(.lanesChanged([lane]))
      } catch {
        publish(.noticed(error))
      }
    }
  }
}

extension JobState {
  /// The time that a back-off, a server or the next question of a remote job waits for.
  fileprivate var due: Timestamp? {
    switch self {
    case .waiting(.until(let due)): due
    case .polling(_, let next): next
    case .held, .waiting, .running, .succeeded, .failed, .cancelled, .skipped, .interrupted: nil
    }
  }

  /// The same wait for another time.
  fileprivate func waiting(until due: Timestamp) -> JobState {
    if case .polling(let word, _) = self { return .polling(word: word, next: due) }
    return .waiting(.until(due))
  }
}
