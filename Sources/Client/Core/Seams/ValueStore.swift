public import ClientModel

/// The part of a store for shared values. In a persistent store, a change is on disk when its call
/// returns.
///
/// The encryption keys of transforms are looked up when a value is written or read, and are never
/// stored. In a persistent store, a value that was modified, swapped with another value or replaced
/// by an older one causes an error that names its key.
public protocol ValueStore: Sendable {
  /// Returns the facts of all shared values, by key, without decrypting the values. Returns nil if
  /// the version is not newer than `version`. Every change to a shared value by any process
  /// increases the version, which starts at 0.
  func sharedSnapshot(newerThan version: Int64) async throws(Failure) -> SharedValueSnapshot?

  /// Returns the value of a key, or nil if the key has none.
  ///
  /// - Throws: `secretMissing` if an encryption key is unavailable, or `storage` if the value was
  ///   changed after it was written.
  func sharedValue(
    _ key: SharedKey, opening secrets: any SecretResolver
  ) async throws(Failure) -> SharedValue?

  /// Writes a value, or rewrites the existing one under another rule, in one transaction.
  func setShared(
    _ key: SharedKey, _ setting: SharedSetting, at now: Timestamp,
    opening secrets: any SecretResolver
  ) async throws(Failure) -> SharedValueFacts

  /// Removes keys with their rules, including values that can no longer be decrypted.
  ///
  /// - Parameter keys: The keys, or nil for all keys and the integrity data that protects them.
  func removeShared(_ keys: [SharedKey]?) async throws(Failure) -> SharedRemoval
}

extension ValueStore {
  /// Returns the facts of all shared values, by key, without decrypting the values.
  public func sharedSnapshot() async throws(Failure) -> SharedValueSnapshot {
    try await sharedSnapshot(newerThan: -1) ?? SharedValueSnapshot(version: 0, facts: [])
  }
}

/// The content or rule to write for a key.
public enum SharedSetting: Sendable {
  /// A value. Without a rule, the rule of the key remains, and a new key gets the plain rule.
  case content(SharedContent, SharedRule?)
  /// A new rule. A stored value remains.
  case rule(SharedRule)
}

/// The shared values of a store at one moment.
public struct SharedValueSnapshot: Hashable, Sendable {
  /// The version of the shared values at that moment.
  public var version: Int64
  /// The facts of the shared values, in the order of their keys.
  public var facts: [SharedValueFacts]

  /// Creates a snapshot. The facts must be in the order of their keys.
  public init(version: Int64, facts: [SharedValueFacts]) {
    self.version = version
    self.facts = facts
  }
}

/// The removed keys, and the version after the removal.
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
  /// - Throws: `invalidRequest` for a value or a rule beyond the limits.
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
