import CSQLite
import ClientModel
import Glibc

/// An open cache database, and the folder with the body files.
///
///     cache-1.db (-wal, -shm)   everything except large bodies; 1 is the version of the format
///     cache.lock                held during each write
///     bodies/                   bodies over 64 KiB
///
/// If opening fails, the cache is recreated, because its content is replaceable.
struct CacheFile {
  let folder: String
  let database: GuardedDatabase
  let lock: KernelLock
  private let inode: UInt64

  static func path(in folder: String) -> String { "\(folder)/cache-1.db" }
  private var path: String { Self.path(in: folder) }
  var bodies: String { "\(folder)/bodies" }

  init(opening folder: String) throws {
    try PrivateFile.prepareFolder(folder)
    try PrivateFile.prepareFolder("\(folder)/bodies")
    let lock = try KernelLock(path: "\(folder)/cache.lock")
    let path = Self.path(in: folder)
    database = try lock.write {
      do {
        return try Self.connect(path)
      } catch {
        Self.delete(folder)
        return try Self.connect(path)
      }
    }
    self.folder = folder
    self.lock = lock
    inode = Self.inode(of: path) ?? 0
  }

  /// Whether the path still refers to the opened file. Another process may have deleted or
  /// recreated the file.
  var isThere: Bool { Self.inode(of: path) == inode }

  /// Deletes the files of the cache. The next use of the cache recreates them.
  static func delete(_ folder: String) {
    for suffix in ["", "-wal", "-shm"] { unlink(path(in: folder) + suffix) }
    for name in FolderEntries.names(in: "\(folder)/bodies") { unlink("\(folder)/bodies/\(name)") }
  }

  private static func connect(_ path: String) throws -> GuardedDatabase {
    try PrivateFile.prepare(path)
    let db = try Database(path: path, lockTimeout: 2000)
    // Only writers run checkpoints, under the lock. The log file is limited to one megabyte.
    try db.execute(
      """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      PRAGMA wal_autocheckpoint = 256; PRAGMA journal_size_limit = 1048576
      """)
    let application = try Query(db, "PRAGMA application_id").first { $0.integer(0) }
    if application == Self.application {
      // Without these reads, a truncated file would not be detected until the first look-up.
      _ = try Query(db, "SELECT files FROM totals").first { $0.integer(0) }
      _ = try Query(db, "SELECT id FROM entries ORDER BY id DESC LIMIT 1").first { $0.integer(0) }
    } else {
      try db.transaction {
        try db.execute(CacheTable.schema)
        try db.execute("PRAGMA application_id = \(Self.application)")
      }
    }
    return GuardedDatabase(db)
  }

  /// "WeiC" in ASCII, which identifies the file as a cache of Weir.
  private static let application: Int64 = 0x5765_6943

  private static func inode(of path: String) -> UInt64? {
    var facts = stat()
    return stat(path, &facts) == 0 ? UInt64(facts.st_ino) : nil
  }
}
