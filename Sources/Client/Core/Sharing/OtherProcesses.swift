import ClientModel

/// The other processes that run jobs in the same store. The queue runner watches them and takes
/// over their jobs if they end.
struct OtherProcesses: Sendable {
  /// The tasks that wait for the end of processes, by process name.
  private var waits: [String: Task<Void, Never>] = [:]
  /// The jobs that wait for their next attempt, by the process that will make the attempt.
  private var jobs: [String: Set<JobID>] = [:]

  /// Whether a process has a job that waits for its next attempt.
  var haveJobs: Bool { !jobs.isEmpty }

  /// Starts to wait for the end of a process, unless this process is already watched.
  mutating func wait(for owner: String, by task: () -> Task<Void, Never>) {
    if waits[owner] == nil { waits[owner] = task() }
  }

  /// Records which processes will make the next attempts of jobs.
  ///
  /// - Returns: These jobs.
  mutating func note(_ owners: [AttemptID: AttemptOwner]) -> Set<JobID> {
    for (attempt, owner) in owners { jobs[owner.name, default: []].insert(attempt.job) }
    return Set(owners.keys.map(\.job))
  }

  /// Records the end of a process.
  ///
  /// - Returns: The jobs whose next attempts the process would have made.
  mutating func remove(_ owner: String) -> Set<JobID> {
    waits[owner] = nil
    return jobs.removeValue(forKey: owner) ?? []
  }

  mutating func cancel() {
    for task in waits.values { task.cancel() }
    waits = [:]
  }
}
