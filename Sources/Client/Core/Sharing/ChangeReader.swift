import ClientModel

/// What this process knows of the store, and how far it is with reading what others changed.
///
///     resting ──change──► reading ──change──► reading, and once more
///        ▲                   │                        │
///        └──────done─────────┘◄────────done───────────┘
struct ChangeReader: Sendable {
  private enum State { case resting, reading, readingAgain }

  /// The newest commit that this process knows.
  private(set) var revision: Int64 = 0
  private var state = State.resting
  var fence = ReadFence()
  /// Jobs that changed while a long queue is being loaded: what is loaded of them may be older. Nil when
  /// nothing is being loaded.
  private(set) var heardWhileLoading: Set<JobID>?

  // MARK: Revisions

  /// Notes a commit of this process, or of another one, up to which everything is known.
  mutating func reached(_ revision: Int64) { self.revision = max(self.revision, revision) }

  /// Notes a commit of this process. Others may have committed before it: that is read first.
  mutating func committed(_ revision: Int64) {
    if revision == self.revision + 1 { self.revision = revision }
  }

  // MARK: Reading changes

  /// Asks for the changes to be read.
  ///
  /// - Returns: False when they are being read; they are read once more then.
  mutating func begin() -> Bool {
    guard case .resting = state else {
      state = .readingAgain
      return false
    }
    state = .reading
    return true
  }

  /// Ends one reading.
  ///
  /// - Returns: Whether others changed the store meanwhile, so that it is read once more.
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

  /// Whether what is read of a job may be older than what is known.
  func hasHeard(of job: JobID) -> Bool { heardWhileLoading?.contains(job) ?? false }
}
