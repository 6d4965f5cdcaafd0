package import ClientModel

/// Lets several queue runners start the jobs of one store.
///
/// All queue runners know the same waiting jobs and would start the same ones. They therefore
/// request a number of jobs, and the store selects them and ensures the limits of the lane:
///
///     fill ──► take(lane, n) ──► the store starts up to n jobs ──► took: they run
///                                  │ fewer
///                                  ▼
///               the lane is closed ──► a slot became free, or a time ──► fill
///
/// A lane whose slots are all in use, here or elsewhere, is also closed. The time is a precaution
/// against lost notifications.
extension JobQueue {
  /// Whether other queue runners may start the same jobs.
  var isShared: Bool { sharing != nil }

  /// Lets the store select the jobs to start from now on.
  package mutating func share(random: any RandomNumberGenerator & Sendable) {
    sharing = QueueSharing(random: random)
    lanes.markAll()
  }

  /// Records whether another process runs a job. A slot of the lane may then be free.
  ///
  /// - Parameter process: The process that would run the job.
  package mutating func note(_ job: Job, runBy process: Event.Process) {
    guard isShared else { return }
    if case .running = job.state, job.scheduling == .queued, process == .other {
      let number = lanes.number(of: job.lane)
      guard sharing?.elsewhere.updateValue(number, forKey: job.id) == nil else { return }
      lanes[number].shared.elsewhere += 1
    } else {
      endElsewhere(job.id)
    }
  }

  private mutating func endElsewhere(_ job: JobID) {
    guard let number = sharing?.elsewhere.removeValue(forKey: job) else { return }
    lanes[number].shared.elsewhere -= 1
    reopen(number)
  }

  /// Records the jobs that the store started for this process.
  ///
  /// - Parameter takes: The requested numbers of jobs. A lane that got fewer jobs is closed, unless
  ///   a slot became free in the meantime.
  package mutating func took(_ jobs: [Job], for takes: [LaneTake], at now: Timestamp) {
    var missing: [Int32: Int] = [:]
    for take in takes {
      let number = lanes.number(of: take.lane)
      lanes[number].shared.asked -= take.count
      sharing?.asked -= take.count
      missing[number, default: 0] += take.count
    }
    for job in jobs {
      let number = lanes.number(of: job.lane)
      missing[number, default: 0] -= 1
      remove(job.id)
      if let elsewhere = sharing?.elsewhere.removeValue(forKey: job.id) {
        lanes[elsewhere].shared.elsewhere -= 1
      }
      guard runningJobs.updateValue((number, .queued), forKey: job.id) == nil else { continue }
      lanes[number].running += 1
    }
    for (number, count) in missing {
      if count > 0, !lanes[number].shared.isChanged { close(number, at: now) }
      lanes.mark(number)
    }
    lanes.markWaitingForCapacity()
  }

  /// Allows the next request for jobs of a lane.
  mutating func reopen(_ number: Int32) {
    lanes[number].reopen()
    lanes.mark(number)
  }

  /// Allows the next requests after the wall clock was set.
  package mutating func reopenAll() {
    for number in lanes.indices { reopen(number) }
  }

  /// Requests as many jobs of a lane as may start.
  mutating func requestJobs(
    of number: Int32, at now: Timestamp, into actions: inout [Action]
  ) {
    lanes[number].isMarked = false
    let lane = lanes[number]
    guard lane.hasRoom, lane.opens <= now else { return lanes.endTurn(of: number) }
    let (free, asked) = (lane.freeSlots, sharing?.asked ?? 0)
    // After the time, one job is requested even if all slots seem to be in use.
    let wanted = min(
      lane.shared.closedUntil == nil ? free : max(1, free),
      lane.waiting.items.count - lane.shared.asked)
    let room = runningInAll - runningJobs.count - asked
    if wanted > 0, room <= 0 { return lanes.interruptTurn(of: number, after: .none) }
    guard wanted > 0 else {
      close(number, at: now)
      return lanes.endTurn(of: number)
    }
    let count = min(wanted, room)
    lanes[number].shared.asked += count
    sharing?.asked += count
    lanes[number].shared.closedUntil = nil
    lanes[number].shared.isChanged = false
    actions.append(.take(lane.lane.key, count))
    if count < wanted { return lanes.interruptTurn(of: number, after: .some) }
    if lanes[number].hasRoom, lanes[number].freeSlots <= 0 { close(number, at: now) }
    lanes.endTurn(of: number)
  }

  private mutating func close(_ number: Int32, at now: Timestamp) {
    // Swift 6.3.1 releases a lane twice that is an argument of the optional call.
    let rate = lanes[number].lane.rate
    let pause = sharing?.pause(rate: rate) ?? .zero
    lanes[number].shared.closedUntil = now.advanced(by: pause)
  }
}

/// The state of a queue that several queue runners share.
struct QueueSharing: Sendable {
  /// The jobs that other processes run, with the numbers of their lanes.
  var elsewhere: [JobID: Int32] = [:]
  /// The number of jobs that were requested from the store in all lanes.
  var asked = 0
  private var random: any RandomNumberGenerator & Sendable

  init(random: any RandomNumberGenerator & Sendable) { self.random = random }

  /// Returns the time after which jobs of a closed lane are requested again. It differs between
  /// queue runners, so that they do not all write at once. With a rate, a job may start soon.
  mutating func pause(rate: Double?) -> Duration {
    if let rate, rate > 0 { return .milliseconds(max(1, Int64(1000 / rate))) }
    return .milliseconds(Int64.random(in: 1_000..<2_000, using: &random))
  }
}

extension QueueLane {
  /// The state of a lane in a shared queue.
  struct Shared: Sendable {
    /// The number of jobs that were requested from the store.
    var asked = 0
    /// The number of jobs that other processes run.
    var elsewhere = 0
    /// The time before which no jobs are requested, or nil.
    var closedUntil: Timestamp?
    /// Whether a slot became free or a job was added since the last request.
    var isChanged = false
  }

  /// The number of slots that are not in use, as far as this process knows.
  var freeSlots: Int { lane.limit - running - shared.asked - shared.elsewhere }

  mutating func reopen() {
    shared.closedUntil = nil
    shared.isChanged = true
  }
}
