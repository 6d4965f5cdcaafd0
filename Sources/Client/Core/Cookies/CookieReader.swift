import ClientModel

/// Reads the jars that requests use.
struct CookieReader {
  let jars: CookieJars
  let storage: any Storage
  let publisher: EventPublisher

  /// Reads a jar, and those that are known already, as the store holds them now.
  nonisolated(nonsending) func read(_ jar: CookieJarKey) async throws(Failure) {
    let keys = Set(jars.known?.jars ?? []).union([jar])
    jars.take(try await storage.jars(Array(keys)))
  }

  /// The same; an error is reported.
  ///
  /// - Returns: Why the jar cannot be opened, when the store's key is missing.
  nonisolated(nonsending) func obstacle(toReading jar: CookieJarKey) async -> Failure? {
    do throws(Failure) {
      try await read(jar)
      return nil
    } catch {
      publisher.report(error)
      return error.kind == .secretMissing ? error : nil
    }
  }

  /// Reads those jars of runs about to leave that are not known.
  ///
  /// - Returns: Why some of them cannot be opened.
  nonisolated(nonsending) func readUnknown(of runs: [Run]) async -> [CookieJarKey: Failure] {
    var closed: [CookieJarKey: Failure] = [:]
    var last: CookieJarKey?
    for run in runs where run.phase == .preparing {
      guard let jar = run.jar, jar != last else { continue }
      last = jar
      if !jars.knows(jar) { closed[jar] = await obstacle(toReading: jar) }
    }
    return closed
  }
}

extension Run {
  /// The jar that it sends from; nil when it uses none.
  var jar: CookieJarKey? {
    guard request.options.cookies == .jar else { return nil }
    return CookieJarKey(workspace: job.lane.workspace, environment: request.environment)
  }
}

extension CookieJars {
  /// The cookies that a run sends; nil when it uses no jar.
  func outgoing(_ run: Run) -> OutgoingCookies? {
    guard let jar = run.jar else { return nil }
    // A jar that cannot be read was reported.
    return outgoing(jar, to: run.request.origin.host) ?? OutgoingCookies(jar: jar)
  }
}
