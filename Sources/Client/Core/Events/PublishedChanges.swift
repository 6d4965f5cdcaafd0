import ClientModel

/// The last changes of jobs that this process published. After a commit of another process, the
/// store shows this process its own changes again.
struct PublishedChanges: Sendable {
  private static let limit = 4096

  /// A published change. Two changes may have the same millisecond, so the state distinguishes
  /// them.
  private struct Change {
    var since: Timestamp
    var word: JobState.Word
  }

  private var recent: [JobID: Change] = [:]
  private var older: [JobID: Change] = [:]

  mutating func note(_ job: Job) {
    if recent.count >= Self.limit {
      older = recent
      recent = [:]
    }
    recent[job.id] = Change(since: job.since, word: job.state.word)
  }

  /// Returns whether any change of the job was published.
  func contains(_ job: JobID) -> Bool { recent[job] != nil || older[job] != nil }

  /// Returns whether the current state of the job, or a later one, was published.
  func isCurrent(_ job: Job) -> Bool {
    guard let change = recent[job.id] ?? older[job.id] else { return false }
    return change.since > job.since || change.since == job.since && change.word == job.state.word
  }
}
