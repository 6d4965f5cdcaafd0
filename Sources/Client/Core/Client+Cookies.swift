public import ClientModel

extension Client {
  /// The cookies of a jar as Netscape lines.
  public func cookies(in jar: CookieJarKey) async throws(Failure) -> [String] {
    try await storage.cookies(in: jar)
  }

  /// Replaces the cookies of a jar; an empty list clears it.
  public func setCookies(_ lines: [String], in jar: CookieJarKey) async throws(Failure) {
    try await storage.setCookies(lines, in: jar)
    transport.setCookies(lines, in: jar)
  }
}
