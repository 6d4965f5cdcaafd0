import ClientModel

/// The loop that reads the commits of other processes. The loop orders the reads and commits of
/// this process, so that an older state of a job never replaces a newer one.
///
/// It belongs to the client's actor.
final class ChangeLoop {
  /// A change to apply. Changes must be applied in order.
  enum Change {
    case lanes([Lane])
    /// Graphs that changed. They are applied before their jobs, because the rows of a held batch
    /// must not start.
    case places([GraphRun])
    case jobs([Job])
    case graphs([GraphRun])
    /// All changes that were read together with these jobs are applied.
    case applied([Job])
    /// All commits of other processes are applied.
    case upToDate
  }

  private let feed: any ChangeFeed
  private let jobs: any JobReader
  private let publisher: EventPublisher
  var reader = ChangeReader()

  init(store: Store, publisher: EventPublisher) {
    (feed, jobs) = (store.feed, store.jobs)
    self.publisher = publisher
  }

  // MARK: Changes by other processes

  /// Applies the commits of other processes, and again while further reads are requested. Must be
  /// called after `reader.begin()` returned true. A failure is published.
  nonisolated(nonsending) func run(
    _ apply: (Change) async throws(Failure) -> Void
  ) async {
    repeat {
      do throws(Failure) {
        // The raised events are read before the changes of jobs, because some raised events add
        // details to these changes.
        let raised = await publisher.takeRaised(from: feed)
        while try await applyNext(apply) {}
        publisher.publish(raised)
        try await apply(.upToDate)
      } catch {
        // An error is not reported while the store is being closed.
        if !Task.isCancelled { publisher.report(error) }
      }
    } while reader.readsAgain()
  }

  /// Applies the oldest unknown changes.
  ///
  /// - Returns: Whether further changes follow.
  nonisolated(nonsending) private func applyNext(
    _ apply: (Change) async throws(Failure) -> Void
  ) async throws(Failure) -> Bool {
    let (changes, number) = try await inOrder { () throws(Failure) in
      try await feed.changes(since: reader.revision)
    }
    reader.reached(changes.revision)
    try await apply(.lanes(changes.lanes))
    try await apply(.places(changes.graphs))
    try await settle(changes.jobs, of: number) { (jobs) throws(Failure) in
      try await apply(.jobs(jobs))
    }
    try await apply(.graphs(changes.graphs))
    try await apply(.applied(changes.jobs))
    return changes.isPartial
  }

  // MARK: Commits of this process

  /// Commits a change of jobs and applies it. Other reads and commits in progress may return older
  /// or newer states.
  ///
  /// - Returns: The changed jobs.
  nonisolated(nonsending) func commit(
    _ commit: () async throws(Failure) -> [Job], apply: ([Job]) async -> Void
  ) async throws(Failure) -> [Job] {
    let (changed, number) = try await inOrder(commit)
    reader.fence.publish(changed.lazy.map(\.id), except: number)
    try await settle(changed, of: number) { await apply($0) }
    return changed
  }

  /// Commits one change of any number of jobs, then reads and applies the jobs in portions.
  ///
  /// - Returns: The changed jobs.
  nonisolated(nonsending) func commit(
    _ commit: () async throws(Failure) -> [JobID], inPortionsOf portion: Int,
    apply: ([Job]) async throws(Failure) -> Void
  ) async throws(Failure) -> [JobID] {
    let changed = try await commit()
    reader.fence.publish(changed)
    for start in stride(from: 0, to: changed.count, by: portion) {
      let ids = Array(changed[start..<min(start + portion, changed.count)])
      let (jobs, number) = try await inOrder { () throws(Failure) in
        try await self.jobs.jobs(matching: JobQuery(ids: ids, order: .oldestFirst))
      }
      try await settle(jobs, of: number) { (jobs) throws(Failure) in try await apply(jobs) }
    }
    return changed
  }

  /// Records that this process has newer states of these jobs than the results in progress.
  func touch(_ jobs: [Job]) { reader.fence.publish(jobs.lazy.map(\.id)) }

  // MARK: Order

  /// Reads or changes jobs in the store. The result must be passed to `settle` together with the
  /// number.
  nonisolated(nonsending) private func inOrder<Value>(
    _ ask: () async throws(Failure) -> Value
  ) async throws(Failure) -> (Value, number: Int) {
    let number = reader.fence.begin()
    do throws(Failure) { return (try await ask(), number) } catch {
      reader.fence.end(number)
      throw error
    }
  }

  /// Applies jobs that were read or committed. Jobs that were published during that operation are
  /// read again.
  nonisolated(nonsending) private func settle(
    _ jobs: [Job], of number: Int, apply: ([Job]) async throws(Failure) -> Void
  ) async throws(Failure) {
    var (jobs, overtaken) = (jobs, reader.fence.end(number))
    while true {
      try await apply(jobs.filter { !overtaken.contains($0.id) })
      let late = jobs.map(\.id).filter(overtaken.contains)
      if late.isEmpty { return }
      let (read, again) = try await inOrder { () throws(Failure) in
        try await self.jobs.jobs(matching: JobQuery(ids: late))
      }
      (jobs, overtaken) = (read, reader.fence.end(again))
    }
  }
}

/// The progress of this process in reading the changes of other processes.
///
///     resting ──change──► reading ──change──► readingAgain
///     readingAgain ──done──► reading ──done──► resting
struct ChangeReader: Sendable {
  private enum State { case resting, reading, readingAgain }

  /// The revision up to which this process knows all commits.
  private(set) var revision: Int64 = 0
  private var state = State.resting
  var fence = ReadFence()
  /// The jobs that changed while a long queue is being loaded. The states that were loaded for them
  /// may be older. It is nil while nothing is being loaded.
  private(set) var heardWhileLoading: Set<JobID>?

  // MARK: Revisions

  /// Records a revision up to which all commits of all processes are known.
  mutating func reached(_ revision: Int64) { self.revision = max(self.revision, revision) }

  /// Records a commit of this process. If other processes committed before it, the known revision
  /// remains, so that their commits are read first.
  mutating func committed(_ revision: Int64) {
    if revision == self.revision + 1 { self.revision = revision }
  }

  // MARK: Reading changes

  /// Requests a read of the changes.
  ///
  /// - Returns: False if the changes are already being read. In this case, they are read once more
  ///   afterwards.
  mutating func begin() -> Bool {
    guard case .resting = state else {
      state = .readingAgain
      return false
    }
    state = .reading
    return true
  }

  /// Ends one read.
  ///
  /// - Returns: Whether other processes changed the store during the read. The store must then be
  ///   read again.
  mutating func readsAgain() -> Bool {
    guard case .readingAgain = state else {
      state = .resting
      return false
    }
    state = .reading
    return true
  }

  // MARK: Loading the queue

  var isLoading: Bool { heardWhileLoading != nil }

  mutating func beginLoading() { heardWhileLoading = [] }
  mutating func endLoading() { heardWhileLoading = nil }
  mutating func heard(of jobs: some Sequence<JobID>) { heardWhileLoading?.formUnion(jobs) }

  /// Returns whether the read state of a job may be older than the known one.
  func hasHeard(of job: JobID) -> Bool { heardWhileLoading?.contains(job) ?? false }
}

/// A fence that prevents older states of jobs from replacing newer states.
///
/// The store works in order, but its results may arrive in any order. Each read or change is
/// numbered at its start. Jobs that are published before the end of a read or change are newer than
/// its result, and are read again.
struct ReadFence: Sendable {
  private var published: [Int: Set<JobID>] = [:]
  private var last = 0

  /// Starts a read or a change and returns its number.
  mutating func begin() -> Int {
    last += 1
    published[last] = []
    return last
  }

  /// Marks these jobs as published for every read or change in progress, whose result may be older.
  ///
  /// - Parameter response: The number of the read or change that supplied the jobs. It is excluded.
  mutating func publish(_ jobs: some Sequence<JobID>, except response: Int? = nil) {
    for number in published.keys where number != response { published[number]?.formUnion(jobs) }
  }

  /// Ends a read or a change.
  ///
  /// - Returns: The jobs that were published since its start.
  @discardableResult
  mutating func end(_ number: Int) -> Set<JobID> { published.removeValue(forKey: number) ?? [] }
}
