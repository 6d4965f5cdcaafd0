import CSQLite
import ClientCore
import ClientModel
import Glibc

/// The opening of the database in a state folder. It creates a missing database and salvages a
/// damaged one. It runs under the store's lock, on a thread that may block.
struct StoreOpening {
  let folder: String
  private(set) var use: StoreUse
  let clock: any WallClock
  var report = StoreReport()
  private(set) var access = StoreAccess.full

  /// The maximum number of simultaneous readers.
  static let readers = 3

  var path: String { folder + "/weir.db" }

  init(folder: String, use: StoreUse, clock: any WallClock) {
    self.folder = folder
    self.use = use
    self.clock = clock
  }

  mutating func open() throws(Failure) -> StoreConnections {
    do {
      try finishSalvage()
      let isBare = PrivateFile.size(of: path) == 0
      // SQLite would delete a log that has no database.
      if isBare, PrivateFile.size(of: path + "-wal") > 0 {
        try salvage(because: "Its log exists, but the database itself is missing.")
      }
      try PrivateFile.prepare(path)
      if DamageMark(folder: folder).isSet {
        try salvage(because: "Its file is not a valid database.")
      } else {
        do { return try connect() } catch let error as DatabaseError
          where [SQLITE_NOTADB, SQLITE_CORRUPT].contains(error.code)
        {
          try salvage(because: "Its file is not a valid database.")
        } catch Foreign.store {
          try salvage(because: "Its tables are not those that Weir creates.")
        }
      }
      try PrivateFile.prepare(path)
      return try connect()
    } catch {
      throw .store(error)
    }
  }

  /// Opens a valid store without a lock while another, possibly stopped, process holds the lock.
  /// Returns nil if the lock is free, or if opening may change files.
  mutating func openBesideWriter(holding lock: KernelLock) throws(Failure) -> StoreConnections? {
    if try lock.tryAcquire() {
      lock.release()
      return nil
    }
    guard PrivateFile.size(of: path) > 0, !hasSalvaged, !DamageMark(folder: folder).isSet else {
      return nil
    }
    try PrivateFile.prepare(path)
    do {
      let db = try Database(path: path, lockTimeout: Journal.lockTimeout)
      let mode = try Query(once: "PRAGMA journal_mode", db).first { $0.text(0) }
      guard mode == "wal", case .current = try StoreSchema.look(at: db) else { return nil }
      try Self.waitForDisk(db)
      return StoreConnections(for: use, writing: db, reading: .reading, path: path)
    } catch {
      // The caller opens the store under the lock, which salvages the store or reports the error.
      return nil
    }
  }

  /// Opens a copy for reading. Does not salvage a damaged database.
  mutating func openForReading(because notice: Failure) throws(Failure) -> StoreConnections {
    access = .readOnly(notice)
    report.notice = notice
    do {
      let db = try Database(path: path, lockTimeout: Journal.lockTimeout)
      let finding = try StoreSchema.look(at: db)
      if case .older(let version) = finding, version != StoreMigration.previous {
        throw Failure.olderSchema(version)
      }
      guard finding.isReadable else {
        throw Failure(
          .storage, what: "The store was not opened.",
          why: "Its file is not a valid database, and its disk is read-only.",
          whatToDo: "Make the state folder writable and start Weir again: it salvages the store.")
      }
      return StoreConnections(for: use, writing: db, reading: .reading, path: path)
    } catch {
      throw .store(error)
    }
  }

  private enum Foreign: Error { case store }

  private mutating func connect() throws -> StoreConnections {
    let isNew = PrivateFile.size(of: path) == 0
    let db = try Database(path: path, lockTimeout: Journal.lockTimeout)
    let finding = try StoreSchema.look(at: db)
    if case .foreign = finding { throw Foreign.store }
    if case .older(let version) = finding, version != StoreMigration.previous {
      throw Failure.olderSchema(version)
    }
    if case .newer(let version) = finding { return try readOnlyConnections(because: version) }
    // SQLite stores the auto-vacuum mode in the first page that it writes.
    if isNew { try db.execute("PRAGMA \(StoreSchema.spaceReturn)") }
    // A salvaged store has no write-ahead log yet.
    try Query(once: "PRAGMA journal_mode = WAL", db).eachRow { _ in }
    try Self.waitForDisk(db)
    switch finding {
    case .empty:
      try db.transaction { try StoreSchema.make(in: db) }
      report.isNew = true
      try PrivateFile.sync(folder: folder)
    case .older: try StoreMigration(folder: folder, db: db).run()
    case .current, .newer, .foreign: break
    }
    return StoreConnections(for: use, writing: db, reading: .reading, path: path)
  }

  /// Opens a store that a newer version of Weir wrote. Such a store must not be changed.
  private mutating func readOnlyConnections(because version: Int) throws -> StoreConnections {
    use = .session
    let failure = Failure.newerSchema(version)
    access = .readOnly(failure)
    report.notice = failure
    let db = try Database(path: path, .readOnlyFile, lockTimeout: Journal.lockTimeout)
    return StoreConnections(for: use, writing: db, reading: .readOnlyFile, path: path)
  }

  /// Configures SQLite to sync each commit to disk. The default is `FULL`, but SQLite can be built
  /// with a different default.
  private static func waitForDisk(_ db: Database) throws {
    if try Query(db, "PRAGMA synchronous").first({ $0.integer(0) }) == 2 { return }
    try Query(db, "PRAGMA synchronous = FULL").run()
    guard try Query(db, "PRAGMA synchronous").first({ $0.integer(0) }) == 2 else {
      throw Failure(
        .storage, what: "The store was not opened.",
        why: "SQLite does not sync each commit to disk.",
        whatToDo: "Install the SQLite library of Debian (package libsqlite3-0).")
    }
  }
}
