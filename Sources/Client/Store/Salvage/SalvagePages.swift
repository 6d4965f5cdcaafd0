import CSQLite
import ClientModel
import Glibc

/// A temporary copy of a damaged database, from which SQLite reads each page separately. The copy
/// includes the committed transactions of the log.
///
/// Normally SQLite finds the rows of a table only through the interior pages above them. Therefore
/// the first page is replaced by a schema with two tables, whose columns accept any type. When the
/// root of such a table is set to a page, SQLite reads the rows on that page and their overflow
/// pages.
///
/// Source: SQLite's "Database File Format", sections 1.3, 1.6 and 4.
final class SalvagePages {
  /// The number of columns that are read. Every table of a store has fewer columns.
  static let columnCount = 25
  /// The value that represents a missing column.
  static let missing: [UInt8] = [0]
  private static let size = 4096

  private(set) var isLogDamaged = false
  private let path: String
  private let file: Int32
  /// The first page of a database that contains only the two tables.
  private var model: [UInt8] = []

  /// Creates the copy. A page that the disk cannot read stays empty.
  init(of store: String, at path: String) throws {
    self.path = path
    Self.remove(path)
    file = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failure }
    try Database(path: path, .rewriting, lockTimeout: 0).execute(Self.tables)
    model = Self.bytes(of: file, at: 0, count: Self.size) ?? []
    ftruncate(file, 0)
    // The database or the log may be missing.
    let files = ["", "-wal"].map { open(store + $0, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) }
    defer { for file in files where file >= 0 { close(file) } }
    for place in stride(from: 0, to: PrivateFile.size(of: store), by: Self.size) {
      guard let page = Self.bytes(of: files[0], at: place, count: Self.size) else { continue }
      try put(page, at: place)
    }
    try replay(files[1])
    // SQLite rejects the two tables if the file ends before their root pages.
    ftruncate(file, off_t(max(PrivateFile.size(of: path), 3 * Int64(Self.size))))
    // The copy has no log, and its length may differ from the one in the header.
    try put([1, 1], at: 18)
    try put([0, 0, 0, 0], at: 28)
  }

  deinit {
    close(file)
    Self.remove(path)
  }

  private static var tables: String {
    let columns = (0..<columnCount).map { "c\($0) DEFAULT x'00'" }.joined(separator: ", ")
    return "CREATE TABLE rows(\(columns));"
      + "CREATE TABLE keys(\(columns), PRIMARY KEY(c0)) WITHOUT ROWID"
  }

  private static func remove(_ path: String) {
    for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
  }

  private static func bytes(of file: Int32, at place: Int64, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return pread(file, &bytes, count, off_t(place)) == count ? bytes : nil
  }

  private func put(_ bytes: [UInt8], at place: Int64) throws(Failure) {
    guard pwrite(file, bytes, bytes.count, off_t(place)) == bytes.count else { throw failure }
  }

  private var failure: Failure { .system(errno, doing: "Salvaging the store", path: path) }

  // MARK: The log

  /// Copies the pages of committed transactions from the log.
  ///
  /// SQLite stops at the first frame with a wrong checksum. This function also verifies the frames
  /// after a damaged one, because each checksum continues the stored checksum of the previous
  /// frame.
  private func replay(_ log: Int32) throws(Failure) {
    let frameSize = Int64(24 + Self.size)
    guard let head = Self.bytes(of: log, at: 0, count: 32), word(head, 0) & ~1 == 0x377F_0682,
      word(head, 8) == UInt32(Self.size)
    else { return }
    let isBigEndian = word(head, 0) & 1 == 1
    var sum = Self.sum((0, 0), head[..<24], isBigEndian)
    guard sum == (word(head, 24), word(head, 28)) else { return }
    var (pending, isUnread, place) = ([(page: Int64, place: Int64)](), false, Int64(32))
    while let frame = Self.bytes(of: log, at: place, count: Int(frameSize)) {
      defer { place += frameSize }
      let found = Self.sum(Self.sum(sum, frame[..<8], isBigEndian), frame[24...], isBigEndian)
      sum = (word(frame, 16), word(frame, 20))
      guard found == sum, frame[8..<16] == head[16..<24] else {
        isUnread = true
        continue
      }
      pending.append((Int64(word(frame, 0)), place + 24))
      // Only the last frame of a transaction contains the new page count.
      guard word(frame, 4) > 0 else { continue }
      for (page, place) in pending {
        guard let bytes = Self.bytes(of: log, at: place, count: Self.size) else { continue }
        try put(bytes, at: (page - 1) * Int64(Self.size))
      }
      ftruncate(file, off_t(word(frame, 4)) * off_t(Self.size))
      pending = []
      isLogDamaged = isUnread
    }
  }

  /// Returns the big-endian number at an offset.
  private func word(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Returns the checksum of the log, continued over more bytes.
  private static func sum(
    _ seed: (UInt32, UInt32), _ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool
  ) -> (UInt32, UInt32) {
    bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 8).reduce(into: seed) { sum, place in
        let one = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        let two = bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
        sum.0 &+= (isBigEndian ? one.byteSwapped : one) &+ sum.1
        sum.1 &+= (isBigEndian ? two.byteSwapped : two) &+ sum.0
      }
    }
  }

  // MARK: Reading

  /// Runs a query that returns one number, with the schema of the damaged store. Returns nil if the
  /// number cannot be read.
  func number(_ sql: String) throws -> Int64? {
    let db = try Database(path: path, .readOnlyFile, lockTimeout: 0)
    return try unlessDamaged { try Query(once: sql, db).first { $0.integer(0) } }
  }

  /// Reads the rows on all pages, without using the schema of the damaged store.
  ///
  /// - Parameter body: A function that receives each row. `isKeyed` states whether the row's table
  ///   is `WITHOUT ROWID`. In a table with rowids, the rowid replaces a null first column.
  func eachRow(_ body: (Query, _ isKeyed: Bool) throws -> Void) throws {
    try put(model, at: 0)
    try put([0, 0, 0, 0], at: 28)
    let db = try Database(path: path, .rewriting, lockTimeout: 0)
    try db.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
    let count = try Query(once: "PRAGMA page_count", db).first { $0.integer(0) } ?? 0
    for page in 2..<max(2, count + 1) {
      switch Self.bytes(of: file, at: (page - 1) * Int64(Self.size), count: 1) {
      case [13]: try read(page, "rows", in: db) { try body($0, false) }
      case [10], [2]: try read(page, "keys", in: db) { try body($0, true) }
      default: continue
      }
    }
  }

  /// Reads the rows on one page. For an interior page of a `WITHOUT ROWID` table, also reads the
  /// pages below it.
  private func read(
    _ page: Int64, _ table: String, in db: Database, _ body: (Query) throws -> Void
  ) throws {
    try db.execute(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_master SET rootpage = \(page) WHERE name = '\(table)';
      PRAGMA writable_schema = RESET
      """)
    let count = try unlessDamaged {
      try Query(db, "SELECT count(*) FROM \(table) NOT INDEXED").first { $0.integer(0) }
    }
    let key = table == "rows" ? "rowid" : "c0"
    let columns = (1..<Self.columnCount).map { "c\($0)" }.joined(separator: ", ")
    for order in ["ASC", "DESC"] {
      // `OFFSET` skips a damaged row without reading it, so that later rows can be read.
      var skipped: Int64 = 0
      repeat {
        let query = try Query(
          db,
          "SELECT ifnull(c0, \(key)), \(columns) FROM \(table) NOT INDEXED "
            + "ORDER BY \(key) \(order) LIMIT -1 OFFSET ?1")
        query.bind(1, skipped)
        let end: Void? = try unlessDamaged {
          try query.eachRow {
            skipped += 1
            try body($0)
          }
        }
        if end != nil { return }
        skipped += 1
      } while skipped <= count ?? 0
    }
  }

  private func unlessDamaged<Value>(_ work: () throws -> Value?) throws -> Value? {
    do { return try work() } catch let error as DatabaseError
      where [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_TOOBIG, SQLITE_ERROR].contains(error.code)
    { return nil }
  }
}
