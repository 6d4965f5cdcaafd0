import ClientModel

/// The content of the next commits.
///
///     decision ──► outbox ──► batch ──► on disk: out of the outbox
///                    ▲          │
///                    └──────────┘ the store failed
struct Outbox {
  /// The jobs that have a slot and start with the next commits, in order.
  var starts: [JobID] = []
  var hops: [HopStart] = []
  var ends: [AttemptEnd] = []
  /// The states that the queue decided on: released by time, unblocked, skipped.
  var moves: [JobID: JobChange] = [:]
  var laneHolds: [LaneKey: Timestamp] = [:]
  var waits = MovedWaits()
  /// The cookies that this process knows. Changes by responses wait here for the next commit.
  let jars: CookieJars

  init(jars: CookieJars = CookieJars()) { self.jars = jars }

  var isEmpty: Bool { !hasBatch && !hasChanges }

  /// Whether there is anything to commit as a `StoreBatch`.
  var hasBatch: Bool {
    !starts.isEmpty || !hops.isEmpty || !ends.isEmpty || jars.hasChanges
  }

  /// Whether there is anything else to commit: moved jobs, held lanes and moved waits.
  var hasChanges: Bool { !moves.isEmpty || !laneHolds.isEmpty || !waits.isEmpty }

  /// Adds a decision of the queue. A running job is not started again.
  mutating func add(_ action: JobQueue.Action, running: AttemptTable, at now: Timestamp) {
    switch action {
    case .start(let id): if running[id] == nil { starts.append(id) }
    case .ready(let id), .unblocked(let id):
      moves[id] = JobChange(state: .waiting(.slot), at: now)
    case .skip(let id, let parent):
      moves[id] = JobChange(state: .skipped(because: parent), at: now)
    }
  }

  /// The number of jobs that any commit may start. A commit starts more jobs only up to half the
  /// number of running jobs. Jobs that start together also end together, and then wait together for
  /// the disk while the network is idle. With two halves, one is being sent while the other is
  /// being committed. Smaller parts do not reduce the idle time further, and each commit has a
  /// cost. Below this number, the cost exceeds the gain.
  static let leastStarts = 16

  /// Removes and returns the content of the next commit.
  ///
  /// - Parameter running: The number of running jobs.
  mutating func nextBatch(at now: Timestamp, running: Int) -> StoreBatch {
    let starts = self.starts.prefix(max(Self.leastStarts, running / 2))
    let batch = StoreBatch(
      starts: starts.map { JobStart(job: $0, at: now) }, hops: hops, ends: ends,
      cookies: jars.take(), known: jars.known)
    self.starts.removeFirst(starts.count)
    hops = []
    ends = []
    // The next batch is about as large. Growing step by step would move each element several times.
    ends.reserveCapacity(batch.ends.count)
    return batch
  }

  /// Puts a batch that the store refused back into the outbox, before later additions.
  mutating func restore(_ batch: StoreBatch) {
    jars.restore()
    hops.insert(contentsOf: batch.hops, at: 0)
    ends.insert(contentsOf: batch.ends, at: 0)
    starts.insert(contentsOf: batch.starts.map(\.job), at: 0)
  }
}
