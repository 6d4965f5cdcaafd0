package import ClientModel

/// The rules of a private cache for a request and its response.
///
/// It has no clock and no effects: the stored responses and the time are arguments, and the
/// decision is the result. Its functions, in the order of their use for a request:
///
///     verdict    whether a stored response is used, and what is sent otherwise
///     renewal    the effect of a 304 on stored responses
///     rescue     whether a stale response is used instead of an error
///     storing    whether the response is stored, and with which head
///     CacheInvalidation.urls   the stored responses that a change at the server invalidates
///
/// - Source: RFC 9111; RFC 5861, section 4.
package struct CachePolicy: Hashable, Sendable {
  /// The decision for a request.
  package enum Verdict: Hashable, Sendable {
    /// Use the stored response and send nothing.
    case serve(StoredResponse, ResponseSource)
    /// Send the request and these conditions. A 304 then confirms one of the stored responses.
    case validate([CacheCandidate], conditions: [ResponseField])
    /// Send the request unchanged.
    case ask
    /// Send nothing and fail, because the cache has no usable response.
    case refuse(why: String)
  }

  package var rule: CacheRule

  package init(_ rule: CacheRule) { self.rule = rule }

  /// Returns the decision for a request.
  ///
  /// - Parameter stored: The responses stored under the request's key. If `Vary` selects several,
  ///   the one with the latest `Date` is used.
  package func verdict(
    on request: CacheRequest, stored: [CacheCandidate], at now: Timestamp
  ) -> Verdict {
    let control = request.control
    let isOffline = rule.mode == .only || control.has("only-if-cached")
    guard rule.mode != .off else { return .ask }
    if let obstacle = request.obstacle { return isOffline ? .refuse(why: obstacle) : .ask }
    if control.has("no-store") {
      return isOffline ? .refuse(why: "The request forbids using the cache (no-store).") : .ask
    }
    guard let best = Self.newest(of: stored) else {
      return isOffline
        ? .refuse(why: "It contains no response for this request.") : request.validation(of: stored)
    }
    switch use(of: best, by: request, control, at: now) {
    case .serve(let source): return .serve(best, source)
    case .not(let why):
      return isOffline ? .refuse(why: why) : renewing(request.validation(of: stored), request)
    }
  }

  /// Returns the verdict, changed for a refresh that validates a stored response. `max-age=0` is
  /// added so that intermediate caches forward the request to the server. Source: RFC 9111, section
  /// 5.2.1.1.
  private func renewing(_ verdict: Verdict, _ request: CacheRequest) -> Verdict {
    guard rule.mode == .refresh, case .validate(let stored, var conditions) = verdict,
      request.all("Cache-Control").isEmpty
    else { return verdict }
    conditions.append(ResponseField("Cache-Control", "max-age=0"))
    return .validate(stored, conditions: conditions)
  }

  /// Returns the selected response that has the latest `Date`. Source: RFC 9111, section 4.1.
  private static func newest(of stored: [CacheCandidate]) -> StoredResponse? {
    stored.filter { $0.selection == .selected }.map(\.response)
      .max { ($0.date, $0.received, $0.id) < ($1.date, $1.received, $1.id) }
  }

  private enum Use {
    case serve(ResponseSource)
    case not(String)
  }

  /// Returns the source to report if a stored response may be used without validation, or the
  /// reason why it may not. Source: RFC 9111, sections 4 and 5.2.
  private func use(
    of stored: StoredResponse, by request: CacheRequest, _ control: CacheControl,
    at now: Timestamp
  ) -> Use {
    let answered = stored.control
    let freshness = Freshness(of: stored, at: now)
    if rule.mode == .refresh { return .not("A new response was requested.") }
    if answered.has("no-cache") { return .not("Its server requires validation each time.") }
    if asksAnew(request, control) { return .not("The request requires a new response.") }
    if let most = mostAge(control), freshness.age > most {
      return .not("The stored response is older than the request allows.")
    }
    switch control.seconds("min-fresh") {
    case .stated(let seconds) where freshness.left < .seconds(seconds):
      return .not("The stored response does not stay fresh for as long as the request requires.")
    case .invalid: return .not("The request's min-fresh is not a number.")
    case .absent, .stated: break
    }
    if freshness.isFresh { return .serve(.cache(age: freshness.age)) }
    if answered.has("must-revalidate") {
      return .not("The stored response is stale, and its server forbids using stale responses.")
    }
    if allowsStale(control, .zero - freshness.left) {
      return .serve(.stale(age: freshness.age))
    }
    return .not("The stored response is stale.")
  }

  /// Returns whether the request requires a new response. Source: RFC 9111, sections 5.2.1.4 and
  /// 5.4.
  private func asksAnew(_ request: CacheRequest, _ control: CacheControl) -> Bool {
    if control.has("no-cache") { return true }
    return request.all("Cache-Control").isEmpty
      && CacheControl(request.all("Pragma")).has("no-cache")
  }

  /// Returns the maximum age that the request accepts, or nil for no limit. Source: RFC 9111,
  /// section 5.2.1.1.
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

  /// Returns whether the request accepts a stale response. A cache rule in mode `only` or for any
  /// age accepts every stale response. Source: RFC 9111, sections 4.2.4 and 5.2.1.2.
  private func allowsStale(_ control: CacheControl, _ staleness: Duration) -> Bool {
    if rule.mode == .only || rule.acceptsAnyAge { return true }
    guard control.has("max-stale") else { return false }
    if control.isBare("max-stale") { return true }
    guard case .stated(let seconds) = control.seconds("max-stale") else { return false }
    return staleness <= .seconds(seconds)
  }
}
