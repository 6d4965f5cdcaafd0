import ClientModel

/// The other processes with running jobs in the same store. The queue runner watches each one, so
/// that it can take over their jobs if they end.
struct OtherProcesses: Sendable {
  /// The wait for the end of each process, by its name.
  private var waits: [String: Task<Void, Never>] = [:]
  /// The jobs between two attempts, by the process that will make the next one.
  private var jobs: [String: Set<JobID>] = [:]

  /// Whether any process has a job between two attempts.
  var haveJobs: Bool { !jobs.isEmpty }

  /// Starts to wait for the end of a process, unless such a wait exists.
  mutating func wait(for owner: String, by task: () -> Task<Void, Never>) {
    if waits[owner] == nil { waits[owner] = task() }
  }

  /// Records which processes will make the next attempts of jobs.
  ///
  /// - Returns: The jobs.
  mutating func note(_ owners: [AttemptID: AttemptOwner]) -> Set<JobID> {
    for (attempt, owner) in owners { jobs[owner.name, default: []].insert(attempt.job) }
    return Set(owners.keys.map(\.job))
  }

  /// Records the end of a process.
  ///
  /// - Returns: The jobs that the process would have sent.
  mutating func remove(_ owner: String) -> Set<JobID> {
    waits[owner] = nil
    return jobs.removeValue(forKey: owner) ?? []
  }

  /// Cancels all waits.
  mutating func cancel() {
    for task in waits.values { task.cancel() }
    waits = [:]
  }
}
