public import ClientModel

/// The stored cookies, with one jar for each workspace and environment.
public struct Cookies: Sendable {
  let store: any CookieStore
  /// Called after each change, so that the client reads its jars again.
  let changed: @Sendable () async -> Void

  /// Returns the cookies of a jar as lines in Netscape's format.
  public func lines(in jar: CookieJarKey) async throws(Failure) -> [String] {
    try await store.cookies(in: jar)
  }

  /// Adds or replaces the cookie of a line in Netscape's format. A line that is not a cookie
  /// changes nothing.
  public func set(_ line: String, in jar: CookieJarKey) async throws(Failure) {
    try await store.changeCookies([CookieChange(.set(line), in: jar)])
    await changed()
  }

  /// Deletes single cookies of a jar.
  public func delete(_ cookies: [CookieIdentity], in jar: CookieJarKey) async throws(Failure) {
    try await store.changeCookies(cookies.map { CookieChange(.delete($0), in: jar) })
    await changed()
  }

  /// Deletes all cookies of a jar. Responses to requests that were sent before this call no longer
  /// change the jar, in any process.
  public func clear(_ jar: CookieJarKey) async throws(Failure) {
    try await store.clearCookies(in: jar)
    await changed()
  }
}
