import ClientModel

/// The jobs that wait for the success of another job.
struct JobDependencies: Sendable {
  private var parents: [JobID: JobID] = [:]
  /// The children by parent. May contain jobs that no longer wait for the parent; `parents`
  /// decides.
  private var children: [JobID: [JobID]] = [:]

  /// Makes a job wait for another one, instead of a previous one.
  mutating func set(_ parent: JobID, of job: JobID) {
    guard parents.updateValue(parent, forKey: job) != parent else { return }
    children[parent, default: []].append(job)
  }

  /// Ends the wait of a job.
  mutating func remove(_ job: JobID) { parents[job] = nil }

  /// Ends the wait of all jobs that wait for this one, and returns them.
  mutating func removeAll(of parent: JobID) -> [JobID] {
    guard var jobs = children.removeValue(forKey: parent) else { return [] }
    jobs.removeAll { job in
      guard parents[job] == parent else { return true }
      parents[job] = nil
      return false
    }
    return jobs
  }
}
