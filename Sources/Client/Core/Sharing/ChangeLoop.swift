import ClientModel

/// Reads the commits of other processes and applies them. All reads and commits of this process are
/// ordered so that an old state of a job never replaces a newer one.
///
/// It belongs to the client's actor.
final class ChangeLoop {
  /// A change to apply. Changes must be applied in this order.
  enum Change {
    case lanes([Lane])
    /// The changed graphs. They are applied before their jobs. Otherwise rows of a held batch could
    /// start.
    case places([GraphRun])
    case jobs([Job])
    case graphs([GraphRun])
    /// The end of the changes that were read together with these jobs.
    case applied([Job])
    /// The end of all known changes.
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

  /// Reads and applies the commits of other processes. Reading is repeated if `reader.begin()` was
  /// called in the meantime. Failures are published.
  ///
  /// Must be called after `reader.begin()` returned true.
  nonisolated(nonsending) func run(
    _ apply: (Change) async throws(Failure) -> Void
  ) async {
    repeat {
      do throws(Failure) {
        // Raised events are read first, because some of them add details to the changes of jobs.
        let raised = await publisher.takeRaised(from: feed)
        while try await applyNext(apply) {}
        publisher.publish(raised)
        try await apply(.upToDate)
      } catch {
        // The task is cancelled when the store is closed. Errors are then expected.
        if !Task.isCancelled { publisher.report(error) }
      }
    } while reader.readsAgain()
  }

  /// Reads the oldest unknown changes and applies them.
  ///
  /// - Returns: Whether more changes follow.
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

  /// Commits a change of jobs and applies the result. Reads and commits that run at the same time
  /// may return older or newer states.
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

  /// Commits a change of many jobs, then reads and applies the changed jobs in chunks.
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

  /// Records that this process knows the newest states of these jobs. Operations in progress may
  /// return older states.
  func touch(_ jobs: [Job]) { reader.fence.publish(jobs.lazy.map(\.id)) }

  // MARK: Order

  /// Runs a read or change of jobs and numbers it. The caller must pass the result and the number
  /// to `settle`.
  nonisolated(nonsending) private func inOrder<Value>(
    _ ask: () async throws(Failure) -> Value
  ) async throws(Failure) -> (Value, number: Int) {
    let number = reader.fence.begin()
    do throws(Failure) { return (try await ask(), number) } catch {
      reader.fence.end(number)
      throw error
    }
  }

  /// Applies the result of a read or commit. Jobs that were published in the meantime are read
  /// again.
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

/// The state of reading the changes of other processes.
///
///     resting ──change──► reading ──change──► readingAgain
///     readingAgain ──done──► reading ──done──► resting
struct ChangeReader: Sendable {
  private enum State { case resting, reading, readingAgain }

  /// The last revision up to which all commits are known.
  private(set) var revision: Int64 = 0
  private var state = State.resting
  var fence = ReadFence()
  /// The jobs that changed while a long queue is being loaded. Their loaded states may be outdated.
  /// Nil if no queue is being loaded.
  private(set) var heardWhileLoading: Set<JobID>?

  // MARK: Revisions

  /// Records that all commits up to a revision are known.
  mutating func reached(_ revision: Int64) { self.revision = max(self.revision, revision) }

  /// Records a commit of this process. The known revision stays the same if other processes
  /// committed before, because their commits must be read first.
  mutating func committed(_ revision: Int64) {
    if revision == self.revision + 1 { self.revision = revision }
  }

  // MARK: Reading changes

  /// Requests a read of the changes.
  ///
  /// - Returns: Whether the caller must start the read. If a read is in progress, it is repeated
  ///   instead.
  mutating func begin() -> Bool {
    guard case .resting = state else {
      state = .readingAgain
      return false
    }
    state = .reading
    return true
  }

  /// Ends a read.
  ///
  /// - Returns: Whether another read was requested in the meantime.
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

  /// Returns whether a loaded state of the job may be outdated.
  func hasHeard(of job: JobID) -> Bool { heardWhileLoading?.contains(job) ?? false }
}

/// Prevents old states of jobs from replacing newer states.
///
/// The results of the store may arrive in any order. Each read or change therefore gets a number
/// when it starts. Jobs that are published before its end are newer than its result, and are read
/// again.
struct ReadFence: Sendable {
  private var published: [Int: Set<JobID>] = [:]
  private var last = 0

  /// Starts a read or change and returns its number.
  mutating func begin() -> Int {
    last += 1
    published[last] = []
    return last
  }

  /// Marks jobs as published. The results of reads and changes in progress may contain older states
  /// of these jobs.
  ///
  /// - Parameter response: The number of the operation that supplied the jobs, which is not
  ///   affected.
  mutating func publish(_ jobs: some Sequence<JobID>, except response: Int? = nil) {
    for number in published.keys where number != response { published[number]?.formUnion(jobs) }
  }

  /// Ends a read or change.
  ///
  /// - Returns: The jobs that were published since its start.
  @discardableResult
  mutating func end(_ number: Int) -> Set<JobID> { published.removeValue(forKey: number) ?? [] }
}
