public import ClientModel

/// The key that seals secrets in the store.
public protocol SealingKey: Sendable {
  /// Checks that the result of an attempt can be sealed.
  func check(_ need: SealingKeyNeed) -> KeyCheck

  /// Returns the held jobs whose sealed parts and cookies can now be decrypted.
  func openable(_ jobs: [JobID]) async throws(Failure) -> [JobID]
}

/// The reason why an attempt needs the sealing key.
public enum SealingKeyNeed: Hashable, Sendable {
  /// The attempt contains secrets, so its response is sealed. A missing key is created.
  case certain
  /// The response may set cookies. An existing key must be usable. A missing one can be created
  /// later.
  case possible
}

/// The result of checking the sealing key.
public struct KeyCheck: Hashable, Sendable {
  /// A description of the key for users, such as its path.
  public var keyName: String
  /// The reason why the key cannot be used, or nil if it can be or is not needed.
  public var problem: Failure?

  /// Creates a result.
  public init(keyName: String, problem: Failure? = nil) {
    self.keyName = keyName
    self.problem = problem
  }
}
