import ClientModel

/// Reads cookie jars from the store.
struct CookieReader {
  let jars: CookieJars
  let store: any CookieStore
  let publisher: EventPublisher

  /// Reads a jar from the store. All known jars are read again.
  nonisolated(nonsending) func read(_ jar: CookieJarKey) async throws(Failure) {
    let keys = Set(jars.known?.jars ?? []).union([jar])
    jars.take(try await store.jars(Array(keys)))
  }

  /// Reads a jar. Failures are published.
  ///
  /// - Returns: The failure if the jar cannot be decrypted because the store has no key. Nil in all
  ///   other cases.
  nonisolated(nonsending) func obstacle(toReading jar: CookieJarKey) async -> Failure? {
    do throws(Failure) {
      try await read(jar)
      return nil
    } catch {
      publisher.report(error)
      return error.kind == .secretMissing ? error : nil
    }
  }

  /// Reads the listed jars that are not known yet.
  ///
  /// - Returns: The jars that cannot be decrypted, and the reasons.
  nonisolated(nonsending) func readUnknown(
    _ needed: [CookieJarKey]
  ) async -> [CookieJarKey: Failure] {
    var closed: [CookieJarKey: Failure] = [:]
    for jar in needed where !jars.knows(jar) { closed[jar] = await obstacle(toReading: jar) }
    return closed
  }
}

extension Run {
  /// The jar that the run uses, or nil for none.
  var jar: CookieJarKey? {
    guard request.options.cookies == .jar else { return nil }
    return CookieJarKey(workspace: job.lane.workspace, environment: request.environment)
  }
}

extension CookieJars {
  /// Returns the cookies of a run, or nil if the run uses no jar.
  func outgoing(_ run: Run) -> OutgoingCookies? {
    guard let jar = run.jar else { return nil }
    // If the jar could not be read, no cookies are sent. The failure was already reported.
    return outgoing(jar, to: run.request.origin.host) ?? OutgoingCookies(jar: jar)
  }
}
