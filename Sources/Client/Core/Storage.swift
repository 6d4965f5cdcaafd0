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
  /// A job's own request, whatever redirects it follows.
  func request(of job: JobID) async throws(Failure) -> PreparedRequest?
  /// The redirect that a job goes on from; nil when it sends its own request next.
  func hop(of job: JobID) async throws(Failure) -> RedirectHop?
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

  /// The cookies of a jar that have not expired, as Netscape lines.
  func cookies(in jar: CookieJarKey) async throws(Failure) -> [String]
  /// The same of several jars at one moment.
  func jars(_ keys: [CookieJarKey]) async throws(Failure) -> StoredJars
  /// Changes single cookies. A jar that is full takes no more; what it has can be replaced.
  func changeCookies(_ changes: [CookieChange]) async throws(Failure)
  /// Deletes every cookie of a jar, also what cannot be read.
  func clearCookies(in jar: CookieJarKey) async throws(Failure)

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

  /// Records this process as the queue runner, and settles what the one before left, in one
  /// transaction. Called by the process whose claim succeeded.
  func takeQueue(_ takeover: QueueTakeover) async throws(Failure) -> TakenQueue
  /// Changes lanes and records that the queue runner left in good order, in one transaction.
  func leaveQueue(
    _ decide: @escaping @Sendable (LaneTally) -> QueueTakeover.LaneChange?
  ) async throws(Failure)

  /// Jobs marked running whose owner is dead, by the kernel's word. An owner of whom the kernel says
  /// nothing counts as alive.
  func orphans() async throws(Failure) -> [Job]
  /// Decides on these jobs in one transaction. Returns the changed ones.
  func recoverOrphans(
    _ decide: @escaping @Sendable (OrphanedJob) -> JobChange?
  ) async throws(Failure) -> [Job]

  /// The names of other processes that have jobs on the wire, dead ones among them.
  func otherOwners() async throws(Failure) -> Set<String>
  /// Of these attempts, those of another process that lives, each with that process's name. The
  /// attempt 0 of an immediate job belongs to the process that added it.
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

/// What a decision about one job changes; nil leaves a part as it is.
public struct JobChange: Hashable, Sendable {
  public var state: JobState?
  public var at: Timestamp
  public var priority: Int?
  public var position: Double?
  public var cancelRequested: Bool?
  /// For an answered question: the job's own request with the limits it goes on under.
  public var request: PreparedRequest?
  /// For an answered question: the redirect the job goes on from.
  public var hop: RedirectHop?
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
    cancelRequested: Bool? = nil, request: PreparedRequest? = nil, hop: RedirectHop? = nil,
    series: Series = .goesOn, remote: RemoteChange = .kept
  ) {
    self.hop = hop
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
