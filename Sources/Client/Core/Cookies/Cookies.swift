public import ClientModel

/// The stored cookies. There is one jar for each workspace and environment.
public struct Cookies: Sendable {
  let store: any CookieStore
  /// A function that makes the client read its jars again. Called after each change.
  let changed: @Sendable () async -> Void

  /// Returns the cookies of a jar. Each line is in Netscape's format.
  public func lines(in jar: CookieJarKey) async throws(Failure) -> [String] {
    try await store.cookies(in: jar)
  }

  /// Adds a cookie or replaces it. The line is in Netscape's format. If it is not a cookie, nothing
  /// changes.
  public func set(_ line: String, in jar: CookieJarKey) async throws(Failure) {
    try await store.changeCookies([CookieChange(.set(line), in: jar)])
    await changed()
  }

  /// Deletes individual cookies of a jar.
  public func delete(_ cookies: [CookieIdentity], in jar: CookieJarKey) async throws(Failure) {
    try await store.changeCookies(cookies.map { CookieChange(.delete($0), in: jar) })
    await changed()
  }

  /// Deletes all cookies of a jar. Responses to earlier requests can no longer change the jar, in
  /// any process.
  public func clear(_ jar: CookieJarKey) async throws(Failure) {
    try await store.clearCookies(in: jar)
    await changed()
  }
}
