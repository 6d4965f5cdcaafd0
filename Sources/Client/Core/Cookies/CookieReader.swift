import ClientModel

/// A reader of cookie jars.
struct CookieReader {
  let jars: CookieJars
  let store: any CookieStore
  let publisher: EventPublisher

  /// Reads from the store a jar and all jars that are already known.
  nonisolated(nonsending) func read(_ jar: CookieJarKey) async throws(Failure) {
    let keys = Set(jars.known?.jars ?? []).union([jar])
    jars.take(try await store.jars(Array(keys)))
  }

  /// Reads a jar. A failure is published.
  ///
  /// - Returns: The failure if the jar cannot be decrypted because the store's key is missing,
  ///   otherwise nil.
  nonisolated(nonsending) func obstacle(toReading jar: CookieJarKey) async -> Failure? {
    do throws(Failure) {
      try await read(jar)
      return nil
    } catch {
      publisher.report(error)
      return error.kind == .secretMissing ? error : nil
    }
  }

  /// Reads the jars of this list that are not known yet.
  ///
  /// - Returns: The jars that cannot be decrypted, with the reasons.
  nonisolated(nonsending) func readUnknown(
    _ needed: [CookieJarKey]
  ) async -> [CookieJarKey: Failure] {
    var closed: [CookieJarKey: Failure] = [:]
    for jar in needed where !jars.knows(jar) { closed[jar] = await obstacle(toReading: jar) }
    return closed
  }
}

extension Run {
  /// The jar that the run uses, or nil if it uses no jar.
  var jar: CookieJarKey? {
    guard request.options.cookies == .jar else { return nil }
    return CookieJarKey(workspace: job.lane.workspace, environment: request.environment)
  }
}

extension CookieJars {
  /// Returns the cookies that a run sends, or nil if it uses no jar.
  func outgoing(_ run: Run) -> OutgoingCookies? {
    guard let jar = run.jar else { return nil }
    // The failure to read the jar was already reported.
    return outgoing(jar, to: run.request.origin.host) ?? OutgoingCookies(jar: jar)
  }
}
