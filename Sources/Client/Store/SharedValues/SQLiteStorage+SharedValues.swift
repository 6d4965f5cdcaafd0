public import ClientCore
public import ClientModel

extension SQLiteStorage: SharedValueStorage {
  package func readValues<Value: Sendable>(
    _ body: @escaping @Sendable (any SharedValueRows) throws -> Value
  ) async throws(Failure) -> Value {
    try await read { tables in try body(tables) }
  }

  package func changeValues<Value: Sendable>(
    _ body: @escaping @Sendable (any SharedValueWriter) throws -> Value
  ) async throws(Failure) -> Value {
    try await write { turn in try body(turn) }
  }
}

extension SQLiteStorage {
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
