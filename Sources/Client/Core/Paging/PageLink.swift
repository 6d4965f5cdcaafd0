public import ClientModel
import ClientPipeline

/// The next or previous page of a list that a server returns in pages.
///
/// - Source: RFC 8288, section 3.3; the relations `next` and `prev` of the IANA registry.
public enum PageLink: String, Hashable, Sendable, CaseIterable {
  /// The next page.
  case next
  /// The previous page.
  case previous = "prev"

  /// Returns the request for the linked page. It is the original request, sent to the target of the
  /// response's `Link`.
  ///
  /// Credentials and other parts that belong to an origin are not sent to a different origin, as in
  /// redirects.
  ///
  /// - Parameter base: The address that responded after redirects.
  /// - Throws: The reason why there is no request. The link may be missing, or it must not be
  ///   followed.
  public func request(
    after request: PreparedRequest, at base: String, answered head: ResponseHead
  ) throws(Failure) -> PreparedRequest {
    let words = head.fields.all("Link").joined(separator: ", ")
    guard let target = LinkHeader(words).target(rawValue) else {
      throw failure(
        "The response has no link to a \(self == .next ? "next" : "previous") page.",
        "Look at its Link header: the current page is the \(self == .next ? "last" : "first").")
    }
    guard !target.contains(bytes: Secret.mask), !target.contains(bytes: "%E2%80%A2") else {
      throw failure(
        "The address of that page contains a secret, which is not stored.",
        "Send the request for that page yourself.")
    }
    var asked = request
    // A relative link needs the full address that responded. If the path of this address contains a
    // masked secret, only absolute links can be followed.
    let mark = base.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    let path = String(base[..<(mark ?? base.endIndex)])
    if !path.contains(bytes: Secret.mask) {
      asked.url = path
    } else if !target.contains(bytes: "://") {
      throw failure(
        "The link is relative to an address that repeats a secret.",
        "Send the request for that page yourself.")
    }
    asked.options.redirects = .follow(atMost: 1)
    let move = ResponseHead(status: 303, fields: [ResponseField("Location", target)])
    switch RedirectPolicy.decide(asked, answered: move, hop: 0) {
    case .follow(var next):
      next.options.redirects = request.options.redirects
      return next
    case .refuse(let failure): throw failure
    case .stay, .ask:
      throw failure("Its address cannot be followed.", "Send the request for that page yourself.")
    }
  }

  func failure(_ why: String, _ whatToDo: String) -> Failure {
    Failure(
      .invalidRequest,
      what: "There is no \(self == .next ? "next" : "previous") page.", why: why,
      whatToDo: whatToDo)
  }
}

/// The availability of the next or previous page.
public enum PageAvailability: Hashable, Sendable {
  /// The page exists.
  case there
  /// The page does not exist, because the received page is the first or the last one.
  case none
  /// The paging of the list is unknown. The response has no `Link` header, and there is no paging
  /// rule.
  case unpaged
}

/// A response and the data for requesting the next or previous page.
struct PagedResponse {
  let request: PreparedRequest
  /// The address that responded after redirects.
  let address: String
  let head: ResponseHead
  let body: Body

  /// Returns the request for the next or previous page.
  ///
  /// - Throws: The reason why there is no such page.
  func request(for page: PageLink) throws(Failure) -> PreparedRequest {
    guard let rule = request.paging else {
      return try page.request(after: request, at: address, answered: head)
    }
    let finder = PageFinder(rule: rule, request: request, head: head, body: body)
    if let next = try finder.request(for: page) { return next }
    throw page.failure(
      "The current page is the \(page == .next ? "last" : "first").", "Look at the current page.")
  }

  func standing(of page: PageLink) throws(Failure) -> PageAvailability {
    if let rule = request.paging {
      let finder = PageFinder(rule: rule, request: request, head: head, body: body)
      return try finder.request(for: page) == nil ? .none : .there
    }
    let links = LinkHeader(head.fields.all("Link").joined(separator: ", ")).links
    let known = Set(links.flatMap(\.relations))
    if known.contains(page.rawValue) { return .there }
    return known.isDisjoint(with: ["next", "prev", "first", "last"]) ? .unpaged : .none
  }
}
