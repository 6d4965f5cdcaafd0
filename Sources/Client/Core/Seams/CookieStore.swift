public import ClientModel

/// Stores cookies. Several processes may change individual cookies.
public protocol CookieStore: Sendable {
  /// Returns the cookies of several jars in one snapshot. Expired cookies are omitted.
  func jars(_ keys: [CookieJarKey]) async throws(Failure) -> StoredJars

  /// Applies changes in one transaction. If a jar is full, it rejects new cookies but still accepts
  /// replacements.
  func changeCookies(_ changes: [CookieChange]) async throws(Failure)
}

extension CookieStore {
  /// Returns the unexpired cookies of a jar. Each line is in Netscape's format.
  public func cookies(in jar: CookieJarKey) async throws(Failure) -> [String] {
    try await jars([jar]).jars[jar]?.lines ?? []
  }

  /// Deletes all cookies of a jar, including unreadable ones.
  public func clearCookies(in jar: CookieJarKey) async throws(Failure) {
    try await changeCookies([CookieChange(.clear, in: jar)])
  }
}
