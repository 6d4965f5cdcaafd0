public import ClientModel

/// The key that seals secrets in the store.
public protocol SealingKey: Sendable {
  /// Checks that the result of an attempt can be sealed.
  ///
  /// - Throws: `secretMissing`, with what is wrong with the key.
  func checkKey(_ need: KeyNeed) throws(Failure)

  /// Where the key is, for messages; nil when nothing is sealed.
  var keyPath: String? { get }

  /// Those of these held jobs whose sealed parts, and cookies, can be opened now.
  func openable(_ jobs: [JobID]) async throws(Failure) -> [JobID]
}

/// Why an attempt needs the sealing key.
public enum KeyNeed: Hashable, Sendable {
  /// It carries secrets, so its response is sealed. The key is made if there is none.
  case certain
  /// Its response may set cookies. An existing key must be usable; a missing one can be made later.
  case possible
}
