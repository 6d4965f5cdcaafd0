package import ClientModel

/// Validates stored responses with the server.
///
/// - Source: RFC 9111, sections 3.2 and 4.3; RFC 9110, sections 8.8.3 and 13.1.
extension CachePolicy {
  /// The effect of a 304.
  package enum Renewal: Hashable, Sendable {
    /// The stored response is still valid. The value has the updated head.
    case renewed(StoredResponse)
    /// The 304 refers to a response that is not stored. The request must be sent again without
    /// conditions.
    case unknown
  }

  /// The maximum number of entity tags in one request.
  static let mostTags = 8

  /// Returns the conditions that validate stored responses. Returns `ask` if no stored response has
  /// a validator.
  static func validation(of stored: [CacheCandidate]) -> Verdict {
    var tags: [String] = []
    var dates: [String] = []
    for candidate in stored {
      let head = candidate.response.head
      if let tag = EntityTag(of: head)?.text, !tags.contains(tag), tags.count < mostTags {
        tags.append(tag)
      }
      guard candidate.selection == .selected, let date = head.fields.first("Last-Modified"),
        HTTPDate.parse(date, at: candidate.response.received) != nil
      else { continue }
      dates.append(date)
    }
    var conditions: [ResponseField] = []
    if !tags.isEmpty {
      conditions.append(ResponseField("If-None-Match", tags.joined(separator: ", ")))
    }
    // `If-Modified-Since` can validate only one response.
    if dates.count == 1, let date = dates.first {
      conditions.append(ResponseField("If-Modified-Since", date))
    }
    return conditions.isEmpty ? .ask : .validate(stored, conditions: conditions)
  }

  /// Returns the effect of a 304 on the responses whose validators were sent.
  ///
  /// - Parameters:
  ///   - requested: The time at which the validation request was sent.
  /// - Source: RFC 9111, section 4.3.4.
  package static func renewal(
    by head: ResponseHead, of stored: [CacheCandidate], requested: Timestamp,
    received: Timestamp
  ) -> Renewal {
    guard var chosen = chosen(by: head, of: stored) else { return .unknown }
    chosen.head = updated(chosen.head, by: head)
    chosen.requested = requested
    chosen.received = received
    return .renewed(chosen)
  }

  private static func chosen(
    by head: ResponseHead, of stored: [CacheCandidate]
  ) -> StoredResponse? {
    let newestFirst = stored.sorted { left, right in
      (left.response.date, left.response.id) > (right.response.date, right.response.id)
    }
    if let tag = EntityTag(of: head) {
      return newestFirst.first { candidate in
        guard let own = EntityTag(of: candidate.response.head) else { return false }
        return tag.strength == .strong ? own == tag : own.opaque == tag.opaque
      }?.response
    }
    let selected = newestFirst.filter { $0.selection == .selected }.map(\.response)
    if let date = head.fields.first("Last-Modified") {
      return selected.first { $0.head.fields.first("Last-Modified") == date }
    }
    // The 304 has no validator. It is only unambiguous if a single response was to be validated.
    return stored.count == 1 ? selected.first : nil
  }

  /// Returns a stored head with the fields of a newer head. A newer field replaces all stored
  /// fields of the same name.
  ///
  /// Fields that describe the content coding are not replaced, because the stored body is decoded.
  ///
  /// - Source: RFC 9111, section 3.2.
  static func updated(_ stored: ResponseHead, by newer: ResponseHead) -> ResponseHead {
    let unchanged: Set<String> = [
      "content-length", "content-encoding", "content-type", "content-range",
    ]
    let fields = storable(newer).filter { !unchanged.contains($0.name.lowercased()) }
    let names = Set(fields.map { $0.name.lowercased() })
    var head = stored
    // The stored `Age` belongs to the earlier response.
    head.fields.removeAll { names.contains($0.name.lowercased()) || $0.name.isNamed("Age") }
    head.fields += fields
    return head
  }

  /// Returns the fields that may be stored. Fields that apply to one connection or one proxy are
  /// excluded.
  ///
  /// - Source: RFC 9111, section 3.1; RFC 9110, section 7.6.1.
  static func storable(_ head: ResponseHead) -> [ResponseField] {
    var left: Set<String> = [
      "connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade",
      "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
    ]
    for line in head.fields.all("Connection") {
      for name in line.words(at: ",") {
        left.insert(name.trimmed(of: " \t").lowercased())
      }
    }
    return head.fields.filter { !left.contains($0.name.lowercased()) }
  }
}

/// An entity tag, which is a validator created by the server. Source: RFC 9110, section 8.8.3.
struct EntityTag: Hashable, Sendable {
  enum Strength: Hashable, Sendable { case strong, weak }

  var strength: Strength
  /// The tag and its quotes.
  var opaque: String

  /// Parses the tag of a head. Returns nil if the tag is missing, malformed or ambiguous.
  init?(of head: ResponseHead) {
    let tags = Set(head.fields.all("ETag"))
    guard tags.count == 1, let tag = tags.first else { return nil }
    strength = tag.begins(with: "W/") ? .weak : .strong
    opaque = strength == .weak ? String(tag.dropFirst(2)) : tag
    let bytes = Array(opaque.utf8)
    guard bytes.count >= 2, bytes.first == 0x22, bytes.last == 0x22,
      bytes.dropFirst().dropLast().allSatisfy({ $0 == 0x21 || ($0 >= 0x23 && $0 != 0x7F) })
    else { return nil }
  }

  var text: String { strength == .weak ? "W/" + opaque : opaque }
}

extension String {
  fileprivate func isNamed(_ name: String) -> Bool { caseInsensitiveEquals(name) }
}

extension CacheRequest {
  /// Returns the conditions that validate stored responses. Returns `ask` unless the method is GET
  /// or HEAD.
  ///
  /// Servers respond with 412 to a method other than these two if its condition does not hold.
  ///
  /// - Source: RFC 9110, section 13.1.2.
  func validation(of stored: [CacheCandidate]) -> CachePolicy.Verdict {
    method == .get || method == .head ? CachePolicy.validation(of: stored) : .ask
  }
}
