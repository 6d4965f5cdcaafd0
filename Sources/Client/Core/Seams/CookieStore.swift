public import ClientModel

/// The part of a store for cookies. Several processes may change single cookies.
public protocol CookieStore: Sendable {
  /// Returns the cookies of a jar that have not expired, as lines in Netscape's format.
  func cookies(in jar: CookieJarKey) async throws(Failure) -> [String]

  /// Returns the cookies of several jars at one moment.
  func jars(_ keys: [CookieJarKey]) async throws(Failure) -> StoredJars

  /// Changes single cookies. A full jar accepts no new cookie, but existing ones can be replaced.
  func changeCookies(_ changes: [CookieChange]) async throws(Failure)

  /// Deletes all cookies of a jar, including unreadable ones.
  func clearCookies(in jar: CookieJarKey) async throws(Failure)
}
