import ClientModel

/// Which job waits for the success of which other one.
struct JobDependencies: Sendable {
  private var parents: [JobID: JobID] = [:]
  /// May also hold jobs that have come to wait for something else; `parents` decides.
  private var children: [JobID: [JobID]] = [:]

  /// Lets a job wait for another one, and for no other than that.
  mutating func set(_ parent: JobID, of job: JobID) {
    guard parents.updateValue(parent, forKey: job) != parent else { return }
    children[parent, default: []].append(job)
  }

  /// Lets a job wait for no other.
  mutating func remove(_ job: JobID) { parents[job] = nil }

  /// Ends the wait of the jobs that wait for this one, and returns them.
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
