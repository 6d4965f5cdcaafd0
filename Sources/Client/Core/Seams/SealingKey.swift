public import ClientModel

/// The key that seals secrets in the store.
public protocol SealingKey: Sendable {
  /// Checks whether the result of an attempt can be sealed.
  func check(_ need: SealingKeyNeed) -> KeyCheck

  /// Returns the held jobs whose sealed parts can now be decrypted and whose cookies can be read.
  func openable(_ jobs: [JobID]) async throws(Failure) -> [JobID]
}

/// The reason why an attempt needs the sealing key.
public enum SealingKeyNeed: Hashable, Sendable {
  /// The attempt contains secrets, so its response is sealed. If no key exists, one is created.
  case certain
  /// The response may set cookies. If a key exists, it must be usable. If no key exists, it can be
  /// created later.
  case possible
}

/// The result of checking the sealing key.
public struct KeyCheck: Hashable, Sendable {
  /// The name of the key for users, for example its path.
  public var keyName: String
  /// The reason why the key cannot be used. Nil if it can be used or is not needed.
  public var problem: Failure?

  /// Creates a result.
  public init(keyName: String, problem: Failure? = nil) {
    self.keyName = keyName
    self.problem = problem
  }
}
