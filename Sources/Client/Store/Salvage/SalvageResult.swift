import ClientModel

/// The result of a salvage.
struct SalvageResult {
  /// The number of jobs in the new store.
  var jobs = 0
  /// Whether the salvage found neither a row nor an assigned id.
  var isEmpty = true
  /// The jobs that were recreated from their requests, because their rows could not be read.
  var remadeJobs: Set<JobID> = []
  /// The jobs for which only the id could be read.
  var lostJobs: Set<JobID> = []
  /// The jobs whose request is lost. They can be displayed but not sent.
  var jobsWithoutRequest: Set<JobID> = []
  /// The number of lost jobs, computed from the job counts of the lanes. It includes jobs whose id
  /// is unknown.
  var lostJobCount = 0
  /// The number of unreadable rows that are not jobs, such as responses.
  var lostRecords = 0
  /// Whether everything was readable, and no row was recreated, removed or ended.
  var isComplete = true

  /// The result as sentences for the user.
  var text: String {
    var words = ["\(Self.count(jobs, "job")) could be read."]
    if lostJobCount > 0 {
      let names = lostJobs.isEmpty ? "" : ": \(Self.names(lostJobs))"
      words.append("\(Self.count(lostJobCount, "job")) could not be read\(names).")
    }
    if !remadeJobs.isEmpty {
      words.append(
        "Only the requests of these jobs could be read, so the jobs are held or interrupted:"
          + " \(Self.names(remadeJobs)).")
    }
    if !jobsWithoutRequest.isEmpty {
      words.append("These jobs have lost their request: \(Self.names(jobsWithoutRequest)).")
    }
    if lostRecords > 0 {
      words.append("\(Self.count(lostRecords, "other record")) could not be read.")
    }
    return words.joined(separator: " ")
  }

  private static func names(_ jobs: Set<JobID>) -> String {
    let names = jobs.sorted().prefix(20).map(\.description).joined(separator: ", ")
    return jobs.count > 20 ? "\(names) and \(jobs.count - 20) others" : names
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
