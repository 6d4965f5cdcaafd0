public import ClientModel

/// Keeps jobs, attempts, lanes and cookies: what a call returned is on disk.
///
/// Several processes may share one store. Every change carries the store's next *revision*, so that
/// each process can ask what others changed. Decisions are the core's: the store applies them.
public protocol Storage: ValueStorage, GraphStorage, HistoryStorage {
  /// Full, or read-only with the reason (a newer schema, a disk that takes no writes).
  var access: StoreAccess { get }

  // MARK: Jobs

  /// Commits jobs in one transaction, in order; ids ascend.
  func add(_ jobs: [NewJob]) async throws(Failure) -> [JobID]

  /// Commits a waiting job and the start of its first attempt; a store may need two transactions for it.
  func addStarted(_ job: NewJob, at now: Timestamp) async throws(Failure) -> AddedJob

  /// Applies a drainer's decisions in one transaction. An empty batch writes nothing: its receipt
  /// tells the store's revision.
  func commit(_ batch: StoreBatch) async throws(Failure) -> StoreReceipt
  /// Begins the same and returns at once; the answer comes once, on any thread.
  func begin(
    _ batch: StoreBatch,
    then answer: @escaping @Sendable (Result<StoreReceipt, Failure>) -> Void)

  /// Reads jobs, lets `decide` say what becomes of each, and writes that, all in one transaction:
  /// no other process comes between. Nil leaves a job as it is. Returns the changed jobs.
  func change(
    _ jobs: [JobID], _ decide: @escaping @Sendable (Job) -> JobChange?
  ) async throws(Failure) -> [Job]

  /// The same for every job that a query names (its window is ignored).
  func change(
    matching query: JobQuery, _ decide: @escaping @Sendable (Job) -> JobChange?
  ) async throws(Failure) -> [Job]

  /// Forgets finished jobs that a query names, with their attempts and body files.
  func remove(matching query: JobQuery) async throws(Failure) -> Int

  func jobs(matching query: JobQuery) async throws(Failure) -> [Job]
  func count(matching query: JobQuery) async throws(Failure) -> Int
  func request(of job: JobID) async throws(Failure) -> PreparedRequest?
  func attempts(of job: JobID) async throws(Failure) -> [Attempt]

  /// Copies the files a request sends into the store, as they are now. What comes back names the
  /// copies; added as a job it keeps them until the job goes, otherwise they go with this process.
  func snapshot(_ request: PreparedRequest) async throws(Failure) -> PreparedRequest

  /// The full path of a body file.
  func path(ofBody name: String) -> String
  /// A new body file's path in this process's own folder.
  func newBodyPath(for attempt: AttemptID) -> String

  // MARK: Lanes

  /// Every lane that was ever used, with how many of its jobs stand where.
  func lanes() async throws(Failure) -> [LaneTally]

  /// Changes a lane as `change` does a job; makes it when there is none. Returns the lane after.
  func changeLane(
    _ key: LaneKey, _ decide: @escaping @Sendable (inout Lane) -> Void
  ) async throws(Failure) -> Lane

  // MARK: Cookies

  func cookies(in jar: CookieJarKey) async throws(Failure) -> [String]
  func setCookies(_ lines: [String], in jar: CookieJarKey) async throws(Failure)

  // MARK: Sharing

  /// Everything that changed after a revision, oldest first, at most 10,000 jobs a call.
  func changes(since revision: Int64) async throws(Failure) -> StoreChanges

  /// Rings when another process committed something; one ring may stand for many commits.
  var doorbell: AsyncStream<Void> { get }

  /// Tells the other processes that share this store of an own event.
  func raise(_ event: RaisedEvent) async throws(Failure)
  /// What others raised since the last call, or since the store was opened.
  func raised() async -> [RaisedEvent]

  /// Tries to become the one process that runs queued jobs; kernel-held until `releaseDrain`.
  func claimDrain() async throws(Failure) -> DrainClaim
  func releaseDrain() async
  /// Returns when the drain may have fallen free, also because its holder died, or when the task is
  /// cancelled. Takes no processor time meanwhile: a thread blocked in `flock`, not a poll.
  func waitForDrain() async

  /// Jobs marked running whose owner is dead, by the kernel's word.
  func orphans() async throws(Failure) -> [Job]

  /// The names of other processes that have jobs on the wire, dead ones among them.
  func otherOwners() async throws(Failure) -> Set<String>
  /// Of these attempts, those of another process that lives, each with that process's name.
  func livingOwners(of attempts: [AttemptID]) async throws(Failure) -> [AttemptID: String]
  /// True when the process of this name may run queued jobs.
  func isDrainer(_ owner: String) -> Bool
  /// Returns when this process has ended, or when the task is cancelled; sleeps meanwhile.
  func waitForEnd(of owner: String) async

  /// Makes sure that what is sent now can be sealed when it comes back.
  ///
  /// - Throws: `secretMissing`, with what is wrong with the key and what to do.
  func checkKey(_ need: KeyNeed) throws(Failure)
  /// Where the key of sealed values is kept, as people may be told; nil when nothing is sealed.
  var keyPath: String? { get }
  /// Those of these held jobs whose sealed parts, and cookies, can be opened now.
  func openable(_ jobs: [JobID]) async throws(Failure) -> [JobID]

  /// Removes what has ended before a time, and of the rest the oldest over a size. Returns how many jobs.
  /// By itself only the drainer does so; at the user's word any process may.
  @discardableResult
  func prune(olderThan: Timestamp, keeping: ByteCount) async throws(Failure) -> Int

  /// Ends use in good order; the drainer's last act is a checkpoint.
  func close() async
}

/// What an attempt needs the key of the store for.
public enum KeyNeed: Hashable, Sendable {
  /// It carries secrets, so what comes back is sealed. Makes the key when there is none.
  case certain
  /// Its response may set cookies. A key that is there must be usable; one that is not can be made then.
  case possible
}

/// Whether a store takes changes.
public enum StoreAccess: Hashable, Sendable {
  case full
  case readOnly(Failure)
}

/// Whether this process may run queued jobs.
public enum DrainClaim: Hashable, Sendable {
  case mine
  /// Held by this process.
  case held(processID: Int32)
}

/// What a drainer decided, to be committed together.
public struct StoreBatch: Sendable {
  /// Waiting jobs that go on the wire; each gets its next attempt.
  public var starts: [JobStart]
  /// A running job goes on with another attempt (a redirect hop).
  public var hops: [Attempt]
  /// Ended attempts and what becomes of their jobs; nil keeps the job running (a hop follows).
  public var ends: [AttemptEnd]

  public init(starts: [JobStart] = [], hops: [Attempt] = [], ends: [AttemptEnd] = []) {
    self.starts = starts
    self.hops = hops
    self.ends = ends
  }

  public var isEmpty: Bool { starts.isEmpty && hops.isEmpty && ends.isEmpty }
}

/// A waiting job goes on the wire: applied only if it still waits and `cancelRequested` is not set.
public struct JobStart: Hashable, Sendable {
  public var job: JobID
  public var at: Timestamp

  public init(job: JobID, at: Timestamp) {
    self.job = job
    self.at = at
  }
}

/// A job that a batch put on the wire.
public struct StartedJob: Hashable, Sendable {
  /// As it is now: running, with its new attempt as the last.
  public var job: Job
  public var request: PreparedRequest
  /// What the attempt asks for, when a server works on the job; nil when it sends the job's own request.
  public var asked: RemoteStanding?

  public init(job: Job, request: PreparedRequest, asked: RemoteStanding? = nil) {
    self.job = job
    self.request = request
    self.asked = asked
  }
}

/// How an attempt ended and where its job goes.
public struct AttemptEnd: Sendable {
  public var id: AttemptID
  public var result: AttemptResult
  public var next: JobState?
  public var at: Timestamp
  /// What the job goes on with from now on, or nil for the request it has: after `POST, 303, GET`
  /// it is the GET that is repeated, also when the program died in between.
  public var request: PreparedRequest?
  public var keeping: Keeping
  public var remote: RemoteChange

  /// How the store keeps a result.
  public enum Keeping: Hashable, Sendable {
    case plain
    /// It answers a request with secrets and may repeat them.
    case sealed
  }

  public init(
    id: AttemptID, result: AttemptResult, next: JobState?, at: Timestamp,
    request: PreparedRequest? = nil, keeping: Keeping = .plain, remote: RemoteChange = .kept
  ) {
    self.remote = remote
    self.keeping = keeping
    self.id = id
    self.result = result
    self.next = next
    self.at = at
    self.request = request
  }
}

/// What came of a batch.
public struct StoreReceipt: Sendable {
  /// The jobs that really started; others were changed by someone first.
  public var started: [JobID: StartedJob]
  public var revision: Int64

  public init(started: [JobID: StartedJob] = [:], revision: Int64) {
    self.started = started
    self.revision = revision
  }
}

/// What a decision about one job changes; nil leaves a part as it is.
public struct JobChange: Hashable, Sendable {
  public var state: JobState?
  public var at: Timestamp
  public var priority: Int?
  public var position: Double?
  public var cancelRequested: Bool?
  /// For an answered question: the rules the request goes on under.
  public var request: PreparedRequest?
  public var series: Series
  public var remote: RemoteChange

  /// Whether the count of tries goes on.
  public enum Series: Hashable, Sendable {
    case goesOn
    /// The user sent the job on its way: it has all its tries again.
    case anew
  }

  public init(
    state: JobState? = nil, at: Timestamp, priority: Int? = nil, position: Double? = nil,
    cancelRequested: Bool? = nil, request: PreparedRequest? = nil, series: Series = .goesOn,
    remote: RemoteChange = .kept
  ) {
    self.remote = remote
    self.series = series
    self.state = state
    self.at = at
    self.priority = priority
    self.position = position
    self.cancelRequested = cancelRequested
    self.request = request
  }
}

/// What others did to a store.
public struct StoreChanges: Sendable {
  public var jobs: [Job]
  public var lanes: [Lane]
  /// Graphs that others changed, or this process too.
  public var graphs: [GraphRun]
  /// Ask again from here.
  public var revision: Int64
  /// True when there is more than one call returned.
  public var isPartial: Bool

  public init(
    jobs: [Job], lanes: [Lane], graphs: [GraphRun] = [], revision: Int64, isPartial: Bool
  ) {
    self.jobs = jobs
    self.lanes = lanes
    self.graphs = graphs
    self.revision = revision
    self.isPartial = isPartial
  }
}
