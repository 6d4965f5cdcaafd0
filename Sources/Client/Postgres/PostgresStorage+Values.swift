public import ClientCore
public import ClientModel

extension PostgresStorage {
  public func sharedSnapshot(
    newerThan version: Int64
  ) async throws(Failure) -> SharedValueSnapshot? { throw .noSharedValues }

  public func sharedValue(
    _ key: SharedKey, opening secrets: any SecretResolver
  ) async throws(Failure) -> SharedValue? { throw .noSharedValues }

  public func setShared(
    _ key: SharedKey, _ setting: SharedSetting, at now: Timestamp,
    opening secrets: any SecretResolver
  ) async throws(Failure) -> SharedValueFacts { throw .noSharedValues }

  public func removeShared(_ keys: [SharedKey]?) async throws(Failure) -> SharedRemoval {
    throw .noSharedValues
  }
}

extension Failure {
  fileprivate static var noSharedValues: Failure {
    Failure(
      .unsupported, what: "The shared values were not read.",
      why: "A store on PostgreSQL does not have them yet.", whatToDo: "Use the default store.")
  }
}
