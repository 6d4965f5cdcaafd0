public import ClientCore
public import ClientModel

/// The shared values of a store in memory. They are never written to disk, so they are neither
/// encoded nor sealed.
struct MemoryValues: Sendable {
  private(set) var version: Int64 = 0
  private var contents: [SharedKey: SharedContent] = [:]
  private var facts: [SharedKey: SharedValueFacts] = [:]

  var all: SharedValueSnapshot {
    SharedValueSnapshot(version: version, facts: facts.values.sorted { $0.key < $1.key })
  }

  subscript(_ key: SharedKey) -> SharedValue? {
    guard let facts = facts[key], let content = contents[key] else { return nil }
    return SharedValue(facts: facts, content: content)
  }

  mutating func set(
    _ key: SharedKey, _ setting: SharedSetting, at now: Timestamp
  ) -> SharedValueFacts {
    version += 1
    var rule = facts[key]?.rule ?? SharedRule()
    switch setting {
    case .content(let content, let given):
      contents[key] = content
      rule = given ?? rule
    case .rule(let given): rule = given
    }
    let size = contents[key]?.size
    let fresh = SharedValueFacts(
      key: key, rule: rule, size: size, storedSize: size ?? 0, version: version, changed: now)
    facts[key] = fresh
    return fresh
  }

  mutating func remove(_ keys: [SharedKey]?) -> SharedRemoval {
    let gone = (keys ?? facts.keys.sorted()).compactMap { facts.removeValue(forKey: $0) }
    for facts in gone { contents[facts.key] = nil }
    if !gone.isEmpty { version += 1 }
    return SharedRemoval(version: version, facts: gone)
  }
}

extension MemoryStorage {
  public func sharedSnapshot(
    newerThan version: Int64
  ) async throws(Failure) -> SharedValueSnapshot? {
    tables.withLock { $0.values.version > version ? $0.values.all : nil }
  }

  public func sharedValue(
    _ key: SharedKey, opening secrets: any SecretResolver
  ) async throws(Failure) -> SharedValue? {
    tables.withLock { $0.values[key] }
  }

  public func setShared(
    _ key: SharedKey, _ setting: SharedSetting, at now: Timestamp,
    opening secrets: any SecretResolver
  ) async throws(Failure) -> SharedValueFacts {
    try setting.check(key)
    return tables.withLock { $0.values.set(key, setting, at: now) }
  }

  public func removeShared(_ keys: [SharedKey]?) async throws(Failure) -> SharedRemoval {
    tables.withLock { $0.values.remove(keys) }
  }
}
