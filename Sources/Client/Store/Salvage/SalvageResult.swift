import ClientModel

/// What became of the rows of a damaged store.
struct SalvageResult {
  /// In the new store.
  var jobs = 0
  /// Whether nothing of the store was found: no row, and no id that was given out.
  var isEmpty = true
  /// Made again from their requests, as their own rows could not be read.
  var remadeJobs: Set<JobID> = []
  /// Those whose id could be read, and nothing else.
  var lostJobs: Set<JobID> = []
  /// Those that have lost their request: they can be looked at, not sent.
  var jobsWithoutRequest: Set<JobID> = []
  /// By the totals of the lanes; also jobs of which not even the id could be read.
  var lostJobCount = 0
  /// Other rows that could not be read, such as responses.
  var lostRecords = 0
  /// Whether every row was read.
  var isComplete = true

  /// What could be read and what not, in sentences.
  var words: String {
    var words = ["\(Self.count(jobs, "job")) could be read."]
    let lost = max(lostJobCount, lostJobs.count)
    if lost > 0 {
      let names = lostJobs.isEmpty ? "" : ": \(Self.names(lostJobs))"
      words.append("\(Self.count(lost, "job")) could not\(names).")
    }
    if !remadeJobs.isEmpty {
      words.append(
        "Of these only the request could be read, and they are held: \(Self.names(remadeJobs)).")
    }
    if !jobsWithoutRequest.isEmpty {
      words.append("These have lost their request: \(Self.names(jobsWithoutRequest)).")
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
