public import ClientModel

/// The cookies that are stored, by jar: one jar for each workspace and environment.
public struct Cookies: Sendable {
  let storage: any Storage
  /// Called after each change: the client reads its jars again.
  let changed: @Sendable () async -> Void

  /// The cookies of a jar as Netscape lines.
  public func lines(in jar: CookieJarKey) async throws(Failure) -> [String] {
    try await storage.cookies(in: jar)
  }

  /// Adds or replaces the cookie of a Netscape line. A line that is not a cookie changes nothing.
  public func set(_ line: String, in jar: CookieJarKey) async throws(Failure) {
    try await storage.changeCookies([CookieChange(.set(line), in: jar)])
    await changed()
  }

  /// Deletes single cookies of a jar.
  public func delete(_ cookies: [CookieIdentity], in jar: CookieJarKey) async throws(Failure) {
    try await storage.changeCookies(cookies.map { CookieChange(.delete($0), in: jar) })
    await changed()
  }

  /// Deletes every cookie of a jar. It is final: what responses set counts again from the next request
  /// that leaves, in every process.
  public func clear(_ jar: CookieJarKey) async throws(Failure) {
    try await storage.clearCookies(in: jar)
    await changed()
  }
}
