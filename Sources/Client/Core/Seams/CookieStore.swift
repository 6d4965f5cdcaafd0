public import ClientModel

/// Stores cookies, which several processes change one by one.
public protocol CookieStore: Sendable {
  /// The cookies of a jar that have not expired, as lines of Netscape's format.
  func cookies(in jar: CookieJarKey) async throws(Failure) -> [String]

  /// The cookies of several jars at one moment.
  func jars(_ keys: [CookieJarKey]) async throws(Failure) -> StoredJars

  /// Changes single cookies. A full jar takes no new cookie; one that it has can be replaced.
  func changeCookies(_ changes: [CookieChange]) async throws(Failure)

  /// Deletes every cookie of a jar, also those that cannot be read.
  func clearCookies(in jar: CookieJarKey) async throws(Failure)
}
