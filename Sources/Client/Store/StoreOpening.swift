import CSQLite
import ClientCore
import ClientModel
import GRDB
import GRDBSQLite
import Glibc

/// Opens the database of a state folder, creates it if it is missing, and salvages it if it is damaged. Runs
/// under the store's lock, on a thread that may block.
struct StoreOpening {
  let folder: String
  private(set) var use: StoreUse
  let clock: any WallClock
  var report = StoreReport()
  private(set) var access = StoreAccess.full

  /// How many may read at the same time.
  static let readers = 3

  var path: String { folder + "/weir.db" }

  init(folder: String, use: StoreUse, clock: any WallClock) {
    self.folder = folder
    self.use = use
    self.clock = clock
  }

  mutating func open() throws(Failure) -> any DatabaseWriter {
    do {
      try finishSalvage()
      let isBare = PrivateFile.size(of: path) == 0
      // A log without its database would be wiped by SQLite.
      if isBare, PrivateFile.size(of: path + "-wal") > 0 {
        try salvage(because: "Its log is there, but the database itself is gone.")
      }
      try PrivateFile.prepare(path)
      if DamageMark(folder: folder).isSet {
        try salvage(because: "Its file is not a sound database.")
      } else {
        do { return try connect() } catch let error as DatabaseError
          where [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode)
        {
          try salvage(because: "Its file is not a sound database.")
        } catch Foreign.store {
          try salvage(because: "Its tables are not those that Weir makes.")
        }
      }
      try PrivateFile.prepare(path)
      // A salvaged store has no WAL yet; only opening a pool creates one.
      use = .session
      return try connect()
    } catch {
      throw .store(error)
    }
  }

  /// Opens a copy that is only to be read. Nothing is moved aside; a copy of an older version is brought
  /// up to this one, since it is ours alone.
  mutating func openForReading(because notice: Failure) throws(Failure) -> DatabasePool {
    access = .readOnly(notice)
    report.notice = notice
    do {
      let pool = try DatabasePool(path: path, configuration: Self.configuration)
      var finding = try pool.read { try Schema.look(at: $0) }
      if case .older(let version) = finding {
        try pool.write { try Schema.migrate($0, from: version) }
        finding = .current
      }
      guard finding.isReadable else {
        try pool.close()
        throw Failure(
          .storage, what: "The store was not opened.",
          why: "Its file is not a sound database, and its disk takes no writes.",
          whatToDo: "Make the state folder writable and start Weir again: it salvages the store.")
      }
      return pool
    } catch {
      throw .store(error)
    }
  }

  private enum Foreign: Error { case store }

  private mutating func connect() throws -> any DatabaseWriter {
    // A new store is opened with a pool, which also enables WAL mode.
    if PrivateFile.size(of: path) == 0 {
      use = .session
      try makeFile()
    }
    let pool: any DatabaseWriter =
      switch use {
      case .oneShot: try DatabaseQueue(path: path, configuration: Self.configuration)
      case .session: try DatabasePool(path: path, configuration: Self.configuration)
      }
    var loss: Failure?
    let finding = try pool.writeWithoutTransaction { db in
      try Self.waitForDisk(db)
      let finding = try Schema.look(at: db)
      switch finding {
      case .empty:
        try db.inTransaction(.immediate) {
          try Schema.make(in: db)
          return .commit
        }
      case .older(let version):
        loss = try Schema.loss(in: db)
        try db.inTransaction(.immediate) {
          try Schema.migrate(db, from: version)
          return .commit
        }
      case .current, .newer, .foreign: break
      }
      return finding
    }
    if report.notice == nil { report.notice = loss }
    switch finding {
    case .current, .older: return pool
    case .empty:
      report.isNew = true
      try PrivateFile.sync(folder: folder)
      return pool
    case .foreign:
      try pool.close()
      throw Foreign.store
    case .newer(let version):
      try pool.close()
      use = .session
      let failure = Failure.newerSchema(version)
      access = .readOnly(failure)
      report.notice = failure
      var configuration = Self.configuration
      configuration.readonly = true
      return try DatabasePool(path: path, configuration: configuration)
    }
  }

  /// Creates the file through SQLite's C API. A pool would write page 1, which contains the auto-vacuum mode,
  /// before the mode can be set. A GRDB `DatabaseQueue` is not suitable either: when it is released, Dispatch
  /// starts its thread pool, which then wakes up every second until the process ends.
  private func makeFile() throws {
    var connection: OpaquePointer?
    defer { sqlite3_close(connection) }
    var code = sqlite3_open_v2(
      path, &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
    if code == SQLITE_OK, let connection {
      code = csqlite_harden(UnsafeMutableRawPointer(connection))
    }
    for pragma in [
      "busy_timeout = \(Journal.patience)", Schema.spaceReturn, "journal_mode = WAL",
    ] where code == SQLITE_OK {
      code = sqlite3_exec(connection, "PRAGMA \(pragma)", nil, nil, nil)
    }
    guard code == SQLITE_OK else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(connection))
      )
    }
  }

  /// Makes each commit wait for the disk. `FULL` is SQLite's default; GRDB sets a weaker level when it opens
  /// a pool.
  private static func waitForDisk(_ db: Database) throws {
    if try Query(db, "PRAGMA synchronous").first({ $0.integer(0) }) == 2 { return }
    try Query(db, "PRAGMA synchronous = FULL").run()
    guard try Query(db, "PRAGMA synchronous").first({ $0.integer(0) }) == 2 else {
      throw Failure(
        .storage, what: "The store was not opened.",
        why: "SQLite does not agree to wait for the disk at each commit.",
        whatToDo: "Install Debian's own SQLite.")
    }
  }

  static var configuration: Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.busyMode = .timeout(Double(Journal.patience) / 1000)
    configuration.maximumReaderCount = readers
    configuration.prepareDatabase { db in
      if let connection = db.sqliteConnection {
        let code = csqlite_harden(UnsafeMutableRawPointer(connection))
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
      }
      try Query(db, "PRAGMA temp_store = MEMORY").run()
    }
    return configuration
  }
}
