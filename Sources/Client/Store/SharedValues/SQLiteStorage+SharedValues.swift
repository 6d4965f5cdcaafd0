public import ClientCore
public import ClientModel

extension SQLiteStorage {
  public func sharedSnapshot(
    newerThan known: Int64
  ) async throws(Failure) -> SharedValueSnapshot? {
    try await read { tables in
      let version = try tables.sharedVersion()
      guard version > known else { return nil }
      return SharedValueSnapshot(version: version, facts: try tables.sharedFacts())
    }
  }

  public func sharedValue(
    _ key: SharedKey, opening secrets: any SecretResolver
  ) async throws(Failure) -> SharedValue? {
    let found = try await read { tables -> (row: SharedRow, coded: [UInt8])? in
      let row = try tables.shared(key)
      try tables.sharedList().check(row, of: key)
      return try row.map { ($0, try $0.coded(vault: tables.vault)) }
    }
    guard let (row, coded) = found else { return nil }
    let keys = try await TransformKeys.lookUp([row.facts.rule], for: key, in: secrets)
    return try row.content(coded, keys: keys).map { SharedValue(facts: row.facts, content: $0) }
  }

  /// Sets a shared value. Looks up the keys for the value's rule outside the transaction, and
  /// repeats the operation if another process changes the rule in the meantime.
  public func setShared(
    _ key: SharedKey, _ setting: SharedSetting, at now: Timestamp,
    opening secrets: any SecretResolver
  ) async throws(Failure) -> SharedValueFacts {
    try setting.check(key)
    for _ in 0..<64 {
      let (version, present) = try await read { tables in
        let row = try setting.row(of: key, on: tables, try tables.sharedList())
        return (try tables.sharedVersion(of: key), row?.facts.rule)
      }
      let rules = [setting.rule(over: present), present].compactMap { $0 }
      let keys = try await TransformKeys.lookUp(rules, for: key, in: secrets)
      let written = try await write { turn in
        try turn.setShared(key, setting, over: version, keys: keys, at: now)
      }
      if let written { return written }
    }
    throw Failure(
      .storage, what: "The shared value \(key) was not set.",
      why: "Other processes changed it repeatedly.",
      whatToDo: "Set it again after these processes have ended.")
  }

  public func removeShared(_ keys: [SharedKey]?) async throws(Failure) -> SharedRemoval {
    try await write { turn in try turn.removeShared(keys) }
  }
}
