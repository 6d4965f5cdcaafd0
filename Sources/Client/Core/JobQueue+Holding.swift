package import ClientModel

/// Batches on hold: their jobs go on waiting, and none of them starts.
extension JobQueue {
  /// Starts none of these jobs until they are let go; what runs is left alone. Costs as much as the
  /// lanes are long, once; jobs that come later are put aside as they come.
  package mutating func keepBack(_ jobs: ClosedRange<JobID>) {
    guard !keptBack.contains(jobs) else { return }
    keptBack.append(jobs)
    for number in lanes.indices {
      let aside = lanes[number].waiting.removeAll(in: &slots) { jobs.contains($0.id) }
      for slot in aside { slots[Int(slot)].place = .apart }
    }
  }

  /// Lets jobs start again that were kept back; the next `fill` tells which.
  package mutating func letGo(_ jobs: ClosedRange<JobID>) {
    guard let place = keptBack.firstIndex(of: jobs) else { return }
    keptBack.remove(at: place)
    let all = jobs.lowerBound.rawValue...jobs.upperBound.rawValue
    for number in all {
      guard let slot = slotOf[JobID(number)], slots[Int(slot)].place == .apart else { continue }
      makeStartable(slot)
    }
  }
}
