import ClientModel

/// The changes of a committed batch to the jobs of this process. The client publishes them.
struct CommittedBatch {
  /// The end of an attempt.
  struct End {
    let run: Run
    let end: AttemptEnd
    /// The job in its current state.
    var job: Job { run.job }
  }

  var ends: [End] = []
  var changed: [Job] = []
  /// The attempts to send.
  var outgoing: [AttemptID] = []
  /// The jobs that another process changed before they could start.
  var refused: [JobID] = []

  /// The jobs that were changed after their ends were committed. They are read again before their
  /// waiters are resumed, because waiters must not receive older states.
  var overtaken: [JobID] { ends.filter(\.run.isOvertaken).map(\.job.id).sorted() }

  /// The changed jobs whose states are the newest, so that they need not be read again.
  var settled: [Job] {
    guard ends.contains(where: \.run.isOvertaken) else { return changed }
    let overtaken = Set(overtaken)
    return overtaken.isEmpty ? changed : changed.filter { !overtaken.contains($0.id) }
  }

  mutating func reserveCapacity(for batch: StoreBatch) {
    ends.reserveCapacity(batch.ends.count)
    changed.reserveCapacity(batch.ends.count + batch.starts.count)
    outgoing.reserveCapacity(batch.starts.count)
  }
}
