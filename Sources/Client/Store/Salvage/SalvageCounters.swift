import ClientModel

/// The highest numbers in a store, taken from all rows that contain such a number, including rows
/// that cannot be read.
struct SalvageCounters {
  private(set) var lastJob: Int64 = 0
  var lastGraph: Int64 = 0
  /// The revision of the last change.
  private(set) var revision: Int64 = 0
  /// Whether the store's own record of the last job could be read.
  private(set) var knowsSequence = false
  /// The number of jobs according to the totals of the lanes.
  var countedJobs: Int64 = 0

  mutating func takeSequence(ofJobs last: Int64) {
    lastJob = max(lastJob, last)
    knowsSequence = true
  }

  mutating func note(revision: Int64) { self.revision = max(self.revision, revision) }

  /// Records the numbers of a row.
  ///
  /// - Parameter values: The columns, or an empty list if only the number of the row is known.
  mutating func note(_ number: Int64, _ values: [StoredValue], of table: SalvageTable) {
    switch table.name {
    case "jobs", "requests", "rowValues": lastJob = max(lastJob, number)
    case "attempts", "results": lastJob = max(lastJob, AttemptID(key: number).job.rawValue)
    case "graphs", "materials": lastGraph = max(lastGraph, number)
    case "batches":
      if values.count > 1, let last = values[1].integer { lastJob = max(lastJob, last) }
    default: break
    }
    for (column, value) in zip(table.columns, values) where column.name == "revision" {
      if let revision = value.integer { note(revision: revision) }
    }
  }

  /// Records the job ids in the names of files: `INSTANCE-JOB-ATTEMPT` and `JOB`.
  mutating func note(files: [String]) {
    for name in files {
      let parts = name.words(at: "-")
      let job = parts.count > 2 ? parts[parts.count - 2] : parts.first ?? ""
      if let job = Int64(job), job < 1 << 40 { lastJob = max(lastJob, job) }
    }
  }

  /// The greatest job id that a new job must not use. If the store's own record could not be read,
  /// 1000 more ids are skipped, because rows of later jobs may have been lost.
  var nextJobs: Int64 { knowsSequence ? lastJob : lastJob + 1000 }
  var nextGraphs: Int64 { knowsSequence ? lastGraph : lastGraph + 1000 }
}
