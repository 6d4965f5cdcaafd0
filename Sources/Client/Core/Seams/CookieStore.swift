public import ClientModel

/// The part of a store for cookies. Several processes may change single cookies.
public protocol CookieStore: Sendable {
  /// Returns the cookies of several jars at one moment, without those that have expired.
  func jars(_ keys: [CookieJarKey]) async throws(Failure) -> StoredJars

  /// Applies changes in one transaction. A full jar rejects new cookies, but its cookies can be
  /// replaced.
  func changeCookies(_ changes: [CookieChange]) async throws(Failure)
}

extension CookieStore {
  /// Returns the cookies of a jar that have not expired, as lines in Netscape's format.
  public func cookies(in jar: CookieJarKey) async throws(Failure) -> [String] {
    try await jars([jar]).jars[jar]?.lines ?? []
  }

  /// Deletes all cookies of a jar, including unreadable cookies.
  public func clearCookies(in jar: CookieJarKey) async throws(Failure) {
    try await changeCookies([CookieChange(.clear, in: jar)])
  }
}
