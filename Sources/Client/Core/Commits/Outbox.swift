import ClientModel

/// The changes to commit next.
///
///     decision ──► outbox ──► batch ──► on disk: out of the outbox
///                    ▲          │
///                    └──────────┘ the store failed
struct Outbox {
  /// The jobs to start, in order. They already have a slot.
  var starts: [JobID] = []
  /// The jobs to start that the store selects. Each lane occurs once.
  var takes: [LaneTake] = []
  var hops: [HopStart] = []
  var ends: [AttemptEnd] = []
  /// The state changes that the queue decided on. Jobs are released by time, unblocked or skipped.
  var moves: [JobID: JobChange] = [:]
  var laneHolds: [LaneKey: Timestamp] = [:]
  var waits = MovedWaits()
  /// The cookies that this process knows. Changes made by responses are kept here for the next
  /// commit.
  let jars: CookieJars

  init(jars: CookieJars = CookieJars()) { self.jars = jars }

  var isEmpty: Bool { !hasBatch && !hasChanges }

  /// Whether there are changes that are committed as a `StoreBatch`.
  var hasBatch: Bool {
    !starts.isEmpty || !takes.isEmpty || !hops.isEmpty || !ends.isEmpty || jars.hasChanges
  }

  /// Whether there are changes that are committed separately: moved jobs, held lanes and changed
  /// waits.
  var hasChanges: Bool { !moves.isEmpty || !laneHolds.isEmpty || !waits.isEmpty }

  /// Adds a decision of the queue. A job that is already running is not started again.
  mutating func add(_ action: JobQueue.Action, running: AttemptTable, at now: Timestamp) {
    switch action {
    case .start(let id): if running[id] == nil { starts.append(id) }
    case .take(let lane, let count): add(LaneTake(lane, count: count, at: now))
    case .ready(let id), .unblocked(let id):
      moves[id] = JobChange(state: .waiting(.slot), at: now)
    case .skip(let id, let parent):
      moves[id] = JobChange(state: .skipped(because: parent), at: now)
    }
  }

  /// The number of jobs that any commit may start. Beyond this number, a commit starts at most half
  /// as many jobs as are running.
  ///
  /// Jobs that start together also end together. They would then wait for the disk while the
  /// network is idle. With two halves, one half is sent while the other half is committed. Smaller
  /// parts would not reduce the idle time further, and each commit has a cost. Below this number,
  /// the cost exceeds the gain.
  static let leastStarts = 16

  /// Removes and returns the content of the next commit.
  ///
  /// - Parameter running: The number of running jobs.
  mutating func nextBatch(at now: Timestamp, running: Int) -> StoreBatch {
    let most = max(Self.leastStarts, running / 2)
    let starts = self.starts.prefix(most)
    let batch = StoreBatch(
      starts: starts.map { JobStart(job: $0, at: now) },
      takes: takes.isEmpty ? [] : nextTakes(most - starts.count, at: now), hops: hops, ends: ends,
      cookies: jars.take(), known: jars.known)
    self.starts.removeFirst(starts.count)
    hops = []
    ends = []
    // The next batch will have a similar size. Reserving its capacity avoids repeated growth.
    ends.reserveCapacity(batch.ends.count)
    return batch
  }

  private mutating func add(_ take: LaneTake) {
    if let place = takes.firstIndex(where: { $0.lane == take.lane }) {
      takes[place].count += take.count
    } else {
      takes.append(take)
    }
  }

  /// Removes and returns the next takes, for at most this number of jobs.
  private mutating func nextTakes(_ most: Int, at now: Timestamp) -> [LaneTake] {
    var (next, rest, room): ([LaneTake], [LaneTake], Int) = ([], [], most)
    for take in takes {
      let count = min(take.count, room)
      room -= count
      if count > 0 { next.append(LaneTake(take.lane, count: count, at: now)) }
      if take.count > count { rest.append(LaneTake(take.lane, count: take.count - count, at: now)) }
    }
    takes = rest
    return next
  }

  /// Puts a refused batch back into the outbox. It is placed before later additions.
  mutating func restore(_ batch: StoreBatch) {
    jars.restore()
    hops.insert(contentsOf: batch.hops, at: 0)
    ends.insert(contentsOf: batch.ends, at: 0)
    starts.insert(contentsOf: batch.starts.map(\.job), at: 0)
    for take in batch.takes { add(take) }
  }
}
