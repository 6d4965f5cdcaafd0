public import ClientModel

/// The key that seals secrets in the store.
public protocol SealingKey: Sendable {
  /// Checks that the result of an attempt can be sealed.
  ///
  /// - Throws: `secretMissing` with the problem of the key.
  func checkKey(_ need: KeyNeed) throws(Failure)

  /// The path of the key for messages, or nil if nothing is sealed.
  var keyPath: String? { get }

  /// Returns the held jobs whose sealed parts and cookies can be opened now.
  func openable(_ jobs: [JobID]) async throws(Failure) -> [JobID]
}

/// The reason why an attempt needs the sealing key.
public enum KeyNeed: Hashable, Sendable {
  /// The attempt carries secrets, so its response is sealed. A missing key is created.
  case certain
  /// The response may set cookies. An existing key must be usable. A missing one can be created
  /// later.
  case possible
}
