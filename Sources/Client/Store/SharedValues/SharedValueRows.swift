package import ClientCore
package import ClientModel

/// The columns of a shared value.
package struct SharedColumns: Sendable {
  package var name: String
  package var version: Int64
  package var changed: Int64
  package var facts: [UInt8]
  package var value: [UInt8]

  package init(name: String, version: Int64, changed: Int64, facts: [UInt8], value: [UInt8]) {
    (self.name, self.version, self.changed) = (name, version, changed)
    (self.facts, self.value) = (facts, value)
  }
}

/// The rows of the shared values in one transaction of a store.
package protocol SharedValueRows {
  var coder: RecordCoder { get }

  /// Returns the number of all changes to shared values.
  func sharedVersion() throws -> Int64
  /// Returns the sealed list of versions, or nil if there is none.
  func sharedListBytes() throws -> [UInt8]?
  /// Returns the row of a key, or all rows in the order of their keys.
  func sharedColumns(of key: SharedKey?) throws -> [SharedColumns]
}

/// A transaction that changes shared values.
package protocol SharedValueWriter: SharedValueRows {
  /// Adds or replaces a row.
  func write(_ columns: SharedColumns) throws
  func removeRow(of key: SharedKey) throws
  func setSharedList(_ bytes: [UInt8]?) throws
  func setSharedVersion(_ version: Int64) throws
}

/// A store that keeps shared values in rows.
package protocol SharedValueStorage: Sendable {
  func readValues<Value: Sendable>(
    _ body: @escaping @Sendable (any SharedValueRows) throws -> Value
  ) async throws(Failure) -> Value

  func changeValues<Value: Sendable>(
    _ body: @escaping @Sendable (any SharedValueWriter) throws -> Value
  ) async throws(Failure) -> Value
}

extension SharedValueStorage {
  package func valueSnapshot(newerThan known: Int64) async throws(Failure) -> SharedValueSnapshot? {
    try await readValues { rows in
      let version = try rows.sharedVersion()
      guard version > known else { return nil }
      return SharedValueSnapshot(version: version, facts: try rows.sharedFacts())
    }
  }

  package func openValue(
    _ key: SharedKey, opening secrets: any SecretResolver
  ) async throws(Failure) -> SharedValue? {
    let found = try await readValues { rows -> (row: SharedRow, coded: [UInt8])? in
      let row = try rows.shared(key)
      try rows.sharedList().check(row, of: key)
      return try row.map { ($0, try $0.coded(vault: rows.vault)) }
    }
    guard let (row, coded) = found else { return nil }
    let keys = try await TransformKeys.lookUp([row.facts.rule], for: key, in: secrets)
    return try row.content(coded, keys: keys).map { SharedValue(facts: row.facts, content: $0) }
  }

  /// Sets a shared value. Looks up the keys for the value's rule outside the transaction, and
  /// repeats the operation if another process changes the rule in the meantime.
  package func setValue(
    _ key: SharedKey, _ setting: SharedSetting, at now: Timestamp,
    opening secrets: any SecretResolver
  ) async throws(Failure) -> SharedValueFacts {
    try setting.check(key)
    for _ in 0..<64 {
      let (version, present) = try await readValues { rows in
        let row = try setting.row(of: key, on: rows, try rows.sharedList())
        return (try rows.sharedVersion(of: key), row?.facts.rule)
      }
      let rules = [setting.rule(over: present), present].compactMap { $0 }
      let keys = try await TransformKeys.lookUp(rules, for: key, in: secrets)
      let written = try await changeValues { writer in
        try writer.setShared(key, setting, over: version, keys: keys, at: now)
      }
      if let written { return written }
    }
    throw Failure(
      .storage, what: "The shared value \(key) was not set.",
      why: "Other processes changed it repeatedly.",
      whatToDo: "Set it again after these processes have ended.")
  }

  package func removeValues(_ keys: [SharedKey]?) async throws(Failure) -> SharedRemoval {
    try await changeValues { writer in try writer.removeShared(keys) }
  }
}

extension SharedValueRows {
  var vault: Vault { coder.vault }

  func sharedList() throws -> SharedList.Finding {
    guard let bytes = try sharedListBytes() else { return .none }
    do throws(Failure) { return .list(try SharedList(bytes, vault: vault)) } catch {
      return .unreadable(error)
    }
  }

  /// Returns the facts of all shared values, sorted by key. The facts of an unreadable row have no
  /// size. Reading its value reports the reason.
  func sharedFacts() throws -> [SharedValueFacts] {
    try sharedColumns(of: nil).compactMap { columns in
      do throws(Failure) { return try SharedRow(columns, vault: vault).facts } catch {
        return SharedKey(columns.name).map {
          SharedValueFacts(
            key: $0, size: nil, version: columns.version,
            changed: Timestamp(milliseconds: columns.changed))
        }
      }
    }
  }

  func shared(_ key: SharedKey) throws -> SharedRow? {
    try sharedColumns(of: key).first.map { try SharedRow($0, vault: vault) }
  }

  /// Returns the version of the row of a key, or nil if the key has no row.
  func sharedVersion(of key: SharedKey) throws -> Int64? {
    try sharedColumns(of: key).first?.version
  }

  /// Returns whether the list may contain a key.
  func mayBeSealed(_ key: SharedKey, _ list: SharedList.Finding) throws -> Bool {
    switch list {
    case .none: return false
    case .list(let known): return known.versions[key] != nil
    case .unreadable:
      do { return try shared(key)?.isSealed ?? false } catch is Failure { return true }
    }
  }
}
