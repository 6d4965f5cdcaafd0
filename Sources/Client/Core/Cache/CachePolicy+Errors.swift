package import ClientModel

/// Serves a stale response instead of an error.
///
/// - Source: RFC 5861, section 4; RFC 9111, sections 4.2.4 and 4.3.3.
extension CachePolicy {
  /// Returns a stored response that replaces an error. An error is a missing response, or a
  /// response with the status 500, 502, 503 or 504.
  ///
  /// Returns nil unless the request or the stored response permits a stale response.
  package func rescue(
    for request: CacheRequest, stored: [CacheCandidate], answered status: Int?,
    at now: Timestamp
  ) -> StoredResponse? {
    guard rule.mode == .fresh, status.map({ [500, 502, 503, 504].contains($0) }) ?? true else {
      return nil
    }
    let control = request.control
    guard request.obstacle == nil, !control.has("no-cache"), !control.has("no-store") else {
      return nil
    }
    return stored.filter { $0.selection == .selected }.map(\.response)
      .filter { allows($0, control, at: now) }
      .max { ($0.date, $0.id) < ($1.date, $1.id) }
  }

  private func allows(
    _ stored: StoredResponse, _ control: CacheControl, at now: Timestamp
  ) -> Bool {
    let answered = stored.control
    guard !answered.has("must-revalidate"), !answered.has("no-cache") else { return false }
    let freshness = Freshness(of: stored, at: now)
    if let most = rule.ageLimit, freshness.age > most { return false }
    return [answered, control].contains { directives in
      guard case .stated(let seconds) = directives.seconds("stale-if-error") else { return false }
      return .zero - freshness.left <= .seconds(seconds)
    }
  }

  /// Returns the head of a stored response with its current age.
  ///
  /// - Source: RFC 9111, section 5.1.
  package static func served(_ stored: StoredResponse, age: Duration) -> ResponseHead {
    var head = stored.head
    head.fields.removeAll { $0.name.caseInsensitiveEquals("Age") }
    head.fields.append(ResponseField("Age", "\(max(0, age.components.seconds))"))
    return head
  }
}

/// Decides which stored responses become invalid after an unsafe request.
///
/// - Source: RFC 9111, section 4.4.
package enum CacheInvalidation {
  /// Returns the URLs whose stored responses are now invalid.
  ///
  /// These are the URL of the request, and the URLs in `Location` and `Content-Location` if they
  /// have the same origin. After a safe method or an error, no response becomes invalid.
  package static func urls(
    after method: HTTPMethod, _ url: String, answered head: ResponseHead
  ) -> [String] {
    guard !method.isSafe, (200..<400).contains(head.status) else { return [] }
    let own = String(url.cut(at: "#")?.before ?? url[...])
    var urls = [own]
    for name in ["Location", "Content-Location"] {
      for place in head.fields.all(name) {
        do throws(URLProblem) {
          let base = try RequestURL.absolute(own)
          let named = try base.resolve(place)
          if named.origin == base.origin, !urls.contains(named.text) { urls.append(named.text) }
        } catch {
          // The field's value is not a URL, so it invalidates nothing.
        }
      }
    }
    return urls
  }
}
