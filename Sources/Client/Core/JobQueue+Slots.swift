import ClientModel

/// The queue's slots, lanes and hosts.
extension JobQueue {
  mutating func takeSlot(_ slot: QueueSlot) -> Int32 {
    guard firstFree >= 0 else {
      slots.append(slot)
      return Int32(slots.count - 1)
    }
    let index = firstFree
    firstFree = slots[Int(index)].heapIndex
    slots[Int(index)] = slot
    return index
  }

  mutating func free(_ slot: Int32) {
    slots[Int(slot)].place = .free
    slots[Int(slot)].heapIndex = firstFree
    firstFree = slot
  }

  /// Whether a job that is taken out comes back at once, perhaps still blocked.
  enum Dependency { case retained, dropped }

  mutating func remove(_ job: JobID, dependency: Dependency) {
    guard let slot = slotOf.removeValue(forKey: job) else { return }
    let record = slots[Int(slot)]
    let index = Int(record.heapIndex)
    switch record.place {
    case .lane: lanes[Int(record.channel)].waiting.remove(at: index, in: &slots)
    case .immediate:
      immediate.remove(at: index, in: &slots)
      // Another of the same host may take the chance this one had.
      unpark(record.channel)
    case .parked: hosts[Int(record.channel)].parked.remove(at: index, in: &slots)
    case .timer, .heldTimer: timers.remove(at: index, in: &slots)
    case .blocked: if dependency == .dropped { blockedBy[job] = nil }
    case .apart: break
    case .free: preconditionFailure("A free slot is in the table of jobs.")
    }
    free(slot)
  }

  mutating func laneNumber(_ key: LaneKey) -> Int32 {
    if let number = laneNumbers[key] { return number }
    let number = Int32(lanes.count)
    lanes.append(LaneRecord(lane: Lane(key: key)))
    laneNumbers[key] = number
    return number
  }

  mutating func hostNumber(_ name: String) -> Int32 {
    if let number = hostNumbers[name] { return number }
    let number = Int32(hosts.count)
    hosts.append(HostRecord())
    hostNumbers[name] = number
    return number
  }
}
