package import ClientModel

/// How the queue finds what may start.
extension JobQueue {
  /// Everything that is to be done now, in order. Started jobs count as running from here on.
  package mutating func fill(at now: Timestamp) -> [Action] {
    if isClosed {
      defer { pendingActions = [] }
      return pendingActions
    }
    ringTimers(at: now)
    for number in delayed { mark(number) }
    var actions = pendingActions
    pendingActions = []
    // Where few may run at once, immediate jobs come first.
    let isCapped = runningInAll < .max
    if isCapped { fillImmediate(into: &actions) }
    let numbers = marked
    marked = []
    for number in numbers { fillLane(number, at: now, into: &actions) }
    // Those that had a slot just now come after those that had none.
    starved += fed
    fed = []
    if !isCapped { fillImmediate(into: &actions) }
    return actions
  }

  /// When `fill` will have something to do though nothing else happens; nil when never.
  package var nextWake: Timestamp? {
    if isClosed { return nil }
    var next = timers.first?.due
    for number in delayed {
      let time = lanes[Int(number)].opens
      next = next.map { min($0, time) } ?? time
    }
    return next
  }

  /// True when some job runs or will start without anybody's word: one backs off, or waits in a
  /// lane that is not paused. What is held until a time does not count.
  package var hasWorkToCome: Bool {
    if isClosed { return false }
    if !runningJobs.isEmpty || !immediate.isEmpty { return true }
    if timers.items.contains(where: { slots[Int($0.slot)].place == .timer }) { return true }
    return lanes.contains { !$0.lane.isPaused && !$0.waiting.isEmpty }
  }

  mutating func mark(_ lane: Int32) {
    guard !lanes[Int(lane)].isMarked else { return }
    lanes[Int(lane)].isMarked = true
    marked.append(lane)
  }

  /// Moves a job to where it waits for nothing but a slot.
  mutating func makeStartable(_ slot: Int32) {
    let item = OrderedItem(slot: slot)
    let channel = slots[Int(slot)].channel
    if !heldBatches.isEmpty, heldBatches.contains(where: { $0.contains(slots[Int(slot)].id) }) {
      slots[Int(slot)].place = .apart
      return
    }
    switch slots[Int(slot)].scheduling {
    case .queued:
      slots[Int(slot)].place = .lane
      lanes[Int(channel)].waiting.insert(item, in: &slots)
      mark(channel)
    case .immediate:
      slots[Int(slot)].place = .immediate
      immediate.insert(item, in: &slots)
    }
  }

  /// Lets one put-aside immediate job of a host compete again.
  mutating func unpark(_ host: Int32) {
    guard !hosts[Int(host)].parked.isEmpty else { return }
    makeStartable(hosts[Int(host)].parked.removeFirst(in: &slots).slot)
  }

  private mutating func ringTimers(at now: Timestamp) {
    while let next = timers.first, next.due <= now {
      _ = timers.removeFirst(in: &slots)
      if slots[Int(next.slot)].place == .heldTimer {
        pendingActions.append(.ready(slots[Int(next.slot)].id))
      }
      makeStartable(next.slot)
    }
  }

  private mutating func fillLane(
    _ number: Int32, at now: Timestamp, into actions: inout [Action]
  ) {
    let index = Int(number)
    lanes[index].isMarked = false
    let before = actions.count
    while lanes[index].hasRoom, lanes[index].opens <= now {
      guard runningJobs.count < runningInAll else {
        // It waits for the end of some job, not for a time.
        if actions.count > before { fed.append(number) } else { starved.append(number) }
        delayed.remove(number)
        return
      }
      let slot = lanes[index].waiting.removeFirst(in: &slots).slot
      lanes[index].running += 1
      lanes[index].countStart(at: now)
      actions.append(begin(slot))
    }
    if lanes[index].hasRoom { delayed.insert(number) } else { delayed.remove(number) }
  }

  private mutating func fillImmediate(into actions: inout [Action]) {
    while immediateRunning < immediateInAll, runningJobs.count < runningInAll, !immediate.isEmpty {
      let slot = immediate.removeFirst(in: &slots).slot
      let host = Int(slots[Int(slot)].channel)
      guard hosts[host].running < immediatePerHost else {
        slots[Int(slot)].place = .parked
        hosts[host].parked.insert(OrderedItem(slot: slot), in: &slots)
        continue
      }
      hosts[host].running += 1
      immediateRunning += 1
      actions.append(begin(slot))
    }
  }

  private mutating func begin(_ slot: Int32) -> Action {
    let record = slots[Int(slot)]
    runningJobs[record.id] = (record.channel, record.scheduling)
    slotOf[record.id] = nil
    free(slot)
    return .start(record.id)
  }
}

extension JobQueue.LaneRecord {
  /// True when only a time can delay the next job.
  var hasRoom: Bool { !lane.isPaused && running < lane.limit && !waiting.isEmpty }

  /// The first moment at which rate and Retry-After allow a start.
  var opens: Timestamp {
    let byRate = Timestamp(milliseconds: Int64(nextStart))
    return lane.heldUntil.map { max($0, byRate) } ?? byRate
  }

  mutating func countStart(at now: Timestamp) {
    guard let rate = lane.rate, rate > 0 else { return }
    nextStart = max(nextStart, Double(now.milliseconds)) + 1000 / rate
  }
}
