import ClientCore
import ClientModel

/// The table of the cache, accessed through one connection.
struct CacheTable {
  let db: Database
  let vault: Vault

  static let schema = """
    CREATE TABLE entries(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      key BLOB NOT NULL, place BLOB NOT NULL, url TEXT NOT NULL,
      used INTEGER NOT NULL, file TEXT, length INTEGER NOT NULL,
      facts BLOB NOT NULL, body BLOB NOT NULL);
    CREATE INDEX keys ON entries(key);
    CREATE INDEX places ON entries(place);
    CREATE INDEX uses ON entries(used);
    CREATE TABLE totals(files INTEGER NOT NULL);
    INSERT INTO totals VALUES(0);
    """

  /// A row of the table: the response, and either the body or the name of the body file.
  struct Row {
    var response: StoredResponse
    var body: Body

    enum Body {
      case inline([UInt8])
      case file(name: String)
    }
  }

  private static let columns = "id, key, url, file, facts, body"

  /// Returns the rows with a key, newest first, at most 64.
  func rows(key: [UInt8]) throws -> [Row] {
    let query = try Query(
      db, "SELECT \(Self.columns) FROM entries WHERE key = ?1 ORDER BY id DESC LIMIT 64")
    query.bind(1, key)
    return try readable(query)
  }

  func row(_ id: CacheEntryID) throws -> Row? {
    let query = try Query(db, "SELECT \(Self.columns) FROM entries WHERE id = ?1")
    query.bind(1, id.rawValue)
    return try readable(query).first
  }

  func rows(matching text: String?, offset: Int, limit: Int) throws -> [Row] {
    let query = try Query(
      db,
      """
      SELECT id, key, url, file, facts, x'' FROM entries WHERE ?1 IS NULL OR instr(lower(url), ?1) \
      ORDER BY id DESC LIMIT ?2 OFFSET ?3
      """)
    query.bind(1, text?.lowercased())
    query.bind(2, Int64(limit))
    query.bind(3, Int64(offset))
    var rows: [Row] = []
    try query.eachRow { query in
      do throws(Failure) { rows.append(try read(query)) } catch {
        // A row that cannot be read is omitted.
      }
    }
    return rows
  }

  func count(matching text: String?) throws -> Int {
    let query = try Query(
      db, "SELECT count(*) FROM entries WHERE ?1 IS NULL OR instr(lower(url), ?1)")
    query.bind(1, text?.lowercased())
    return try query.first { Int($0.integer(0)) } ?? 0
  }

  /// Returns the readable rows. Unreadable rows are never used again, so they are eventually
  /// evicted.
  private func readable(_ query: Query) throws -> [Row] {
    var rows: [Row] = []
    try query.eachRow { query in
      do throws(Failure) { rows.append(try read(query)) } catch {
        // A row that cannot be read is omitted.
      }
    }
    return rows
  }

  private func read(_ query: Query) throws(Failure) -> Row {
    let key = query.blob(1)
    var reader = try Record.open(query.blob(4), at: .cached(.cached, key), vault: vault)
    let response = try StoredResponse(
      from: &reader, id: CacheEntryID(query.integer(0)), displayURL: query.text(2) ?? "")
    if let name = query.text(3) { return Row(response: response, body: .file(name: name)) }
    let stored = query.blob(5)
    // The body is empty in the row of a list query, which does not read it.
    if stored.isEmpty { return Row(response: response, body: .inline([])) }
    var body = try Record.open(stored, at: .cached(.cachedBody, key), vault: vault)
    let bytes =
      switch response.protection {
      case .plain: try body.blob()
      case .sealed: try body.sealed { (inner) throws(Failure) in try inner.blob() }
      }
    return Row(response: response, body: .inline(bytes))
  }

  /// Adds a row with the id of the response, or with a new id if that id is 0.
  func insert(
    _ response: StoredResponse, key: [UInt8], place: [UInt8], body: Row.Body, used: Int64
  ) throws {
    var (name, bytes): (String?, [UInt8]) = (nil, [])
    switch body {
    case .inline(let content): bytes = content
    case .file(let file): name = file
    }
    let query = try Query(
      db,
      """
      INSERT INTO entries(key, place, url, used, file, length, facts, body, id) \
      VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, nullif(?9, 0))
      """)
    query.bind(1, key)
    query.bind(2, place)
    query.bind(3, response.displayURL)
    query.bind(4, used)
    query.bind(5, name)
    query.bind(6, name == nil ? 0 : response.bodyLength.bytes)
    query.bind(7, try facts(of: response, key: key))
    query.bind(8, try self.body(bytes, of: response, key: key))
    query.bind(9, response.id.rawValue)
    try query.run()
    if name != nil { try addToFiles(response.bodyLength.bytes) }
  }

  /// Updates the stored facts of a response. Returns false if the response was removed or has a
  /// different revision.
  func update(_ response: StoredResponse) throws -> Bool {
    guard try row(response.id)?.response.revision == response.revision else { return false }
    let query = try Query(db, "SELECT key FROM entries WHERE id = ?1")
    query.bind(1, response.id.rawValue)
    guard let key = try query.first({ $0.blob(0) }) else { return false }
    let write = try Query(db, "UPDATE entries SET facts = ?2 WHERE id = ?1")
    write.bind(1, response.id.rawValue)
    write.bind(2, try facts(of: response, key: key))
    try write.run()
    return true
  }

  private func facts(of response: StoredResponse, key: [UInt8]) throws(Failure) -> [UInt8] {
    var writer = PayloadWriter(for: .cached(.cached, key), vault: vault)
    try response.write(to: &writer)
    return Record.close(&writer)
  }

  private func body(
    _ bytes: [UInt8], of response: StoredResponse, key: [UInt8]
  ) throws(Failure) -> [UInt8] {
    var writer = PayloadWriter(for: .cached(.cachedBody, key), vault: vault)
    switch response.protection {
    case .plain: writer.blob(bytes)
    case .sealed: try writer.sealed { (inner) throws(Failure) in inner.blob(bytes) }
    }
    return Record.close(&writer)
  }
}
