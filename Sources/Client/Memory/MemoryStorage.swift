public import ClientCore
public import ClientModel
import Glibc
import Synchronization

/// A store in memory, for demonstrations and tests.
///
/// The store fulfils the contract of `Storage` for one process, which is always the queue runner.
/// No other process can change the store. `crashed()` simulates a crash.
///
/// The code uses only public API, because the package `Tests/ExternalStore` builds the same sources
/// outside Weir's package.
public final class MemoryStorage: Storage {
  public let wakeUps: AsyncStream<Void>

  let tables: Mutex<MemoryTables>
  private let bell: AsyncStream<Void>.Continuation
  private let clock: any WallClock
  private let bodyFolder: String

  /// Creates an empty store.
  ///
  /// - Parameter bodyFolder: The folder for bodies over 64 KiB. The folder is created with mode
  ///   0700 for the first such body.
  public convenience init(clock: any WallClock, bodyFolder: String) {
    self.init(clock: clock, bodyFolder: bodyFolder, tables: MemoryTables())
  }

  private init(clock: any WallClock, bodyFolder: String, tables: sending MemoryTables) {
    (wakeUps, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.clock = clock
    self.bodyFolder = bodyFolder
    self.tables = Mutex(tables)
  }

  public var access: StoreAccess { .full }

  /// Returns the store as another process would find it after a crash of this process. The running
  /// jobs are orphans in the returned store.
  public func crashed() -> MemoryStorage {
    var copy = tables.withLock { $0 }
    copy.owned = []
    copy.graphs.disown()
    return MemoryStorage(clock: clock, bodyFolder: bodyFolder, tables: copy)
  }

  /// The number of calls so far that read jobs, lanes or graphs. Tests of readers use it.
  package var reads: Int { tables.withLock { $0.reads } }

  func read<Value>(_ body: (MemoryTables) -> Value) -> Value {
    tables.withLock { tables in
      tables.reads += 1
      return body(tables)
    }
  }

  // MARK: Jobs

  public func add(_ jobs: JobAddition) async throws(Failure) -> AddedJobs {
    let now = clock.now
    return try adding("jobs") { try $0.add(jobs, at: now) }
  }

  /// Runs a function that adds jobs or batch rows. Converts an error of the caller's data to a
  /// failure.
  func adding<Added>(
    _ things: String, _ body: (inout MemoryTables) throws -> Added
  ) throws(Failure) -> Added {
    do { return try tables.withLock { try body(&$0) } } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(
        .storage, what: "The \(things) were not added.", why: "They cannot be read: \(error)",
        whatToDo: "Supply the \(things) again.")
    }
  }

  public func commit(
    _ batch: StoreBatch,
    then completion: @escaping @Sendable (Result<StoreReceipt, Failure>) -> Void
  ) {
    completion(.success(tables.withLock { $0.commit(batch) }))
  }

  public func change(
    _ selection: JobSelection, _ decide: @escaping @Sendable (Job) -> JobChange?
  ) async throws(Failure) -> ChangedSelection {
    tables.withLock { tables in
      switch selection {
      case .ids(let jobs): ChangedSelection(tables.change(jobs, decide))
      case .query(let query):
        ChangedSelection(
          ids: tables.change(tables.matches(of: query).map(\.id), decide).map(\.id))
      }
    }
  }

  @discardableResult
  public func remove(_ removal: Removal) async throws(Failure) -> Int {
    let gone = tables.withLock { $0.remove(removal) }
    delete(gone.files)
    return gone.count
  }

  /// Reads the matching jobs in the query's order, within its offset and limit.
  public func jobs(matching query: JobQuery) async throws(Failure) -> [Job] {
    read { $0.window(of: query) }
  }

  public func queue(matching query: QueueQuery) async throws(Failure) -> QueueState {
    read { tables in
      QueueState(
        query, jobs: { tables.window(of: $0) }, count: { tables.matches(of: $0).count },
        lanes: { tables.tallies() }, graphs: { tables.graphs.runs(matching: $0) },
        ahead: { tables.waitingAhead(of: $0) })
    }
  }

  /// Counts the matching jobs. The query's offset and limit are ignored.
  public func count(matching query: JobQuery) async throws(Failure) -> Int {
    read { $0.matches(of: query).count }
  }

  public func requests(of job: JobID) async throws(Failure) -> JobRequests? {
    read { tables in
      tables.entries[job].map { JobRequests(request: $0.request, draft: $0.draft, hop: $0.hop) }
    }
  }

  public func attempts(of job: JobID) async throws(Failure) -> [Attempt] {
    read { $0.entries[job]?.attempts ?? [] }
  }

  /// Always fails, because a store in memory cannot keep copies of files.
  public func snapshot(_ request: PreparedRequest) async throws(Failure) -> PreparedRequest {
    throw Failure(
      .unsupported, what: "The files were not copied.",
      why: "This store is deleted when the program ends.",
      whatToDo: "Send the files from their original paths.")
  }

  public func bytes(named name: String) -> StoredBytes {
    let last = name.utf8.split(separator: UInt8(ascii: "/")).last
    return StoredBytes(
      localFile: "\(bodyFolder)/\(last.map { String(decoding: $0, as: UTF8.self) } ?? "none")")
  }

  public func newBody(for attempt: AttemptID) -> NewBody {
    // If the folder cannot be created, opening the file reports the reason.
    _ = mkdir(bodyFolder, 0o700)
    return NewBody(localFile: "\(bodyFolder)/\(attempt.job)-\(attempt.number)")
  }

  private func delete(_ files: [String]) {
    // A failure is ignored. The file is already gone, or remains unused.
    for name in files {
      if let path = bytes(named: name).localFile { _ = unlink(path) }
    }
  }

  // MARK: Lanes and cookies

  public func lanes() async throws(Failure) -> [LaneTally] {
    read { $0.tallies() }
  }

  public func changeLanes(
    _ keys: [LaneKey]?, _ decide: @escaping @Sendable (inout Lane) -> Void
  ) async throws(Failure) -> [Lane] {
    tables.withLock { $0.changeLanes(keys, decide) }
  }

  public func jars(_ keys: [CookieJarKey]) async throws(Failure) -> StoredJars {
    tables.withLock { $0.jars.read(keys) }
  }

  public func changeCookies(_ changes: [CookieChange]) async throws(Failure) {
    tables.withLock { _ = $0.jars.apply(changes) }
  }

  // MARK: Sharing

  public func changes(since revision: Int64) async throws(Failure) -> StoreChanges {
    tables.withLock { $0.changes(since: revision) }
  }

  public func claim(_ wait: ClaimWait) async throws(Failure) -> RunnerClaim { .mine }

  public func takeQueue(_ takeover: QueueTakeover) async throws(Failure) -> TakeoverResult {
    tables.withLock { $0.takeQueue(takeover) }
  }

  public func leaveQueue(
    _ decide: @escaping @Sendable (LaneTally) -> QueueTakeover.LaneChange?
  ) async throws(Failure) {
    tables.withLock { $0.leaveQueue(decide) }
  }

  public func recoverOrphans(
    _ decide: @escaping @Sendable (OrphanedJob) -> JobChange?
  ) async throws(Failure) -> [Job] {
    tables.withLock { $0.recoverOrphans(decide) }
  }

  public func otherOwners() async throws(Failure) -> Set<String> { [] }
  public func livingOwners(
    of attempts: [AttemptID]
  ) async throws(Failure) -> [AttemptID: AttemptOwner] { [:] }
  public func waitForEnd(of owner: String) async {}
  public func check(_ need: SealingKeyNeed) -> KeyCheck { KeyCheck(keyName: "of the store") }
  public func openable(_ jobs: [JobID]) async throws(Failure) -> [JobID] { jobs }

  public func close() async { bell.finish() }
}
