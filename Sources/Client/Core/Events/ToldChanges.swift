import ClientModel

/// What this process told of jobs lately: the store shows it the same changes again when another
/// process rings.
struct ToldChanges: Sendable {
  private static let most = 4096

  /// Two changes may fall into one millisecond: the state tells them apart.
  private struct Told {
    var since: Timestamp
    var word: JobState.Word
  }

  private var recent: [JobID: Told] = [:]
  private var older: [JobID: Told] = [:]

  mutating func note(_ job: Job) {
    if recent.count >= Self.most {
      older = recent
      recent = [:]
    }
    recent[job.id] = Told(since: job.since, word: job.state.word)
  }

  /// True when anything was told of the job.
  func has(_ job: JobID) -> Bool { recent[job] != nil || older[job] != nil }

  /// True when the job as it stands was told of already.
  func knows(_ job: Job) -> Bool {
    guard let told = recent[job.id] ?? older[job.id] else { return false }
    return told.since > job.since || told.since == job.since && told.word == job.state.word
  }
}
