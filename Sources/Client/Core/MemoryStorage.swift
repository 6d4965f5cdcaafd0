public import ClientModel
import Glibc
import Synchronization

/// A store that forgets everything when the program ends: for demonstrations and for tests.
///
/// It keeps the whole contract of `Storage` but lives in one process: it always drains, its
/// doorbell never rings, and its one crash is a made one, `crashed()`.
public final class MemoryStorage: Storage {
  public let doorbell: AsyncStream<Void>

  let shelf: Mutex<MemoryShelf>
  private let bell: AsyncStream<Void>.Continuation
  private let clock: any WallClock
  private let bodyFolder: String

  /// - Parameter bodyFolder: Where bodies over 64 KiB go; made at the first one, mode 0700.
  public convenience init(clock: any WallClock, bodyFolder: String) {
    self.init(clock: clock, bodyFolder: bodyFolder, shelf: MemoryShelf())
  }

  private init(clock: any WallClock, bodyFolder: String, shelf: sending MemoryShelf) {
    (doorbell, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.clock = clock
    self.bodyFolder = bodyFolder
    self.shelf = Mutex(shelf)
  }

  public var access: StoreAccess { .full }

  /// The store as the next process finds it after this one was killed: what ran is orphaned.
  public func crashed() -> MemoryStorage {
    var copy = shelf.withLock { $0 }
    copy.owned = []
    copy.graphs.disown()
    return MemoryStorage(clock: clock, bodyFolder: bodyFolder, shelf: copy)
  }

  // MARK: Jobs

  public func add(_ jobs: [NewJob]) async throws(Failure) -> [JobID] {
    let now = clock.now
    return shelf.withLock { shelf in jobs.map { shelf.add($0, at: now) } }
  }

  public func commit(_ batch: StoreBatch) async throws(Failure) -> StoreReceipt {
    shelf.withLock { $0.commit(batch) }
  }

  public func change(
    _ jobs: [JobID], _ decide: @escaping @Sendable (Job) -> JobChange?
  ) async throws(Failure) -> [Job] {
    shelf.withLock { $0.change(jobs, decide) }
  }

  public func change(
    matching query: JobQuery, _ decide: @escaping @Sendable (Job) -> JobChange?
  ) async throws(Failure) -> [Job] {
    shelf.withLock { shelf in shelf.change(shelf.matches(of: query).map(\.id), decide) }
  }

  public func remove(matching query: JobQuery) async throws(Failure) -> Int {
    let (count, files) = shelf.withLock { shelf in
      let gone = shelf.matches(of: query).filter {
        $0.state.word.isFinished && !shelf.isNeeded($0.id)
      }
      return (gone.count, shelf.forget(gone.map(\.id)))
    }
    delete(files)
    return count
  }

  public func jobs(matching query: JobQuery) async throws(Failure) -> [Job] {
    let all = shelf.withLock { $0.matches(of: query) }
    return Array(all.dropFirst(max(0, query.offset)).prefix(max(0, query.limit ?? .max)))
  }

  public func count(matching query: JobQuery) async throws(Failure) -> Int {
    shelf.withLock { $0.matches(of: query).count }
  }

  public func request(of job: JobID) async throws(Failure) -> PreparedRequest? {
    shelf.withLock { $0.entries[job]?.request }
  }

  public func hop(of job: JobID) async throws(Failure) -> RedirectHop? {
    shelf.withLock { $0.entries[job]?.hop }
  }

  public func attempts(of job: JobID) async throws(Failure) -> [Attempt] {
    shelf.withLock { $0.entries[job]?.attempts ?? [] }
  }

  /// Nothing here outlives the program, so a copy would serve nobody.
  public func snapshot(_ request: PreparedRequest) async throws(Failure) -> PreparedRequest {
    throw Failure(
      .unsupported, what: "The files were not copied.",
      why: "This store keeps nothing when the program ends.",
      whatToDo: "Send them from where they are.")
  }

  public func path(ofBody name: String) -> String {
    "\(bodyFolder)/\(name.words(at: "/").last ?? "none")"
  }

  public func newBodyPath(for attempt: AttemptID) -> String {
    // A folder that cannot be made shows itself, with its reason, when the file is opened.
    _ = mkdir(bodyFolder, 0o700)
    return "\(bodyFolder)/\(attempt.job)-\(attempt.number)"
  }

  private func delete(_ files: [String]) {
    // A file that is gone already, or stays, is no loss to anybody.
    for name in files { _ = unlink(path(ofBody: name)) }
  }

  // MARK: Lanes and cookies

  public func lanes() async throws(Failure) -> [LaneTally] {
    shelf.withLock { $0.tallies() }
  }

  public func changeLane(
    _ key: LaneKey, _ decide: @escaping @Sendable (inout Lane) -> Void
  ) async throws(Failure) -> Lane {
    shelf.withLock { $0.changeLane(key, decide) }
  }

  public func cookies(in jar: CookieJarKey) async throws(Failure) -> [String] {
    shelf.withLock { $0.jars.lines(in: jar) }
  }

  public func jars(_ keys: [CookieJarKey]) async throws(Failure) -> StoredJars {
    shelf.withLock { $0.jars.read(keys) }
  }

  public func changeCookies(_ changes: [CookieChange]) async throws(Failure) {
    shelf.withLock { _ = $0.jars.apply(changes) }
  }

  public func clearCookies(in jar: CookieJarKey) async throws(Failure) {
    shelf.withLock { $0.jars.clear(jar) }
  }

  // MARK: Sharing

  public func changes(since revision: Int64) async throws(Failure) -> StoreChanges {
    shelf.withLock { $0.changes(since: revision) }
  }

  public func claimDrain() async throws(Failure) -> DrainClaim { .mine }
  public func releaseDrain() async {}
  public func waitForDrain() async {}

  public func takeQueue(_ takeover: QueueTakeover) async throws(Failure) -> TakenQueue {
    shelf.withLock { $0.takeQueue(takeover) }
  }

  public func leaveQueue(
    _ decide: @escaping @Sendable (LaneTally) -> QueueTakeover.LaneChange?
  ) async throws(Failure) {
    shelf.withLock { $0.leaveQueue(decide) }
  }

  public func orphans() async throws(Failure) -> [Job] { shelf.withLock { $0.orphans } }

  public func recoverOrphans(
    _ decide: @escaping @Sendable (OrphanedJob) -> JobChange?
  ) async throws(Failure) -> [Job] {
    shelf.withLock { $0.recoverOrphans(decide) }
  }

  public func otherOwners() async throws(Failure) -> Set<String> { [] }
  public func livingOwners(
    of attempts: [AttemptID]
  ) async throws(Failure) -> [AttemptID: String] { [:] }
  public func isDrainer(_ owner: String) -> Bool { false }
  public func waitForEnd(of owner: String) async {}
  public func checkKey(_ need: KeyNeed) {}
  public var keyPath: String? { nil }
  public func openable(_ jobs: [JobID]) async throws(Failure) -> [JobID] { jobs }

  @discardableResult
  public func prune(
    olderThan limit: Timestamp, keeping size: ByteCount
  ) async throws(Failure) -> Int {
    let gone = shelf.withLock { $0.prune(olderThan: limit, keeping: size) }
    delete(gone.files)
    return gone.count
  }

  public func close() async { bell.finish() }
}
