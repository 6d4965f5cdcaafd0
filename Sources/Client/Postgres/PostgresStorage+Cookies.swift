public import ClientCore
public import ClientModel
import ClientStore

extension PostgresStorage {
  public func jars(_ keys: [CookieJarKey]) async throws(Failure) -> StoredJars {
    let clock = clock
    return try await read { tables in
      let revision = try tables.db.rows("SELECT cookies FROM meta").first?.integer(0)
      return StoredJars(jars: try tables.jars(keys, at: clock.now), revision: revision ?? 0)
    }
  }

  public func changeCookies(_ changes: [CookieChange]) async throws(Failure) {
    try await write { turn in
      _ = try turn.lockMeta()
      for change in changes { _ = try turn.apply(change) }
    }
  }
}

extension PostgresTables {
  fileprivate func jars(
    _ keys: [CookieJarKey], at now: Timestamp
  ) throws -> [CookieJarKey: JarContent] {
    var found: [CookieJarKey: JarContent] = [:]
    for key in keys { found[key] = try jar(key, at: now) }
    return found
  }

  /// Returns the cookies of a jar that have not expired. Skips unreadable cookies.
  ///
  /// - Throws: A failure if the key of the sealed values is missing.
  func jar(_ key: CookieJarKey, at now: Timestamp) throws -> JarContent {
    guard let (id, clearing) = try place(of: key) else { return JarContent() }
    var lines: [String] = []
    for row in try db.rows(
      """
      SELECT domain, reach, path, name, cookie FROM cookies \
      WHERE jar = $1 AND (expires IS NULL OR expires > $2) \
      ORDER BY domain COLLATE "C", reach, path COLLATE "C", name COLLATE "C"
      """, [.integer(id), .integer(now.milliseconds / 1000)])
    {
      let identity = CookieIdentity(
        domain: row.text(0) ?? "",
        reach: .init(rawValue: UInt8(truncatingIfNeeded: row.integer(1))) ?? .hostOnly,
        path: row.text(2) ?? "", name: row.text(3) ?? "")
      do throws(Failure) { lines.append(try coder.cookie(row.blob(4), identity, jar: id)) } catch {
        if error.kind == .secretMissing { throw error }
      }
    }
    return JarContent(lines: lines, clearing: clearing)
  }

  /// Returns the id of a jar and the number of times that the jar was cleared. Returns nil if the
  /// jar was never used.
  fileprivate func place(of key: CookieJarKey) throws -> (id: Int64, clearing: Int64)? {
    try db.rows(
      "SELECT id, cleared FROM jars WHERE workspace = $1 AND environment = $2",
      [.text(key.workspace), .text(key.environment)]
    ).first.map { ($0.integer(0), $0.integer(1)) }
  }
}

/// Changes to cookies within one write transaction. The row of `meta` must be locked, so that only
/// one process at a time changes cookies.
extension PostgresTransaction {
  /// Stores the cookie changes of responses. Returns the new content of the jars in `known`.
  ///
  /// - Parameter revision: The number of all cookie changes before. It was read without a lock,
  ///   which suffices if it is only compared.
  func commit(
    _ changes: [CookieChange], known: KnownJars?, revision: Int64
  ) throws -> (CookieReceipt, Failure?) {
    let before = changes.isEmpty ? revision : try lockMeta()
    let isCurrent = known?.revision == before
    var areAllTaken = true
    var failure: Failure?
    for change in changes {
      do { areAllTaken = try apply(change) && areAllTaken } catch let error as Failure {
        // The error is returned, not thrown, because the end of the attempt must still be
        // committed.
        failure = error
        areAllTaken = false
      }
    }
    let revision = before + cookieChanges
    guard let known, !isCurrent || !areAllTaken else {
      return (.unchanged(revision: revision), failure)
    }
    do {
      let jars = try tables.jars(known.jars, at: clock.now)
      return (.changed(StoredJars(jars: jars, revision: revision)), failure)
    } catch is Failure {
      return (.unknown, failure)
    }
  }

  /// Stores the change of a cookie. Returns false if the change was not stored: it has no identity,
  /// the jar was cleared later, or the jar is full.
  fileprivate func apply(_ change: CookieChange) throws -> Bool {
    let (jar, clearing) = try place(of: change.jar)
    guard change.clearing ?? clearing == clearing else { return false }
    switch change.kind {
    case .set(let line):
      guard let identity = change.identity else { return false }
      let bytes = try coder.bytes(ofCookie: line, identity, jar: jar)
      guard try hasRoom(for: identity, in: jar) else { return false }
      try db.add(
        """
        INSERT INTO cookies VALUES($1, $2, $3, $4, $5, $6, $7) \
        ON CONFLICT(jar, domain, reach, path, name) DO UPDATE \
        SET expires = excluded.expires, cookie = excluded.cookie
        """,
        Self.key(identity, jar)
          + [.integer(CookieIdentity.expiry(ofLine: line)), .bytes(bytes)])
    case .delete(let identity):
      try db.add(
        """
        DELETE FROM cookies \
        WHERE jar = $1 AND domain = $2 AND reach = $3 AND path = $4 AND name = $5
        """, Self.key(identity, jar))
    case .clear:
      try db.add("DELETE FROM cookies WHERE jar = $1", [.integer(jar)])
      try db.add("UPDATE jars SET cleared = cleared + 1 WHERE id = $1", [.integer(jar)])
    }
    cookieChanges += 1
    noteOther()
    return true
  }

  private static func key(_ identity: CookieIdentity, _ jar: Int64) -> [PostgresValue] {
    [
      .integer(jar), .text(identity.domain), .integer(Int64(identity.reach.rawValue)),
      .text(identity.path), .text(identity.name),
    ]
  }

  /// Returns whether the jar has space for a cookie. If the cookie is new, removes expired cookies
  /// first.
  private func hasRoom(for identity: CookieIdentity, in jar: Int64) throws -> Bool {
    let known = try db.rows(
      """
      SELECT 1 FROM cookies \
      WHERE jar = $1 AND domain = $2 AND reach = $3 AND path = $4 AND name = $5
      """, Self.key(identity, jar))
    if !known.isEmpty { return true }
    try db.add(
      "DELETE FROM cookies WHERE jar = $1 AND expires <= $2",
      [.integer(jar), .integer(clock.now.milliseconds / 1000)])
    let count = try db.rows("SELECT count(*) FROM cookies WHERE jar = $1", [.integer(jar)])
    return count.first?.integer(0) ?? 0 < JarContent.mostCookies
  }

  /// Returns the id of a jar and the number of times that the jar was cleared. Creates a missing
  /// jar.
  private func place(of key: CookieJarKey) throws -> (id: Int64, clearing: Int64) {
    if let place = try tables.place(of: key) { return place }
    let made = try db.rows(
      "INSERT INTO jars(workspace, environment, cleared) VALUES($1, $2, 0) RETURNING id",
      [.text(key.workspace), .text(key.environment)])
    return (made.first?.integer(0) ?? 0, 0)
  }
}
