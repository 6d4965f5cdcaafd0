package import ClientModel

/// Decides what a private cache does with a request and with its response.
///
/// It has no clock and does nothing: it is asked with what is stored and the time, and says what to
/// do. What is asked of it, in the order of a request:
///
///     verdict    may it be answered from what is stored, and what is sent if not
///     renewal    what a 304 makes of what is stored
///     rescue     may a stale response stand in for an error
///     storing    may the response be stored, and with which head
///     CacheInvalidation.urls   which stored responses a change at the server voids
///
/// - Source: RFC 9111; RFC 5861, section 4; reliability.md, section 5.2.
package struct CachePolicy: Hashable, Sendable {
  /// What happens to a request.
  package enum Verdict: Hashable, Sendable {
    /// It is answered from the store; no byte is sent.
    case serve(StoredResponse, ResponseSource)
    /// It goes out with conditions, so that a 304 may renew one of these.
    case validate([CacheCandidate], conditions: [ResponseField])
    /// It goes out as it is.
    case ask
    /// It must not go out, and there is no response.
    case refuse(why: String)
  }

  package var rule: CacheRule

  package init(_ rule: CacheRule) { self.rule = rule }

  /// - Parameter stored: What the request's key found; the newest `Date` among those that `Vary`
  ///   selects counts.
  package func verdict(
    on request: CacheRequest, stored: [CacheCandidate], at now: Timestamp
  ) -> Verdict {
    let control = request.control
    let isOffline = rule.mode == .only || control.has("only-if-cached")
    guard rule.mode != .off else { return .ask }
    if let obstacle = request.obstacle { return isOffline ? .refuse(why: obstacle) : .ask }
    if control.has("no-store") {
      return isOffline ? .refuse(why: "The request forbids the cache with no-store.") : .ask
    }
    guard let best = Self.newest(of: stored) else {
      return isOffline
        ? .refuse(why: "It has no response for this request.") : request.validation(of: stored)
    }
    switch use(of: best, by: request, control, at: now) {
    case .serve(let source): return .serve(best, source)
    case .not(let why):
      return isOffline ? .refuse(why: why) : renewing(request.validation(of: stored), request)
    }
  }

  /// A refresh reaches the server, also through other caches. Source: RFC 9111, section 5.2.1.1.
  private func renewing(_ verdict: Verdict, _ request: CacheRequest) -> Verdict {
    guard rule.mode == .refresh, case .validate(let stored, var conditions) = verdict,
      request.all("Cache-Control").isEmpty
    else { return verdict }
    conditions.append(ResponseField("Cache-Control", "max-age=0"))
    return .validate(stored, conditions: conditions)
  }

  /// The selected response with the latest `Date`. Source: RFC 9111, section 4.1.
  private static func newest(of stored: [CacheCandidate]) -> StoredResponse? {
    stored.filter { $0.selection == .selected }.map(\.response)
      .max { ($0.date, $0.received, $0.id) < ($1.date, $1.received, $1.id) }
  }

  private enum Use {
    case serve(ResponseSource)
    case not(String)
  }

  /// Whether one stored response may be used without asking. Source: RFC 9111, sections 4 and 5.2.
  private func use(
    of stored: StoredResponse, by request: CacheRequest, _ control: CacheControl,
    at now: Timestamp
  ) -> Use {
    let answered = stored.control
    let freshness = Freshness(of: stored, at: now)
    if rule.mode == .refresh { return .not("A new response is wanted.") }
    if answered.has("no-cache") { return .not("Its server wants to be asked each time.") }
    if asksAnew(request, control) { return .not("The request wants a new response.") }
    if let most = mostAge(control), freshness.age > most {
      return .not("The stored response is older than wanted.")
    }
    switch control.seconds("min-fresh") {
    case .stated(let seconds) where freshness.left < .seconds(seconds):
      return .not("The stored response does not stay fresh for as long as wanted.")
    case .invalid: return .not("The request's min-fresh is not a number.")
    case .absent, .stated: break
    }
    if freshness.isFresh { return .serve(.cache(age: freshness.age)) }
    if answered.has("must-revalidate") {
      return .not("The stored response is stale, and its server forbids to use it then.")
    }
    if allowsStale(control, .zero - freshness.left) {
      return .serve(.stale(age: freshness.age))
    }
    return .not("The stored response is stale.")
  }

  /// Source: RFC 9111, sections 5.2.1.4 and 5.4.
  private func asksAnew(_ request: CacheRequest, _ control: CacheControl) -> Bool {
    if control.has("no-cache") { return true }
    return request.all("Cache-Control").isEmpty
      && CacheControl(request.all("Pragma")).has("no-cache")
  }

  /// The oldest response that will do. Source: RFC 9111, section 5.2.1.1.
  private func mostAge(_ control: CacheControl) -> Duration? {
    let stated: Duration? =
      switch control.seconds("max-age") {
      case .absent: nil
      case .invalid: .zero
      case .stated(let seconds): .seconds(seconds)
      }
    guard let stated else { return rule.ageLimit }
    return min(stated, rule.ageLimit ?? stated)
  }

  /// Source: RFC 9111, sections 4.2.4 and 5.2.1.2; mode `only` and an age limit of zero are the user's
  /// consent to any staleness.
  private func allowsStale(_ control: CacheControl, _ staleness: Duration) -> Bool {
    if rule.mode == .only || rule.acceptsAnyAge { return true }
    guard control.has("max-stale") else { return false }
    if control.isBare("max-stale") { return true }
    guard case .stated(let seconds) = control.seconds("max-stale") else { return false }
    return staleness <= .seconds(seconds)
  }
}
