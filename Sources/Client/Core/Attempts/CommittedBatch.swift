import ClientModel

/// The changes that a committed batch made to jobs of this process. The client publishes them.
struct CommittedBatch {
  struct End {
    let run: Run
    let end: AttemptEnd
    /// The current state of the job.
    var job: Job { run.job }
  }

  var ends: [End] = []
  var changed: [Job] = []
  var outgoing: [AttemptID] = []
  /// The jobs that another process changed before they could start, or took away from this one.
  var refused: [JobID] = []
  /// The numbers of jobs that this process requested from the store, and the jobs that it got.
  var takes: [LaneTake] = []
  var taken: [Job] = []

  /// The jobs that were changed again after their ends were committed. They are read again before
  /// their waiters resume, because waiters must not get an older state.
  var overtaken: [JobID] { ends.filter(\.run.isOvertaken).map(\.job.id).sorted() }

  /// The changed jobs whose states are current. They need not be read again.
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
