import ClientModel

/// Waits after the wall clock was set back.
extension JobQueue {
  /// Moves what back-offs, servers and rates set to wait by as much as the wall clock was set back, so
  /// that it waits as long as before. The user's own times stay: they are times of the wall clock.
  mutating func moveWaits(back step: Duration, noting moved: inout MovedWaits) {
    var due: [JobID: Timestamp] = [:]
    for item in timers.items where slots[Int(item.slot)].place == .timer {
      due[slots[Int(item.slot)].id] = item.due
    }
    let waiting = timers.removeAll(in: &slots) { $0.place == .timer }
    for slot in waiting {
      let id = slots[Int(slot)].id
      guard let old = due[id] else { continue }
      let new = old.advanced(by: .zero - step)
      moved.move(id, from: old, to: new)
      timers.insert(TimedItem(slot: slot, due: new), in: &slots)
    }
    for index in lanes.indices {
      lanes[index].nextStart = max(0, lanes[index].nextStart - Double(step.inMilliseconds))
      guard let old = lanes[index].lane.heldUntil else { continue }
      let new = old.advanced(by: .zero - step)
      moved.move(lanes[index].lane.key, from: old, to: new)
      lanes[index].lane.heldUntil = new
      mark(Int32(index))
    }
  }

  /// Ends holds of lanes at the latest time that a server may set.
  mutating func endHolds(at latest: Timestamp, noting moved: inout MovedWaits) {
    for index in lanes.indices {
      guard let until = lanes[index].lane.heldUntil, until > latest else { continue }
      moved.move(lanes[index].lane.key, from: until, to: latest)
      lanes[index].lane.heldUntil = latest
      mark(Int32(index))
    }
  }
}
