package import ClientModel

/// Batches on hold. Their jobs remain waiting, and none of them starts.
extension JobQueue {
  /// Holds these jobs: none of them starts until they are released. Running jobs are not affected.
  /// The cost is linear in the length of the lanes. Jobs that are added later are set aside when
  /// they are added.
  package mutating func hold(_ jobs: ClosedRange<JobID>) {
    guard !heldBatches.contains(jobs) else { return }
    heldBatches.append(jobs)
    for number in lanes.indices {
      let aside = lanes[number].waiting.removeAll(in: &slots.records) { jobs.contains($0.id) }
      for slot in aside { slots[slot].place = .inHeldBatch }
    }
  }

  /// Allows held jobs to start again. The next `fill` returns those that may start.
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
