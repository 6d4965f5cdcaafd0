public import ClientCore
public import ClientModel
import Glibc
import Synchronization

/// A store on disk that several processes can share: an SQLite database and a set of files.
///
///     weir.db (-wal, -shm)   jobs, requests, attempts, lanes, cookies, shared values
///     weir.lock              held during each write
///     runner.lock            held by the process that runs queued jobs
///     owners/INSTANCE        held by each process that sends requests
///     bodies/INSTANCE/…      bodies over 64 KiB
///     snapshots/JOB/…        copies of files that jobs send
///     doorbell               appended to on each commit, which wakes other processes
///     events                 events raised by a program, for the other processes
///     key                    the key of sealed secrets
///
/// When a call returns, its changes are synced to disk. Concurrent changes share a commit. The
/// doorbell does not notify a process of its own commits.
public final class SQLiteStorage: Storage {
  public let access: StoreAccess

  let folder: String
  let copy: ReadOnlyCopy?
  let use: StoreUse
  let connections: StoreConnections
  let clock: any WallClock
  let vault: Vault
  let owner: Owner
  let files: StoreFiles
  let writes: WriteQueue
  /// The threads for reading. Each one uses its own connection.
  private let readers = ThreadPool(of: StoreOpening.readers)
  let uses = UseCount()
  let damage: DamageMark
  /// Whether this process has made a deletion that can be undone.
  let hasDeleted = Atomic(false)
  private let readCheck: ReadCheck

  /// The version of SQLite that this program uses, such as `3.40.1`.
  public static var libraryVersion: String { SQLiteLibrary.version }

  /// The version of the tables.
  package static var schemaVersion: Int { StoreSchema.version }

  /// Opens the store in a folder. Creates a missing folder and a missing store.
  ///
  /// Salvages a damaged store and keeps the damaged file. Opens a store of a newer Weir version
  /// read-only. The report mentions both cases.
  ///
  /// - Throws: The reason why the store cannot be opened, for example because the folder or a file
  ///   in it belongs to another user.
  public static func open(
    in folder: String, clock: any WallClock, for use: StoreUse = .session
  ) async throws(Failure) -> OpenedStore {
    if case .oneShot = use { return try openNow(in: folder, clock: clock, for: use) }
    let result: Result<OpenedStore, Failure> = await withCheckedContinuation { continuation in
      // Opening may wait for a lock of another process, which must not block a thread of Swift's
      // pool.
      OwnThread.run {
        do throws(Failure) {
          continuation.resume(returning: .success(try openNow(in: folder, clock: clock, for: use)))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }

  /// Opens the store, blocking the calling thread.
  public static func openNow(
    in folder: String, clock: any WallClock, for use: StoreUse = .session
  ) throws(Failure) -> OpenedStore {
    try SQLiteLibrary.check()
    try PrivateFile.prepareFolder(folder)
    // A symbolic link must not redirect the files of these folders.
    for name in ["bodies", "snapshots", "owners"] {
      try PrivateFile.checkFolder("\(folder)/\(name)")
    }
    if ReadOnlyCopy.isNeeded(for: folder) { return try openCopy(of: folder, clock: clock) }
    let lock = try KernelLock(path: folder + "/weir.lock")
    var opening = StoreOpening(folder: folder, use: use, clock: clock)
    let connections: StoreConnections
    do {
      connections =
        try opening.openBesideWriter(holding: lock) ?? lock.write { try opening.open() }
    } catch {
      throw .store(error)
    }
    let storage = try SQLiteStorage(
      folder: folder, copy: nil, use: opening.use, connections: connections, lock: lock,
      access: opening.access, clock: clock)
    return OpenedStore(storage: storage, report: opening.report)
  }

  /// Opens a store that is not writable by copying its database.
  static func openCopy(
    of folder: String, clock: any WallClock
  ) throws(Failure) -> OpenedStore {
    let copy = try ReadOnlyCopy(for: folder)
    do throws(Failure) {
      var opening = StoreOpening(folder: copy.folder, use: .session, clock: clock)
      let connections = try opening.openForReading(because: copy.notice)
      let storage = try SQLiteStorage(
        folder: folder, copy: copy, use: .session, connections: connections,
        lock: try KernelLock(path: copy.folder + "/weir.lock"), access: opening.access,
        clock: clock)
      return OpenedStore(storage: storage, report: opening.report)
    } catch {
      copy.remove()
      throw error
    }
  }

  /// Creates the storage.
  ///
  /// - Parameter copy: The private copy of a read-only store, or nil if the store's folder is
  ///   writable.
  private init(
    folder: String, copy: ReadOnlyCopy?, use: StoreUse, connections: StoreConnections,
    lock: KernelLock, access: StoreAccess, clock: any WallClock
  ) throws(Failure) {
    self.folder = folder
    self.copy = copy
    let shared = copy?.folder ?? folder
    self.use = use
    self.connections = connections
    self.access = access
    self.clock = clock
    vault = Vault(folder: folder)
    owner = try Owner(folder: folder)
    files = try StoreFiles(folder: folder, shared: shared, owner: owner, vault: vault)
    damage = DamageMark(folder: shared)
    let identity = StoreIdentity(path: shared + "/weir.db")
    readCheck = ReadCheck(of: identity)
    writes = WriteQueue(
      use: use, connections: connections, lock: lock, damage: damage, identity: identity,
      vault: vault, owner: owner, files: files, journal: Journal(), clock: clock)
  }

  /// Runs reads on one snapshot of the store.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (StoreTables) throws -> Value
  ) async throws(Failure) -> Value {
    let vault = vault
    try uses.enter()
    defer { uses.leave() }
    do {
      try readCheck.run()
      switch use {
      case .oneShot: return try connections.read { try body(StoreTables($0, vault: vault)) }
      case .session:
        let connections = connections
        return try await readers.run {
          Result { try connections.read { try body(StoreTables($0, vault: vault)) } }
        }.get()
      }
    } catch {
      damage.note(error)
      throw .store(error)
    }
  }

  /// Runs an operation in a write transaction. Throws if the store is read-only.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> Value
  ) async throws(Failure) -> Value {
    if case .readOnly(let failure) = access { throw failure }
    try uses.enter()
    defer { uses.leave() }
    return try await writes.run(body)
  }

  // MARK: Sharing

  /// A stream with one element for each notification about commits by other processes. Listening
  /// starts when this property is first read.
  public var wakeUps: AsyncStream<Void> {
    files.bell.listen()
    return files.bell.rings
  }

  public func claim(_ wait: ClaimWait) async throws(Failure) -> RunnerClaim {
    if wait == .whenFree { await waitForRunnerLock() }
    if case .readOnly(let failure) = access { throw failure }
    try uses.enter()
    defer { uses.leave() }
    var claim = try files.runnerLock.claim()
    // Waits if the lock holder is only shortening the log or has ended, unless it is stopped.
    for _ in 0..<50 {
      guard case .held(let holder) = claim, holder <= 0 || kill(holder, 0) != 0,
        holder == 0 || !LockHolder(process: abs(holder)).isStopped
      else { break }
      await files.runnerLock.wait()
      claim = try files.runnerLock.claim()
    }
    if claim == .mine {
      writes.journal.beginRunning()
      // Notifies the other processes, because they show which process runs the queue.
      files.bell.ring()
    }
    switch claim {
    case .mine: return .mine
    case .held(let holder): return .held(by: "process \(abs(holder))")
    }
  }

  /// Releases the runner lock. Does nothing if this process does not hold the lock.
  package func releaseRunnerLock() async {
    do throws(Failure) {
      try uses.enter()
      defer { uses.leave() }
      await writes.finish()
    } catch {
      // If the store is already closed, its log has been emptied.
    }
    writes.journal.endRunning()
    files.runnerLock.release()
  }

  /// Waits until the runner lock may be free or the task is cancelled. Waiting uses no processor
  /// time.
  func waitForRunnerLock() async { await files.runnerLock.wait() }

  public func close() async {
    do throws(Failure) { try await purgeOwn() } catch {
      // If this fails, the next queue runner deletes the remaining data.
    }
    shortenLog()
    await releaseRunnerLock()
    files.leave()
    owner.release()
    // A one-shot process leaves the connection open, because it usually ends immediately
    // afterwards.
    if case .session = use {
      await uses.close()
      connections.close()
    }
    copy?.remove()
  }

  /// Shortens the log if no process runs the queue and the length is in `Journal.worthShortening`.
  /// Without this, each `send` would lengthen the log, which the next process reads completely. The
  /// runner lock is held briefly.
  private func shortenLog() {
    guard case .full = access,
      Journal.worthShortening.contains(PrivateFile.size(of: folder + "/weir.db-wal"))
    else { return }
    do throws(Failure) {
      if try files.runnerLock.claim(to: .shortenLog) == .mine { writes.journal.beginRunning() }
    } catch {
      // After a failure, the next process that opens the store reads a longer log.
    }
  }

  // MARK: Bodies

  public func bytes(named name: String) -> StoredBytes {
    StoredBytes(localFile: files.bodies.path(of: name))
  }
  public func newBody(for attempt: AttemptID) -> NewBody {
    NewBody(localFile: files.bodies.newPath(for: attempt))
  }
}

/// A check before a read that no other process has replaced the store's file. It is skipped within
/// `pause` of the last one, because it is a system call: a check before each read increased the
/// time to write 50,000 results from 0.74 s to 0.91 s. An unchecked read may return data of the
/// replaced file. Writes are always checked.
struct ReadCheck: ~Copyable, Sendable {
  /// The minimum time between two checks, in milliseconds.
  private static let pause: Int64 = 10

  private let identity: StoreIdentity
  /// The time of the last check, in milliseconds of the monotonic clock.
  private let last = Atomic<Int64>(-pause)

  init(of identity: StoreIdentity) { self.identity = identity }

  /// Checks that the file was not replaced. Does nothing if the last check was less than `pause`
  /// ago.
  ///
  /// - Throws: A failure if the store was replaced.
  func run() throws(Failure) {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    let now = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    guard now - last.load(ordering: .relaxed) >= Self.pause else { return }
    try identity.check()
    last.store(now, ordering: .relaxed)
  }
}

/// The number of operations that are using the database. The database stays open during an
/// operation, because an SQLite call on a closed connection crashes the process.
final class UseCount: Sendable {
  private struct State {
    var users = 0
    var isClosed = false
    var closer: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Registers the start of an operation. The caller must call `leave` at the end.
  ///
  /// - Throws: `storage` if the store is closed.
  func enter() throws(Failure) {
    let isClosed = state.withLock { state in
      if !state.isClosed { state.users += 1 }
      return state.isClosed
    }
    guard isClosed else { return }
    throw Failure(
      .storage, what: "The store was not accessed.", why: "It is closed because Weir is quitting.",
      whatToDo: "Start Weir again.")
  }

  func leave() {
    state.withLock { state -> CheckedContinuation<Void, Never>? in
      state.users -= 1
      guard state.users == 0 else { return nil }
      defer { state.closer = nil }
      return state.closer
    }?.resume()
  }

  /// Rejects new operations, and waits for the running ones. Must be called at most once.
  func close() async {
    await withCheckedContinuation { continuation in
      let isEmpty = state.withLock { state in
        state.isClosed = true
        if state.users > 0 { state.closer = continuation }
        return state.users == 0
      }
      if isEmpty { continuation.resume() }
    }
  }
}
