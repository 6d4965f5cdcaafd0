import ClientModel

/// How a committed batch changed the jobs of this process. The client publishes it.
struct CommittedBatch {
  /// The end of an attempt.
  struct End {
    let run: Run
    let end: AttemptEnd
    /// Its job, as it is now.
    var job: Job { run.job }
  }

  var ends: [End] = []
  /// Every job that changed.
  var changed: [Job] = []
  /// The attempts to be sent.
  var outgoing: [Run] = []
  /// Jobs that another process changed before they could start.
  var refused: [JobID] = []

  /// Jobs that were changed after their ends were committed: they are read again first, because their waiters
  /// must not get older states.
  var overtaken: [JobID] { ends.filter(\.run.isOvertaken).map(\.job.id).sorted() }

  /// The changed jobs that are not read again: their states are the newest.
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
