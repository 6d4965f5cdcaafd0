public import ClientModel

/// Stores shared values. In a persistent store, a change is on disk when its call returns.
///
/// Encryption keys are looked up for each read or write and are never stored. If a stored value was
/// modified, swapped or replaced by an older one, a persistent store reports an error that names
/// its key.
public protocol ValueStore: Sendable {
  /// Returns the facts of all shared values, in the order of their keys. Values are not decrypted.
  /// Returns nil if the current version is not newer than `version`.
  ///
  /// The version starts at 0. Every change to a shared value by any process increases it.
  func sharedSnapshot(newerThan version: Int64) async throws(Failure) -> SharedValueSnapshot?

  /// Returns the value of a key, or nil for none.
  ///
  /// - Throws: `secretMissing` if an encryption key is unavailable, or `storage` if the value was
  ///   tampered with.
  func sharedValue(
    _ key: SharedKey, opening secrets: any SecretResolver
  ) async throws(Failure) -> SharedValue?

  /// Writes a value, or rewrites the existing value after its rule changed. Each call is one
  /// transaction.
  func setShared(
    _ key: SharedKey, _ setting: SharedSetting, at now: Timestamp,
    opening secrets: any SecretResolver
  ) async throws(Failure) -> SharedValueFacts

  /// Removes keys and their rules. Values that cannot be decrypted are also removed.
  ///
  /// - Parameter keys: The keys to remove. Nil removes all keys and the integrity data that
  ///   protects them.
  func removeShared(_ keys: [SharedKey]?) async throws(Failure) -> SharedRemoval
}

extension ValueStore {
  /// Returns the facts of all shared values, in the order of their keys. Values are not decrypted.
  public func sharedSnapshot() async throws(Failure) -> SharedValueSnapshot {
    try await sharedSnapshot(newerThan: -1) ?? SharedValueSnapshot(version: 0, facts: [])
  }
}

/// The value or the rule to write for a key.
public enum SharedSetting: Sendable {
  /// A value. If the rule is nil, an existing rule is kept, and a new key gets the plain rule.
  case content(SharedContent, SharedRule?)
  /// A new rule. A stored value is kept.
  case rule(SharedRule)
}

/// A snapshot of the shared values of a store.
public struct SharedValueSnapshot: Hashable, Sendable {
  /// The version of the shared values in the snapshot.
  public var version: Int64
  /// The facts of the shared values, in the order of their keys.
  public var facts: [SharedValueFacts]

  /// Creates a snapshot. The facts must be in the order of their keys.
  public init(version: Int64, facts: [SharedValueFacts]) {
    self.version = version
    self.facts = facts
  }
}

/// The removed keys and the version after the removal.
public struct SharedRemoval: Hashable, Sendable {
  /// The version after the removal.
  public var version: Int64
  /// The facts of the removed keys.
  public var facts: [SharedValueFacts]

  /// Creates the result of a removal.
  public init(version: Int64, facts: [SharedValueFacts]) {
    self.version = version
    self.facts = facts
  }
}

extension SharedSetting {
  /// Checks the limits that apply to every store.
  ///
  /// - Throws: `invalidRequest` if a value or a rule exceeds the limits.
  public func check(_ key: SharedKey) throws(Failure) {
    var rule: SharedRule?
    switch self {
    case .content(let content, let given):
      rule = given
      guard content.size <= SharedContent.most else {
        throw Failure(
          .invalidRequest, what: "The shared value \(key) was not set.",
          why: "It has \(content.size); the maximum is \(SharedContent.most).",
          whatToDo: "Store it in a file, and set the shared value to its path.")
      }
    case .rule(let given): rule = given
    }
    guard (rule?.transforms.count ?? 0) <= ValueTransform.most else {
      throw Failure(
        .invalidRequest, what: "The shared value \(key) was not set.",
        why: "It would have more than \(ValueTransform.most) transforms.",
        whatToDo: "Remove some of them.")
    }
    let later = rule?.transforms.dropFirst() ?? []
    guard !later.contains(where: { if case .program = $0 { true } else { false } }) else {
      throw Failure(
        .invalidRequest, what: "The shared value \(key) was not set.",
        why: "A program is only allowed as the first of its transforms.",
        whatToDo: "Put the program before all others; at most one is allowed.")
    }
  }
}
