import ClientModel

/// How a waiting job leaves the queue.
extension JobQueue {
  /// Whether a job that is taken out comes back at once, perhaps still blocked.
  enum Dependency { case retained, dropped }

  mutating func remove(_ job: JobID, dependency: Dependency) {
    guard let slot = slots.slot(of: job) else { return }
    let record = slots[slot]
    let index = Int(record.heapIndex)
    switch record.place {
    case .lane: lanes[record.channel].waiting.remove(at: index, in: &slots.records)
    case .immediate:
      immediate.remove(slot, in: &slots)
      // Another of the same host may take the chance this one had.
      unpark(record.channel)
    case .parked: immediate.removeParked(slot, in: &slots)
    case .timer, .heldTimer: timers.remove(at: index, in: &slots.records)
    case .blocked: if dependency == .dropped { dependencies.remove(job) }
    case .apart: break
    case .free: preconditionFailure("A free slot is in the table of jobs.")
    }
    slots.free(slot)
  }
}
