public import ClientCore
public import ClientModel
package import ClientStore

extension PostgresStorage {
  // The shared implementation is not public, so it cannot be that of a public protocol.

  public func sharedSnapshot(
    newerThan version: Int64
  ) async throws(Failure) -> SharedValueSnapshot? {
    try await valueSnapshot(newerThan: version)
  }

  public func sharedValue(
    _ key: SharedKey, opening secrets: any SecretResolver
  ) async throws(Failure) -> SharedValue? {
    try await openValue(key, opening: secrets)
  }

  public func setShared(
    _ key: SharedKey, _ setting: SharedSetting, at now: Timestamp,
    opening secrets: any SecretResolver
  ) async throws(Failure) -> SharedValueFacts {
    try await setValue(key, setting, at: now, opening: secrets)
  }

  public func removeShared(_ keys: [SharedKey]?) async throws(Failure) -> SharedRemoval {
    try await removeValues(keys)
  }
}

extension PostgresStorage: SharedValueStorage {
  package func readValues<Value: Sendable>(
    _ body: @escaping @Sendable (any SharedValueRows) throws -> Value
  ) async throws(Failure) -> Value {
    try await read { tables in try body(tables) }
  }

  /// Only one process at a time changes values, because the row of `meta` is locked.
  package func changeValues<Value: Sendable>(
    _ body: @escaping @Sendable (any SharedValueWriter) throws -> Value
  ) async throws(Failure) -> Value {
    try await write { turn in
      _ = try turn.lockMeta()
      return try body(turn)
    }
  }
}

extension PostgresTables: SharedValueRows {
  func sharedVersion() throws -> Int64 {
    try db.rows("SELECT shared FROM meta").first?.integer(0) ?? 0
  }

  func sharedListBytes() throws -> [UInt8]? {
    try db.rows("SELECT sharedList FROM meta WHERE sharedList IS NOT NULL").first?.blob(0)
  }

  func sharedColumns(of key: SharedKey?) throws -> [SharedColumns] {
    try db.rows(
      """
      SELECT name, version, changed, facts, value FROM shared \
      WHERE $1::text IS NULL OR name = $1 ORDER BY name
      """, [.text(key?.name)]
    ).map { row in
      SharedColumns(
        name: row.text(0) ?? "", version: row.integer(1), changed: row.integer(2),
        facts: row.blob(3), value: row.blob(4))
    }
  }
}

extension PostgresTransaction: SharedValueWriter {
  func sharedVersion() throws -> Int64 { try tables.sharedVersion() }
  func sharedListBytes() throws -> [UInt8]? { try tables.sharedListBytes() }
  func sharedColumns(of key: SharedKey?) throws -> [SharedColumns] {
    try tables.sharedColumns(of: key)
  }

  func write(_ columns: SharedColumns) throws {
    try db.add(
      """
      INSERT INTO shared VALUES($1, $2, $3, $4, $5) ON CONFLICT(name) DO UPDATE \
      SET version = excluded.version, changed = excluded.changed, facts = excluded.facts, \
      value = excluded.value
      """,
      [
        .text(columns.name), .integer(columns.version), .integer(columns.changed),
        .bytes(columns.facts), .bytes(columns.value),
      ])
  }

  func removeRow(of key: SharedKey) throws {
    try db.add("DELETE FROM shared WHERE name = $1", [.text(key.name)])
  }

  func setSharedList(_ bytes: [UInt8]?) throws {
    try db.add("UPDATE meta SET sharedList = $1", [.bytes(bytes)])
  }

  func setSharedVersion(_ version: Int64) throws {
    try db.add("UPDATE meta SET shared = $1", [.integer(version)])
    noteOther()
  }
}
