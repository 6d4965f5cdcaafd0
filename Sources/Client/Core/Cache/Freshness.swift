package import ClientModel

/// The age of a stored response, and its lifetime.
///
/// The rules are those of a private cache, so `s-maxage` is ignored.
///
/// - Source: RFC 9111, section 4.2.
package struct Freshness: Hashable, Sendable {
  /// The source of the lifetime.
  package enum Basis: Hashable, Sendable, CaseIterable {
    case maxAge
    case expires
    /// The user's setting. Used if the server gave no lifetime.
    case storeFor
    /// A tenth of the time since the last modification.
    case heuristic
    /// The server gave an invalid lifetime. The response is stale.
    case invalid
    case none
  }

  package let age: Duration
  package let lifetime: Duration
  package let basis: Basis

  package init(of stored: StoredResponse, at now: Timestamp) {
    age = Self.age(of: stored, at: now)
    (lifetime, basis) = Self.lifetime(of: stored)
  }

  package var isFresh: Bool { lifetime > age }
  /// The remaining lifetime. It is negative for a stale response.
  package var left: Duration { lifetime - age }

  /// Returns the age. If the clock was set back after the response arrived, the age is unknown and
  /// a very high age is returned. Source: RFC 9111, section 4.2.3.
  private static func age(of stored: StoredResponse, at now: Timestamp) -> Duration {
    let date = stored.date
    let apparent = max(.zero, stored.received.since(date))
    let corrected = stored.stated + max(.zero, stored.received.since(stored.requested))
    let resident = now.since(stored.received)
    guard resident >= .zero else { return .seconds(CacheControl.mostSeconds) }
    return max(apparent, corrected) + resident
  }

  /// Returns the lifetime and its source. Source: RFC 9111, sections 4.2.1 and 4.2.2.
  private static func lifetime(of stored: StoredResponse) -> (Duration, Basis) {
    let (stated, basis) = stated(by: stored)
    guard let wish = stored.storeFor else { return (stated, basis) }
    switch basis {
    case .maxAge, .expires: return (min(stated, wish), basis)
    case .heuristic, .none: return (wish, .storeFor)
    case .invalid, .storeFor: return (stated, basis)
    }
  }

  private static func stated(by stored: StoredResponse) -> (Duration, Basis) {
    switch stored.control.seconds("max-age") {
    case .stated(let seconds): return (.seconds(seconds), .maxAge)
    case .invalid: return (.zero, .invalid)
    case .absent: break
    }
    let expires = Set(stored.head.fields.all("Expires"))
    if let text = expires.first {
      // Only a single valid date is used. Everything else, for example `0`, means that the response
      // is stale. Source: RFC 9111, section 5.3.
      guard expires.count == 1, let time = HTTPDate.parse(text, at: stored.received) else {
        return (.zero, .invalid)
      }
      return (max(.zero, time.since(stored.date)), .expires)
    }
    guard stored.allowsHeuristics,
      let changed = stored.head.fields.first("Last-Modified")
        .flatMap({ HTTPDate.parse($0, at: stored.received) })
    else { return (.zero, .none) }
    let unchanged = stored.date.since(changed)
    return unchanged > .zero ? (unchanged / 10, .heuristic) : (.zero, .none)
  }
}

extension StoredResponse {
  /// The time at which the server created the response. If `Date` is missing or invalid, this is
  /// the time of arrival.
  ///
  /// - Source: RFC 9110, section 6.6.1.
  var date: Timestamp {
    head.fields.first("Date").flatMap { HTTPDate.parse($0, at: received) } ?? received
  }

  /// The age at arrival, from the first value in `Age`. Zero if the value is not a number.
  ///
  /// - Source: RFC 9111, section 5.1.
  fileprivate var stated: Duration {
    let first = head.fields.first("Age")?.pieces(at: ",", maxSplits: 1).first
    return .seconds(CacheControl.count(first.map { String($0.trimmed(of: " \t")) }) ?? 0)
  }

  fileprivate var allowsHeuristics: Bool {
    CacheStatus.isHeuristic(head.status) || control.has("public")
  }
}

/// The cache rules of status codes.
enum CacheStatus {
  /// Returns whether a response may get a heuristic lifetime. Status 206 is excluded, because this
  /// cache does not store partial responses. Source: RFC 9110, section 15.1.
  static func isHeuristic(_ status: Int) -> Bool {
    [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501].contains(status)
  }

  /// Returns whether this cache knows the rules of a status. `must-understand` requires this.
  /// Source: RFC 9110, section 15.
  static func isKnown(_ status: Int) -> Bool {
    switch status {
    case 200...205, 300...303, 305, 307, 308, 400...417, 421, 422, 426, 500...505: true
    default: false
    }
  }

  /// Returns whether a response is never stored. This applies to interim and partial responses,
  /// validations, and the statuses that RFC 6585 excludes.
  static func isForbidden(_ status: Int) -> Bool {
    status < 200 || [206, 304, 428, 429, 431, 511].contains(status)
  }
}
