import ClientCore
import ClientModel

extension WriteTransaction {
  /// Writes a value or its rule. Updates the list if the value was sealed or becomes sealed.
  ///
  /// - Parameter expected: The version of the row for which keys were looked up.
  /// - Returns: The facts, or nil if the row has a different version. In that case, nothing is
  ///   written.
  func setShared(
    _ key: SharedKey, _ setting: SharedSetting, over expected: Int64?, keys: TransformKeys,
    at now: Timestamp
  ) throws -> SharedValueFacts? {
    guard try tables.sharedVersion(of: key) == expected else { return nil }
    let finding = try tables.sharedList()
    let row = try setting.row(of: key, on: tables, finding)
    // The value is decrypted even if only the rule changes, because the rule is authenticated only
    // by the value's seal.
    let present = try row.flatMap { try $0.content($0.coded(vault: tables.vault), keys: keys) }
    let content = if case .content(let content, _) = setting { content } else { present }
    let rule = setting.rule(over: row?.facts.rule)
    let concernsList = try rule.isSecret || tables.mayBeSealed(key, finding)
    let list = try finding.changeable(for: key, isNeeded: concernsList)
    let version = max(try tables.sharedVersion(), list?.version ?? 0) + 1
    let fresh = try SharedRow(
      SharedValueFacts(
        key: key, rule: rule, size: content?.size, version: version, changed: now),
      content?.bytes ?? [], keys: keys, vault: tables.vault)
    try fresh.write(to: db, vault: tables.vault)
    if concernsList, var list {
      list.note(key, sealed: rule.isSecret ? version : nil, at: version)
      try setSharedList(list.bytes(vault: tables.vault))
    }
    try setSharedVersion(version)
    return fresh.facts
  }

  /// Removes shared values.
  ///
  /// - Parameter keys: The keys, or nil for all keys and the list.
  func removeShared(_ keys: [SharedKey]?) throws -> SharedRemoval {
    let finding = try tables.sharedList()
    var list: SharedList? = if case .list(let known) = finding { known } else { nil }
    let version = max(try tables.sharedVersion(), list?.version ?? 0) + 1
    var gone: [SharedValueFacts] = []
    for facts in try tables.sharedFacts() where keys?.contains(facts.key) ?? true {
      let query = try Query(db, "DELETE FROM shared WHERE name = ?1")
      query.bind(1, facts.key.name)
      try query.run()
      gone.append(facts)
    }
    let listed = (keys ?? []).filter { list?.versions[$0] != nil } + gone.map(\.key)
    guard !listed.isEmpty || keys == nil else { return SharedRemoval(version: version, facts: []) }
    for key in listed { list?.note(key, sealed: nil, at: version) }
    // An unreadable list is removed together with the last value.
    let isLast = try tables.sharedFacts().isEmpty
    if keys == nil || isLast {
      try setSharedList(nil)
    } else if let list {
      try setSharedList(list.bytes(vault: tables.vault))
    }
    try setSharedVersion(version)
    return SharedRemoval(version: version, facts: gone)
  }

  private func setSharedList(_ bytes: [UInt8]?) throws {
    let query = try Query(db, "UPDATE sharedList SET list = ?1")
    if let bytes { query.bind(1, bytes) } else { query.bind(1, Int64?.none) }
    try query.run()
  }

  private func setSharedVersion(_ version: Int64) throws {
    let query = try Query(db, "UPDATE sharedList SET version = ?1")
    query.bind(1, version)
    try query.run()
    _ = nextRevision()
  }
}

extension SharedSetting {
  /// Returns the rule for writing the value.
  func rule(over present: SharedRule?) -> SharedRule {
    switch self {
    case .content(_, let given): given ?? present ?? SharedRule()
    case .rule(let given): given
    }
  }

  /// Returns the current row if the change keeps its content or its rule. Otherwise returns nil.
  /// Throws if the row is not valid.
  func row(of key: SharedKey, on tables: StoreTables, _ list: SharedList.Finding) throws
    -> SharedRow?
  {
    if case .content(_, .some) = self { return nil }
    let row = try tables.shared(key)
    try list.check(row, of: key)
    return row
  }
}

extension StoreTables {
  /// Returns the version of the row of a key, or nil if the key has no row.
  func sharedVersion(of key: SharedKey) throws -> Int64? {
    let query = try Query(db, "SELECT version FROM shared WHERE name = ?1")
    query.bind(1, key.name)
    return try query.first { $0.integer(0) }
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
