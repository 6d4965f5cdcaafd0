import ClientModel

/// Removes waiting jobs from the queue.
extension JobQueue {
  /// The treatment of a removed job's dependency. It is retained if the job is added again at once.
  enum Dependency { case retained, dropped }

  mutating func remove(_ job: JobID, dependency: Dependency) {
    guard let slot = slots.slot(of: job) else { return }
    let record = slots[slot]
    let index = Int(record.heapIndex)
    switch record.place {
    case .lane: lanes[record.channel].waiting.remove(at: index, in: &slots.records)
    case .immediate:
      immediate.remove(slot, in: &slots)
      // A different job of the same host may start instead.
      unpark(record.channel)
    case .setAside: immediate.removeSetAside(slot, in: &slots)
    case .timer, .heldTimer: timers.remove(at: index, in: &slots.records)
    case .blocked: if dependency == .dropped { dependencies.remove(job) }
    case .inHeldBatch: break
    case .free: preconditionFailure("A free slot was found in the table of jobs.")
    }
    slots.free(slot)
  }
}
