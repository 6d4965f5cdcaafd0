public import ClientModel

extension Client {
  /// The cookies of a jar as Netscape lines.
  public func cookies(in jar: CookieJarKey) async throws(Failure) -> [String] {
    try await storage.cookies(in: jar)
  }

  /// Adds or replaces the cookie of a Netscape line. A line that is no cookie changes nothing.
  public func setCookie(_ line: String, in jar: CookieJarKey) async throws(Failure) {
    try await change(cookies: [CookieChange(.set(line), in: jar)])
  }

  /// Deletes single cookies of a jar.
  public func deleteCookies(
    _ cookies: [CookieIdentity], in jar: CookieJarKey
  ) async throws(Failure) {
    try await change(cookies: cookies.map { CookieChange(.delete($0), in: jar) })
  }

  /// Deletes every cookie of a jar. It is final: what responses set counts again from the next request
  /// that leaves, in every process.
  public func clearCookies(in jar: CookieJarKey) async throws(Failure) {
    try await storage.clearCookies(in: jar)
    commits.outbox.jars.forgetRevision()
  }

  private func change(cookies changes: [CookieChange]) async throws(Failure) {
    try await storage.changeCookies(changes)
    commits.outbox.jars.forgetRevision()
  }

  /// The jar that a run sends from; nil when it uses none.
  func jar(_ run: Run) -> CookieJarKey? {
    guard run.request.options.cookies == .jar else { return nil }
    return CookieJarKey(workspace: run.job.lane.workspace, environment: run.request.environment)
  }

  /// What goes with a run's request; nil when it uses no jar.
  func outgoingCookies(_ run: Run) -> OutgoingCookies? {
    guard let jar = jar(run) else { return nil }
    // A jar that cannot be read was reported.
    return commits.outbox.jars.outgoing(jar, to: run.request.origin.host)
      ?? OutgoingCookies(jar: jar)
  }

  /// Reads a jar, and those that are known already, as the store holds them now. Returns why it cannot
  /// be opened, when its key is not there.
  func read(_ jar: CookieJarKey) async -> Failure? {
    do throws(Failure) {
      let jars = Set(commits.outbox.jars.known?.jars ?? []).union([jar])
      commits.outbox.jars.take(try await storage.jars(Array(jars)))
      return nil
    } catch {
      publish(.noticed(error))
      return error.kind == .secretMissing ? error : nil
    }
  }
}
