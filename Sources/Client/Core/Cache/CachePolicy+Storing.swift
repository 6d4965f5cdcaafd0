package import ClientModel

/// Decides whether a response is stored, and which fields are stored.
///
/// - Source: RFC 9111, sections 3 to 3.4 and 4.3.5; RFC 6585 for the statuses that are never
///   stored.
extension CachePolicy {
  package enum Storing: Hashable, Sendable {
    /// Store this head and the body.
    case store(ResponseHead)
    case leave(why: String)
  }

  /// Returns the head to store, or the reason why a response is not stored. The response must be
  /// complete.
  ///
  /// - Parameters:
  ///   - stored: The matching stored responses. A server error does not replace them.
  ///   - framing: The irregularities in the framing of the response. A body of uncertain length is
  ///     not stored.
  package func storing(
    of head: ResponseHead, to request: CacheRequest, over stored: [CacheCandidate] = [],
    framing: [FramingNote] = []
  ) -> Storing {
    guard rule.mode != .off || rule.storeFor != nil else { return .leave(why: "The cache is off.") }
    guard request.method != .head else { return .leave(why: "A response to HEAD has no body.") }
    if let obstacle = request.obstacle { return .leave(why: obstacle) }
    if let wish = rule.storeFor, wish <= .zero {
      return .leave(why: "The user forbids storing it.")
    }
    if request.control.has("no-store") { return .leave(why: "The request says no-store.") }
    guard !CacheStatus.isForbidden(head.status) else {
      return .leave(why: "A response with status \(head.status) is never stored.")
    }
    if head.status >= 500, stored.contains(where: { $0.selection == .selected }) {
      return .leave(why: "The server failed; its earlier response stays stored.")
    }
    let control = CacheControl(head.fields.all("Cache-Control"))
    if control.has("must-understand") {
      guard CacheStatus.isKnown(head.status) else {
        return .leave(why: "Its server requires a cache that supports status \(head.status).")
      }
    } else if control.has("no-store") {
      return .leave(why: "The response says no-store.")
    }
    if let doubt = Self.doubt(about: head, framing) { return .leave(why: doubt) }
    guard Self.isCacheable(head, control) else {
      return .leave(why: "Nothing in the response allows storing it.")
    }
    guard CacheRequest.varied(by: head) != nil else {
      return .leave(why: "With `Vary: *`, it matches no later request.")
    }
    var storable = head
    storable.fields = Self.storable(head)
    return .store(storable)
  }

  /// Returns whether a private cache may store the response. Source: RFC 9111, section 3, last
  /// condition.
  private static func isCacheable(_ head: ResponseHead, _ control: CacheControl) -> Bool {
    CacheStatus.isHeuristic(head.status) || control.has("public") || control.has("private")
      || control.has("max-age") || head.fields.first("Expires") != nil
  }

  /// Returns the reason why the length of the body is uncertain, or nil if it is certain. Source:
  /// RFC 9112, section 6.3.
  private static func doubt(about head: ResponseHead, _ framing: [FramingNote]) -> String? {
    let isOdd = framing.contains { note in
      switch note {
      case .differingContentLengths, .invalidContentLength, .lengthAndChunked,
        .bodyOnBodilessStatus:
        true
      case .foldedHeader, .bareLineFeed, .unknownCoding: false
      }
    }
    let lengths = Set(
      head.fields.all("Content-Length").flatMap { $0.words(at: ",") }
        .map { CacheControl.count(String($0.trimmed(of: " \t"))) })
    if isOdd || lengths.count > 1 || lengths.contains(nil) {
      return "It has contradictory lengths."
    }
    return nil
  }

  /// The result of comparing a response to HEAD with a stored response.
  package enum Comparison: Hashable, Sendable {
    case renewed(StoredResponse)
    /// The stored response is outdated.
    case outdated
  }

  /// Compares a response to HEAD with a stored response. Source: RFC 9111, section 4.3.5.
  package static func comparison(
    of head: ResponseHead, with stored: StoredResponse, requested: Timestamp,
    received: Timestamp
  ) -> Comparison {
    for name in ["ETag", "Last-Modified"] {
      guard let new = head.fields.first(name), let old = stored.head.fields.first(name) else {
        continue
      }
      if new != old { return .outdated }
    }
    // The stored length is that of the decoded body. The `Content-Length` fields are compared
    // instead.
    if let new = head.fields.first("Content-Length"),
      let old = stored.head.fields.first("Content-Length"), new != old
    {
      return .outdated
    }
    var renewed = stored
    renewed.head = updated(stored.head, by: head)
    renewed.requested = requested
    renewed.received = received
    return .renewed(renewed)
  }
}
