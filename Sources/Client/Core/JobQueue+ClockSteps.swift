import ClientModel

/// Waits after the wall clock was set back.
extension JobQueue {
  /// What waited for a time before it was moved.
  struct Moved: Equatable, Sendable {
    /// The time each job waited for.
    var jobs: [JobID: Timestamp] = [:]
    /// The time each lane was held until.
    var lanes: [LaneKey: Timestamp] = [:]
  }

  /// Moves what back-offs, servers and rates set to wait by as much as the wall clock was set back, so
  /// that it waits as long as before. The user's own times stay: they are times of the wall clock.
  mutating func moveWaits(back step: Duration) -> Moved {
    var moved = Moved()
    for item in timers.items where slots[Int(item.slot)].place == .timer {
      moved.jobs[slots[Int(item.slot)].id] = item.due
    }
    let waiting = timers.removeAll(in: &slots) { $0.place == .timer }
    for slot in waiting {
      guard let due = moved.jobs[slots[Int(slot)].id] else { continue }
      timers.insert(TimedItem(slot: slot, due: due.advanced(by: .zero - step)), in: &slots)
    }
    for index in lanes.indices {
      lanes[index].nextStart = max(0, lanes[index].nextStart - Double(step.inMilliseconds))
      guard let until = lanes[index].lane.heldUntil else { continue }
      moved.lanes[lanes[index].lane.key] = until
      lanes[index].lane.heldUntil = until.advanced(by: .zero - step)
      mark(Int32(index))
    }
    return moved
  }
}
