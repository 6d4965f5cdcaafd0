import ClientModel

/// The state of this process's reading of changes by others.
///
///     resting ──change──► reading ──change──► readingAgain
///     readingAgain ──done──► reading ──done──► resting
struct ChangeReader: Sendable {
  private enum State { case resting, reading, readingAgain }

  /// The newest commit that this process knows.
  private(set) var revision: Int64 = 0
  private var state = State.resting
  var fence = ReadFence()
  /// The jobs that changed while a long queue is being loaded, so that their loaded states may be
  /// older, or nil while nothing is being loaded.
  private(set) var heardWhileLoading: Set<JobID>?

  // MARK: Revisions

  /// Records a commit of any process, up to which everything is known.
  mutating func reached(_ revision: Int64) { self.revision = max(self.revision, revision) }

  /// Records a commit of this process. Others may have committed before it, and their commits are
  /// then read first.
  mutating func committed(_ revision: Int64) {
    if revision == self.revision + 1 { self.revision = revision }
  }

  // MARK: Reading changes

  /// Requests a read of the changes.
  ///
  /// - Returns: False if they are already being read. They are read again then.
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
  /// - Returns: Whether others changed the store in the meantime, so that it must be read again.
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
