package import ClientModel

/// Selects the jobs that may start.
extension JobQueue {
  /// Returns the actions to carry out now, in order. Started jobs count as running from now on.
  package mutating func fill(at now: Timestamp) -> [Action] {
    if isClosed {
      defer { pendingActions = [] }
      return pendingActions
    }
    ringTimers(at: now)
    lanes.markDelayed()
    var actions = pendingActions
    pendingActions = []
    // If the total is limited, immediate jobs come first.
    let isCapped = runningInAll < .max
    if isCapped { fillImmediate(into: &actions) }
    for number in lanes.takeMarked() {
      if isShared {
        requestJobs(of: number, at: now, into: &actions)
      } else {
        fillLane(number, at: now, into: &actions)
      }
    }
    lanes.endRound()
    if !isCapped { fillImmediate(into: &actions) }
    return actions
  }

  /// The next time at which `fill` can start or release a job if nothing else happens. Nil if there
  /// is no such time.
  package var nextWake: Timestamp? {
    if isClosed { return nil }
    guard let due = timers.first?.due else { return lanes.nextOpening }
    return lanes.nextOpening.map { min(due, $0) } ?? due
  }

  /// Whether a job is running or will start without a command. Jobs that wait for a retry or in an
  /// active lane count. Jobs that are held until a time do not.
  package var hasWorkToCome: Bool {
    if isClosed { return false }
    if !runningJobs.isEmpty || !immediate.isEmpty { return true }
    if timers.items.contains(where: { slots[$0.slot].place == .timer }) { return true }
    return lanes.hasStartableJob
  }

  /// Makes a job wait only for a slot. If its batch is on hold, the job is set aside instead.
  mutating func makeStartable(_ slot: Int32) {
    if !heldBatches.isEmpty, heldBatches.contains(where: { $0.contains(slots[slot].id) }) {
      slots[slot].place = .inHeldBatch
      return
    }
    switch slots[slot].scheduling {
    case .queued:
      let channel = slots[slot].channel
      slots[slot].place = .lane
      lanes[channel].waiting.insert(OrderedItem(slot: slot), in: &slots.records)
      lanes.mark(channel)
    case .immediate: immediate.insert(slot, in: &slots)
    }
  }

  /// Makes the first immediate job that was set aside for a host wait for a slot again.
  mutating func unpark(_ host: Int32) {
    if let slot = immediate.unpark(host, in: &slots) { makeStartable(slot) }
  }

  private mutating func ringTimers(at now: Timestamp) {
    while let next = timers.first, next.due <= now {
      _ = timers.removeFirst(in: &slots.records)
      if slots[next.slot].place == .heldTimer {
        pendingActions.append(.ready(slots[next.slot].id))
      }
      makeStartable(next.slot)
    }
  }

  private mutating func fillLane(
    _ number: Int32, at now: Timestamp, into actions: inout [Action]
  ) {
    lanes[number].isMarked = false
    let before = actions.count
    while lanes[number].hasRoom, lanes[number].opens <= now {
      guard runningJobs.count < runningInAll else {
        return lanes.interruptTurn(of: number, after: actions.count > before ? .some : .none)
      }
      actions.append(begin(lanes[number].start(at: now, in: &slots)))
    }
    lanes.endTurn(of: number)
  }

  private mutating func fillImmediate(into actions: inout [Action]) {
    while runningJobs.count < runningInAll, let slot = immediate.start(in: &slots) {
      actions.append(begin(slot))
    }
  }

  private mutating func begin(_ slot: Int32) -> Action {
    let record = slots[slot]
    runningJobs[record.id] = (record.channel, record.scheduling)
    slots.free(slot)
    return .start(record.id)
  }
}
