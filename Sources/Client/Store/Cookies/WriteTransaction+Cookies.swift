import ClientCore
import ClientModel

/// Changes to cookies within one write transaction.
extension WriteTransaction {
  /// Stores the cookie changes of responses. Returns the new content of the jars in `known`.
  func commit(
    _ changes: [CookieChange], known: KnownJars?
  ) throws -> (CookieReceipt, Failure?) {
    let isCurrent = known?.revision == ledger.cookieRevision
    var areAllTaken = true
    var failure: Failure?
    for change in changes {
      do throws(Failure) { areAllTaken = try storing(change) && areAllTaken } catch {
        // The error is returned, not thrown, because the end of the attempt must still be
        // committed.
        failure = error
        areAllTaken = false
      }
    }
    guard let known else { return (.unchanged(revision: ledger.cookieRevision), failure) }
    if isCurrent, areAllTaken { return (.unchanged(revision: ledger.cookieRevision), failure) }
    do {
      let jars = try tables.jars(known.jars, at: cache.clock.now)
      return (.changed(StoredJars(jars: jars, revision: ledger.cookieRevision)), failure)
    } catch is Failure {
      return (.unknown, failure)
    }
  }

  private func storing(_ change: CookieChange) throws(Failure) -> Bool {
    do { return try apply(change) } catch { throw .store(error) }
  }

  /// Stores the change of a cookie. Returns false if the change was not stored: it has no identity,
  /// the jar was cleared later, or the jar is full.
  func apply(_ change: CookieChange) throws -> Bool {
    let (jar, clearing) = try place(of: change.jar)
    guard change.clearing ?? clearing == clearing else { return false }
    switch change.kind {
    case .set(let line):
      guard let identity = change.identity, try hasRoom(for: identity, in: jar) else {
        return false
      }
      var writer = PayloadWriter(for: .cookie(identity, in: jar), vault: tables.vault)
      try writer.secret(line)
      let query = try Query(
        db, "INSERT OR REPLACE INTO cookies VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)")
      bind(identity, of: jar, to: query)
      query.bind(6, CookieIdentity.expiry(ofLine: line))
      query.bind(7, Record.close(&writer))
      try query.run()
    case .delete(let identity):
      let query = try Query(
        db,
        """
        DELETE FROM cookies \
        WHERE jar = ?1 AND domain = ?2 AND reach = ?3 AND path = ?4 AND name = ?5
        """)
      bind(identity, of: jar, to: query)
      try query.run()
    case .clear:
      for sql in [
        "DELETE FROM cookies WHERE jar = ?1", "UPDATE jars SET cleared = cleared + 1 WHERE id = ?1",
      ] {
        let query = try Query(db, sql)
        query.bind(1, jar)
        try query.run()
      }
    }
    noteCookies()
    return true
  }

  private func bind(_ identity: CookieIdentity, of jar: Int64, to query: Query) {
    query.bind(1, jar)
    query.bind(2, identity.domain)
    query.bind(3, Int64(identity.reach.rawValue))
    query.bind(4, identity.path)
    query.bind(5, identity.name)
  }

  /// Returns whether the jar has space for a cookie. If the cookie is new, removes expired cookies
  /// first.
  private func hasRoom(for identity: CookieIdentity, in jar: Int64) throws -> Bool {
    let known = try Query(
      db,
      """
      SELECT 1 FROM cookies \
      WHERE jar = ?1 AND domain = ?2 AND reach = ?3 AND path = ?4 AND name = ?5
      """)
    bind(identity, of: jar, to: known)
    if try known.first({ _ in true }) != nil { return true }
    let expired = try Query(db, "DELETE FROM cookies WHERE jar = ?1 AND expires <= ?2")
    expired.bind(1, jar)
    expired.bind(2, cache.clock.now.milliseconds / 1000)
    try expired.run()
    let count = try Query(db, "SELECT count(*) FROM cookies WHERE jar = ?1")
    count.bind(1, jar)
    return try count.first({ $0.integer(0) }) ?? 0 < JarContent.mostCookies
  }

  /// Returns the id of a jar and the number of times that the jar was cleared. Creates a missing
  /// jar.
  private func place(of key: CookieJarKey) throws -> (id: Int64, clearing: Int64) {
    if let place = try tables.place(of: key) { return place }
    let query = try Query(
      db, "INSERT INTO jars(workspace, environment, cleared) VALUES(?1, ?2, 0) RETURNING id")
    query.bind(1, key.workspace)
    query.bind(2, key.environment)
    guard let id = try query.first({ $0.integer(0) }) else {
      throw Failure.damaged("a new cookie jar has no id")
    }
    return (id, 0)
  }
}
