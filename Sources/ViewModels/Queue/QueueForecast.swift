package import ClientModel

/// The expected start times of the waiting jobs in one lane.
///
/// The end of a running job is estimated from the recent jobs of its route that took longer than
/// this job has run so far. If the route has too few recent jobs, those of the lane are used. Each
/// following job takes the median of the recent durations. The rate is a token bucket with a
/// capacity of one. No job starts before the end of the server's hold.
package struct QueueForecast: Sendable {
  private let lane: Lane
  private let now: Timestamp
  /// The earliest time at which the lane may start a job.
  private let opening: Timestamp
  /// The number of slots that are free now.
  private let free: Int
  /// The times at which the lane's slots become free, earliest first. If the duration is unknown,
  /// only the first `free` times are known.
  private let slots: [Timestamp]
  private let duration: Duration?
  /// The time of the next start that the rate allows, and the interval between two starts in
  /// milliseconds. Nil if there is no rate.
  private let rate: (first: Timestamp, interval: Double)?

  package init(_ lane: Lane, _ activity: LaneActivity = LaneActivity(), at now: Timestamp) {
    let opening = max(now, lane.heldUntil ?? now)
    let limit = max(1, lane.limit)
    let running = activity.running
    let free = max(0, limit - running.count)
    let sorted = activity.durations.sorted()
    let duration = sorted.isEmpty ? nil : sorted[sorted.count / 2]
    var slots = Array(repeating: opening, count: free)
    if duration != nil {
      // If the limit was lowered, the jobs that end first free no slot.
      let filling = running.sorted { $0.start < $1.start }.suffix(limit).map {
        ($0.start, activity.durations(of: $0.route) ?? sorted)
      }
      slots += Self.ends(of: filling, at: now).map { max(opening, $0) }
    }
    (self.lane, self.now, self.opening, self.free) = (lane, now, opening, free)
    (self.slots, self.duration) = (slots, duration)
    rate = lane.rate.flatMap { rate in
      guard rate > 0 else { return nil }
      let interval = min(1000 / rate, Self.longest)
      let next = running.map(\.start).max().map { $0.advanced(by: .milliseconds(Int64(interval))) }
      return (max(opening, next ?? opening), interval)
    }
  }

  /// Returns the expected start of a waiting job. Returns nil if the lane is paused, the durations
  /// are unknown, or the job waits for another job.
  ///
  /// - Parameter ahead: The number of waiting jobs before it in its lane, or nil if unknown.
  package func start(of job: Job, ahead: Int?) -> Timestamp? {
    switch job.state {
    case .held(.until(let time)): return time
    case .waiting(.until(let time)) where time > now || bypassesPause(job):
      return lane.isPaused && !bypassesPause(job) ? nil : max(time, opening)
    case .waiting(.slot) where bypassesPause(job): return now
    case .waiting(.until): return lane.isPaused ? nil : slot(after: ahead ?? 0)
    case .waiting(.slot):
      guard !lane.isPaused, let ahead, let slot = slot(after: ahead) else { return nil }
      return max(slot, token(after: ahead) ?? slot)
    case .held, .waiting(.job), .running, .polling, .succeeded, .failed, .cancelled, .skipped,
      .interrupted:
      return nil
    }
  }

  /// Returns the reason why a job does not start now. Returns nil if the job is about to start.
  ///
  /// - Parameter ahead: The number of waiting jobs before it in its lane, or nil if unknown.
  package func reason(of job: Job, ahead: Int?) -> WaitReason? {
    switch job.state {
    case .held(.until(let time)): return .startTime(time)
    case .waiting(.job(let other)): return .after(other)
    case .waiting where !bypassesPause(job) && lane.isPaused: return .lanePaused(lane.pause)
    case .waiting(.until(let time)) where time > now || free > (ahead ?? 0):
      return .retry(
        attempt: job.seriesAttempts + 1, of: job.attemptLimit, status: job.status)
    case .waiting(.until): return opening > now ? .laneHeld(until: opening) : .laneFull
    case .waiting(.slot) where bypassesPause(job): return nil
    case .waiting(.slot):
      if opening > now { return .laneHeld(until: opening) }
      let ahead = ahead ?? 0
      let token = token(after: ahead)
      if ahead < free { return token.map { $0 > opening } == true ? .rate : nil }
      guard let slot = slot(after: ahead), let token, token > slot else { return .laneFull }
      return .rate
    case .held, .running, .polling, .succeeded, .failed, .cancelled, .skipped, .interrupted:
      return nil
    }
  }

  /// Returns whether a job starts even if its lane is paused. An immediate job does, unless the
  /// process that sent it ended: the job then waits for its lane.
  private func bypassesPause(_ job: Job) -> Bool {
    guard job.scheduling == .immediate, lane.pause != .byRestart else { return false }
    return job.state != .waiting(.slot) || job.attempts == 0
  }

  /// Returns the expected times at which running jobs end, earliest first.
  ///
  /// The end at index n is the time at which the expected number of ended jobs reaches n + 0.5. A
  /// job that has run longer than all recent ones is expected to run for another half of its
  /// current duration.
  ///
  /// - Parameter running: The start of each job, and the durations of similar jobs.
  private static func ends(
    of running: [(start: Timestamp, durations: [Duration])], at now: Timestamp
  ) -> [Timestamp] {
    var possible: [(time: Timestamp, weight: Double)] = []
    for (start, durations) in running {
      let age = now.since(start)
      let longer = durations.filter { $0 > age }
      if longer.isEmpty { possible.append((now.advanced(by: age / 2), 1)) }
      for duration in longer {
        possible.append((start.advanced(by: duration), 1 / Double(longer.count)))
      }
    }
    possible.sort { $0.time < $1.time }
    var ends: [Timestamp] = []
    var ended = 0.0
    for (time, weight) in possible {
      ended += weight
      // The tolerance absorbs rounding errors of the sum.
      while ends.count < running.count, ended + 1e-9 >= Double(ends.count) + 0.5 {
        ends.append(time)
      }
    }
    return ends
  }

  /// Returns the time at which a job gets a slot. Returns nil if the durations are unknown.
  private func slot(after ahead: Int) -> Timestamp? {
    guard let duration else { return slots.indices.contains(ahead) ? slots[ahead] : nil }
    guard let first = slots.first?.milliseconds else { return nil }
    let length = max(1, duration.inMilliseconds)
    // Each slot starts a job when it becomes free and after each duration. The search finds the
    // first time at which `ahead + 1` jobs have started.
    var (low, high) = (first, first + length * Int64(ahead))
    while low < high {
      let middle = low + (high - low) / 2
      let started = slots.reduce(into: Int64(0)) { count, slot in
        if slot.milliseconds <= middle { count += (middle - slot.milliseconds) / length + 1 }
      }
      if started > ahead { high = middle } else { low = middle + 1 }
    }
    return Timestamp(milliseconds: low)
  }

  /// Returns the time at which the rate allows a job to start. Returns nil if the lane has no rate.
  private func token(after ahead: Int) -> Timestamp? {
    rate.map { rate in
      let wait = min(rate.interval * Double(ahead), Self.longest)
      return rate.first.advanced(by: .milliseconds(Int64(wait)))
    }
  }

  /// The longest wait for the rate, in milliseconds. The limit keeps the result in the range of
  /// `Timestamp`.
  private static let longest: Double = 1e15
}

/// The reason why a job does not start now.
package enum WaitReason: Hashable, Sendable {
  /// All slots of the lane are in use, or will be used by earlier jobs.
  case laneFull
  case lanePaused(Lane.Pause)
  /// The server asked the client to send no requests before this time.
  case laneHeld(until: Timestamp)
  /// The rate of the lane does not allow a start yet.
  case rate
  /// The job is a retry. `of` is the allowed number of attempts. Nil if it is unknown. `status` is
  /// the status of the previous attempt. Nil if the attempt had no response.
  case retry(attempt: Int, of: Int?, status: Int?)
  /// The start time that the user set.
  case startTime(Timestamp)
  /// Another job must succeed first.
  case after(JobID)
}
