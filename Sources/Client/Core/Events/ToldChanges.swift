import ClientModel

/// What this process told of jobs lately: the store shows it the same changes again when another
/// process rings.
struct ToldChanges: Sendable {
  private static let most = 4096

  private var recent: [JobID: Timestamp] = [:]
  private var older: [JobID: Timestamp] = [:]

  mutating func note(_ job: Job) {
    if recent.count >= Self.most {
      older = recent
      recent = [:]
    }
    recent[job.id] = job.since
  }

  /// True when anything was told of the job.
  func has(_ job: JobID) -> Bool { recent[job] != nil || older[job] != nil }

  /// True when the job as it stands was told of already.
  func knows(_ job: Job) -> Bool {
    (recent[job.id] ?? older[job.id]).map { $0 >= job.since } ?? false
  }
}
