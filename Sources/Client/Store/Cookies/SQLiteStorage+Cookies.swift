public import ClientCore
public import ClientModel

extension SQLiteStorage {
  public func jars(_ keys: [CookieJarKey]) async throws(Failure) -> StoredJars {
    let clock = clock
    return try await read { tables in
      let revision = try Query(tables.db, "SELECT cookies FROM meta").first { $0.integer(0) }
      return StoredJars(jars: try tables.jars(keys, at: clock.now), revision: revision ?? 0)
    }
  }

  public func changeCookies(_ changes: [CookieChange]) async throws(Failure) {
    try await write { turn in for change in changes { _ = try turn.apply(change) } }
  }
}

extension StoreTables {
  func jars(_ keys: [CookieJarKey], at now: Timestamp) throws -> [CookieJarKey: JarContent] {
    var found: [CookieJarKey: JarContent] = [:]
    for key in keys { found[key] = try jar(key, at: now) }
    return found
  }

  /// Returns the cookies of a jar that have not expired. Skips unreadable cookies, which `check()`
  /// reports.
  ///
  /// - Throws: A failure if the key of the sealed values is missing.
  func jar(_ key: CookieJarKey, at now: Timestamp) throws -> JarContent {
    guard let (id, clearing) = try place(of: key) else { return JarContent() }
    var lines: [String] = []
    let query = try Query(
      db,
      """
      SELECT domain, reach, path, name, cookie FROM cookies \
      WHERE jar = ?1 AND (expires IS NULL OR expires > ?2)
      """)
    query.bind(1, id)
    query.bind(2, now.milliseconds / 1000)
    try query.eachRow { row in
      do throws(Failure) { lines.append(try line(row, in: id)) } catch {
        if error.kind == .secretMissing { throw error }
      }
    }
    return JarContent(lines: lines, clearing: clearing)
  }

  /// Decrypts the cookie line in a row. The row must also contain the cookie's identity.
  func line(_ row: Query, in jar: Int64) throws(Failure) -> String {
    let identity = CookieIdentity(
      domain: row.text(0) ?? "",
      reach: .init(rawValue: UInt8(truncatingIfNeeded: row.integer(1))) ?? .hostOnly,
      path: row.text(2) ?? "", name: row.text(3) ?? "")
    var reader = try Record.open(row.blob(4), at: .cookie(identity, in: jar), vault: vault)
    return try reader.secret()
  }

  /// Returns the id of a jar and the number of times that the jar was cleared. Returns nil if the
  /// jar was never used.
  func place(of key: CookieJarKey) throws -> (id: Int64, clearing: Int64)? {
    let query = try Query(
      db, "SELECT id, cleared FROM jars WHERE workspace = ?1 AND environment = ?2")
    query.bind(1, key.workspace)
    query.bind(2, key.environment)
    return try query.first { ($0.integer(0), $0.integer(1)) }
  }
}
