import ClientCore
import ClientModel

extension SharedValueWriter {
  /// Writes a value or its rule. Updates the list if the value was sealed or becomes sealed.
  ///
  /// - Parameter expected: The version of the row for which keys were looked up.
  /// - Returns: The facts, or nil if the row has a different version. In that case, nothing is
  ///   written.
  func setShared(
    _ key: SharedKey, _ setting: SharedSetting, over expected: Int64?, keys: TransformKeys,
    at now: Timestamp
  ) throws -> SharedValueFacts? {
    guard try sharedVersion(of: key) == expected else { return nil }
    let finding = try sharedList()
    let row = try setting.row(of: key, on: self, finding)
    // The value is decrypted even if only the rule changes, because the rule is authenticated only
    // by the value's seal.
    let present = try row.flatMap { try $0.content($0.coded(vault: vault), keys: keys) }
    let content = if case .content(let content, _) = setting { content } else { present }
    let rule = setting.rule(over: row?.facts.rule)
    let concernsList = try rule.isSecret || mayBeSealed(key, finding)
    let list = try finding.changeable(for: key, isNeeded: concernsList)
    let version = max(try sharedVersion(), list?.version ?? 0) + 1
    let fresh = try SharedRow(
      SharedValueFacts(
        key: key, rule: rule, size: content?.size, version: version, changed: now),
      content?.bytes ?? [], keys: keys, vault: vault)
    try write(fresh.columns(vault: vault))
    if concernsList, var list {
      list.note(key, sealed: rule.isSecret ? version : nil, at: version)
      try setSharedList(list.bytes(vault: vault))
    }
    try setSharedVersion(version)
    return fresh.facts
  }

  /// Removes shared values.
  ///
  /// - Parameter keys: The keys, or nil for all keys and the list.
  func removeShared(_ keys: [SharedKey]?) throws -> SharedRemoval {
    let finding = try sharedList()
    var list: SharedList? = if case .list(let known) = finding { known } else { nil }
    let version = max(try sharedVersion(), list?.version ?? 0) + 1
    var gone: [SharedValueFacts] = []
    for facts in try sharedFacts() where keys?.contains(facts.key) ?? true {
      try removeRow(of: facts.key)
      gone.append(facts)
    }
    let listed = (keys ?? []).filter { list?.versions[$0] != nil } + gone.map(\.key)
    guard !listed.isEmpty || keys == nil else { return SharedRemoval(version: version, facts: []) }
    for key in listed { list?.note(key, sealed: nil, at: version) }
    // An unreadable list is removed together with the last value.
    let isLast = try sharedFacts().isEmpty
    if keys == nil || isLast {
      try setSharedList(nil)
    } else if let list {
      try setSharedList(list.bytes(vault: vault))
    }
    try setSharedVersion(version)
    return SharedRemoval(version: version, facts: gone)
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
  func row(of key: SharedKey, on rows: any SharedValueRows, _ list: SharedList.Finding) throws
    -> SharedRow?
  {
    if case .content(_, .some) = self { return nil }
    let row = try rows.shared(key)
    try list.check(row, of: key)
    return row
  }
}
