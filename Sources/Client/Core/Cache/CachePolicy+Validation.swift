package import ClientModel

/// Asking whether what is stored still holds.
///
/// - Source: RFC 9111, sections 3.2 and 4.3; RFC 9110, sections 8.8.3 and 13.1.
extension CachePolicy {
  /// What a 304 means.
  package enum Renewal: Hashable, Sendable {
    /// This response holds, with its head as it is from now on.
    case renewed(StoredResponse)
    /// It speaks of a response that is not here: the request is to be made again without conditions.
    case unknown
  }

  /// No more tags than this go into one request.
  static let mostTags = 8

  /// A request with conditions, or a plain one where nothing stored has a validator.
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
    // A date speaks of one response only.
    if dates.count == 1, let date = dates.first {
      conditions.append(ResponseField("If-Modified-Since", date))
    }
    return conditions.isEmpty ? .ask : .validate(stored, conditions: conditions)
  }

  /// What a 304 makes of the responses whose validators were sent.
  ///
  /// - Parameters:
  ///   - requested: When the validating request left.
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
    // It names nothing: it can only mean the one response we asked about.
    return stored.count == 1 ? selected.first : nil
  }

  /// A stored head with the fields of a newer one: those it brings replace those of their name.
  ///
  /// - Source: RFC 9111, section 3.2. Bodies are stored decoded, so the fields that describe
  ///   their coding are not replaced.
  static func updated(_ stored: ResponseHead, by newer: ResponseHead) -> ResponseHead {
    let unchanged: Set<String> = [
      "content-length", "content-encoding", "content-type", "content-range",
    ]
    let fields = storable(newer).filter { !unchanged.contains($0.name.lowercased()) }
    let names = Set(fields.map { $0.name.lowercased() })
    var head = stored
    // The age of an earlier response says nothing about this one.
    head.fields.removeAll { names.contains($0.name.lowercased()) || $0.name.isNamed("Age") }
    head.fields += fields
    return head
  }

  /// The fields of a response that may be stored: not those of one connection or one proxy.
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

/// A validator that a server made. Source: RFC 9110, section 8.8.3.
struct EntityTag: Hashable, Sendable {
  enum Strength: Hashable, Sendable { case strong, weak }

  var strength: Strength
  /// With its quotes.
  var opaque: String

  /// Nil without a tag, with two that differ, or with one that is not written as one.
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
  /// How the server is asked about stored responses. Only GET and HEAD carry conditions: to other methods a
  /// server answers a condition that does not hold with 412.
  ///
  /// - Source: RFC 9110, section 13.1.2.
  func validation(of stored: [CacheCandidate]) -> CachePolicy.Verdict {
    method == .get || method == .head ? CachePolicy.validation(of: stored) : .ask
  }
}
