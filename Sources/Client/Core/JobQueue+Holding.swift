package import ClientModel

/// Handles batches on hold. Their jobs remain waiting, and none of them starts.
extension JobQueue {
  /// Prevents jobs from starting until they are released. Running jobs are not affected. Jobs that
  /// are added later are also held.
  ///
  /// The cost is linear in the length of the lanes.
  package mutating func hold(_ jobs: ClosedRange<JobID>) {
    guard !heldBatches.contains(jobs) else { return }
    heldBatches.append(jobs)
    for number in lanes.indices {
      let aside = lanes[number].waiting.removeAll(in: &slots.records) { jobs.contains($0.id) }
      for slot in aside { slots[slot].place = .inHeldBatch }
    }
  }

  /// Allows held jobs to start. The next `fill` returns those that may start.
  package mutating func release(_ jobs: ClosedRange<JobID>) {
    guard let place = heldBatches.firstIndex(of: jobs) else { return }
    heldBatches.remove(at: place)
    let all = jobs.lowerBound.rawValue...jobs.upperBound.rawValue
    for number in all {
      guard let slot = slots.slot(of: JobID(number)), slots[slot].place == .inHeldBatch else {
        continue
      }
      makeStartable(slot)
    }
  }
}
