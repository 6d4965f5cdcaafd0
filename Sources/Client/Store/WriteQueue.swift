import CSQLite
import ClientCore
import ClientModel
import Synchronization

/// A queue of write operations, which run on the writer's thread, under the store's lock.
///
/// Operations that are added during a transaction share the next transaction. The number of commits
/// therefore depends only on the speed of the disk, and no operation waits for a timer. An
/// operation returns its result only after its commit.
final class WriteQueue: Sendable {
  private struct Operation: Sendable {
    /// A function that runs the operation in a transaction. It returns a completion handler, which
    /// receives nil after the commit, or the failure.
    let perform: @Sendable (WriteTransaction) throws -> @Sendable (Failure?) -> Void
    let refuse: @Sendable (Failure) -> Void
  }

  private struct Line {
    var orders: [Operation] = []
    var isRunning = false
  }

  private let line = Mutex(Line())
  fileprivate let use: StoreUse
  fileprivate let connections: StoreConnections
  fileprivate let lock: KernelLock
  private let damage: DamageMark
  private let identity: StoreIdentity
  private let vault: Vault
  private let owner: Owner
  private let files: StoreFiles
  let journal: Journal
  private let threads = ThreadPool(of: 1)
  /// The writer's cache. It is accessed only by work on the writer's connection, one operation at a
  /// time.
  fileprivate nonisolated(unsafe) let cache: WriterCache

  init(
    use: StoreUse, connections: StoreConnections, lock: KernelLock, damage: DamageMark,
    identity: StoreIdentity, vault: Vault, owner: Owner, files: StoreFiles,
    journal: Journal, clock: any WallClock
  ) {
    self.damage = damage
    self.identity = identity
    self.use = use
    self.connections = connections
    self.lock = lock
    self.vault = vault
    self.owner = owner
    self.files = files
    self.journal = journal
    cache = WriterCache(vault: vault, clock: clock)
  }

  /// Runs an operation. Returns the result after the commit is on disk.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      add(body) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  /// Adds an operation without waiting for it. `answer` receives the result on the writer's thread.
  func add<Value: Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> Value,
    then answer: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) {
    let order = Operation(
      perform: { turn in
        let value = try body(turn)
        return { failure in answer(failure.map { .failure($0) } ?? .success(value)) }
      },
      refuse: { answer(.failure($0)) })
    let starts = line.withLock { line in
      line.orders.append(order)
      defer { line.isRunning = true }
      return !line.isRunning
    }
    guard starts else { return }
    onConnection({ db in self.work(through: db) }, else: { self.refuseAll($0) })
  }

  /// Runs work on the writer's connection: on the writer's thread in a session, or on the calling
  /// thread in a one-shot process.
  fileprivate func onConnection(
    _ body: @escaping @Sendable (Database) -> Void,
    else refuse: @escaping @Sendable (Failure) -> Void
  ) {
    let work: @Sendable () -> Void = {
      do { try self.connections.write(body) } catch { refuse(.store(error)) }
    }
    switch use {
    case .oneShot: work()
    case .session: threads.add(work)
    }
  }

  private func refuseAll(_ failure: Failure) {
    let orders = line.withLock { line in
      defer { line = Line() }
      return line.orders
    }
    for order in orders { order.refuse(failure) }
  }

  fileprivate func work(through db: Database) {
    while true {
      let orders = line.withLock { line in
        defer { line.orders = [] }
        if line.orders.isEmpty { line.isRunning = false }
        return line.orders
      }
      if orders.isEmpty { return }
      serve(orders, through: db)
    }
  }

  private func serve(_ orders: [Operation], through db: Database) {
    var answers: [@Sendable (Failure?) -> Void] = []
    var unserved = orders[...]
    do {
      try lock.write {
        try identity.check()
        try cache.statement(.begin, db).run()
        let isAlone = orders.count == 1
        let turn = try WriteTransaction(
          db, vault: vault, owner: owner, snapshots: files.snapshots, cache: cache)
        while let order = unserved.popFirst() {
          do { answers.append(try perform(order, in: turn, isAlone)) } catch {
            damage.note(error)
            order.refuse(.store(error))
            if isAlone || !db.isInsideTransaction { throw error }
          }
        }
        try turn.finish()
        if turn.ledger.namesBodies { try files.bodies.sync() }
        try cache.statement(.commit, db).run()
        cache.committed(at: turn.revision)
        files.delete(turn.ledger)
        if turn.hasChanged { files.bell.ring() }
        for answer in answers { answer(nil) }
        answers = []
        journal.limitLength(through: db)
      }
    } catch {
      damage.note(error)
      let failure = Failure.store(error)
      cache.clearRows()
      undo(db)
      for answer in answers { answer(failure) }
      for order in unserved { order.refuse(failure) }
    }
  }

  /// Runs one operation of a transaction. A failure of this operation must not affect the others.
  private func perform(
    _ order: Operation, in turn: WriteTransaction, _ isAlone: Bool
  ) throws -> @Sendable (Failure?) -> Void {
    // A savepoint copies each page that changes. A single operation needs none, because its whole
    // transaction can be rolled back.
    if isAlone { return try order.perform(turn) }
    let before = turn.ledger
    try cache.statement(.savepoint, turn.db).run()
    do {
      let answer = try order.perform(turn)
      try cache.statement(.release, turn.db).run()
      return answer
    } catch {
      turn.roll(back: before)
      if turn.db.isInsideTransaction {
        try Query(turn.db, "ROLLBACK TO one").run()
        try Query(turn.db, "RELEASE one").run()
      }
      throw error
    }
  }

  private func undo(_ db: Database) {
    guard db.isInsideTransaction else { return }
    do { try Query(db, "ROLLBACK").run() } catch {
      // SQLite has already rolled back, or rolls back when the next transaction begins.
    }
  }
}

extension WriteQueue {
  /// Runs work on the database outside a transaction, under the store's lock.
  func maintain(_ body: @escaping @Sendable (Database) throws -> Void) async throws(Failure) {
    let result: Result<Void, Failure> = await withCheckedContinuation { continuation in
      onConnection(
        { db in
          do {
            try self.lock.write { try body(db) }
            continuation.resume(returning: .success(()))
          } catch {
            continuation.resume(returning: .failure(.store(error)))
          }
        }, else: { continuation.resume(returning: .failure($0)) })
    }
    try result.get()
  }

  /// Waits until all operations are complete. The queue runner then also checkpoints and truncates
  /// the log.
  func finish() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      onConnection(
        { db in
          self.work(through: db)
          self.cache.clear()
          self.journal.empty(db, under: self.lock)
          continuation.resume()
        }, else: { _ in continuation.resume() })
    }
  }
}
