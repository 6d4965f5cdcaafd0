package import ClientModel

/// Batches on hold: their jobs go on waiting, and none of them starts.
extension JobQueue {
  /// Starts none of these jobs until they are released; running jobs are not affected. The cost grows with
  /// the length of the lanes, once; jobs that are added later are put aside when they are added.
  package mutating func hold(_ jobs: ClosedRange<JobID>) {
    guard !heldBatches.contains(jobs) else { return }
    heldBatches.append(jobs)
    for number in lanes.indices {
      let aside = lanes[number].waiting.removeAll(in: &slots.records) { jobs.contains($0.id) }
      for slot in aside { slots[slot].place = .apart }
    }
  }

  /// Lets held jobs start again; the next `fill` returns them.
  package mutating func release(_ jobs: ClosedRange<JobID>) {
    guard let place = heldBatches.firstIndex(of: jobs) else { return }
    heldBatches.remove(at: place)
    let all = jobs.lowerBound.rawValue...jobs.upperBound.rawValue
    for number in all {
      guard let slot = slots.slot(of: JobID(number)), slots[slot].place == .apart else { continue }
      makeStartable(slot)
    }
  }
}
