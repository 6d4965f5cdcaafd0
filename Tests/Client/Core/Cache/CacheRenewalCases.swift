import ClientModel

@testable import ClientCore

/// One row of the table of validations: what is stored, what a 304 or a HEAD brings, what comes of
/// the stored heads. Ids count from 1 in the order given.
struct RenewalCase: Sendable, CustomStringConvertible {
  struct Stored: Sendable {
    var lines: String
    var selection = CacheCandidate.Selection.selected

    static func own(_ lines: String) -> Stored { Stored(lines: lines) }
    static func other(_ lines: String) -> Stored { Stored(lines: lines, selection: .otherVariant) }
  }

  enum Outcome: Hashable, Sendable {
    /// The id that is renewed, and one field of its new head.
    case renews(Int64, String, String?)
    case knowsNone
  }

  var section: String
  var name: String
  var stored: [Stored]
  var response: String
  var expected: Outcome

  init(
    _ section: String, _ name: String, _ stored: [Stored], _ response: String, _ expected: Outcome
  ) {
    self.section = section
    self.name = name
    self.stored = stored
    self.response = response
    self.expected = expected
  }

  var description: String { "\(section): \(name)" }

  var candidates: [CacheCandidate] {
    stored.enumerated().compactMap { index, one in
      StoredResponse.fixture(one.lines, id: Int64(index + 1)).map {
        CacheCandidate($0, one.selection)
      }
    }
  }

  var found: Outcome {
    guard
      case .renewed(let response) = CachePolicy.renewal(
        by: .fixture(response, status: 304), of: candidates, requested: .came(100),
        received: .came(101))
    else { return .knowsNone }
    guard case .renews(_, let name, _) = expected else {
      return .renews(response.id.rawValue, "", nil)
    }
    return .renews(response.id.rawValue, name, response.head.fields.first(name))
  }

  // swift-format-ignore
  static let all: [RenewalCase] = [
    .init("4.3.4", "a strong tag picks its response", [.own("ETag: \"a\""), .own("ETag: \"b\"")], "ETag: \"a\"", .renews(1, "ETag", "\"a\"")),
    .init("4.3.4", "a strong tag picks another variant too", [.own("ETag: \"a\""), .other("ETag: \"b\"")], "ETag: \"b\"", .renews(2, "ETag", "\"b\"")),
    .init("4.3.4", "a strong tag that nobody has renews nothing", [.own("ETag: \"a\"")], "ETag: \"c\"", .knowsNone),
    .init("4.3.4", "a strong tag does not match a weak one", [.own("ETag: W/\"a\"")], "ETag: \"a\"", .knowsNone),
    .init("4.3.4", "a weak tag matches a strong one", [.own("ETag: \"a\"")], "ETag: W/\"a\"", .renews(1, "ETag", "W/\"a\"")),
    .init("4.3.4", "a weak tag matches a weak one", [.own("ETag: W/\"a\"")], "ETag: W/\"a\"", .renews(1, "ETag", "W/\"a\"")),
    .init("4.3.4", "of several weak matches the newest is renewed", [.own("ETag: W/\"a\" | Date: @-9"), .own("ETag: W/\"a\" | Date: @-1")], "ETag: W/\"a\"", .renews(2, "Date", httpDate(0))),
    .init("4.3.4", "a date picks its response", [.own("Last-Modified: @-10"), .own("Last-Modified: @-20")], "Last-Modified: @-20", .renews(2, "Last-Modified", httpDate(-20))),
    .init("4.3.4", "a date that nobody has renews nothing", [.own("Last-Modified: @-10")], "Last-Modified: @-5", .knowsNone),
    .init("4.3.4", "without a validator the only response is renewed", [.own("ETag: \"a\"")], "X: 1", .renews(1, "X", "1")),
    .init("4.3.4", "without a validator none of several is renewed", [.own("ETag: \"a\""), .own("ETag: \"b\"")], "X: 1", .knowsNone),
    .init("4.3.4", "without a validator another variant is not renewed", [.other("ETag: \"a\"")], "X: 1", .knowsNone),
    .init("4.3.3", "a 304 without anything stored means nothing", [], "ETag: \"a\"", .knowsNone),
    .init("3.2", "a new field is added", [.own("ETag: \"a\"")], "ETag: \"a\" | X-New: 1", .renews(1, "X-New", "1")),
    .init("3.2", "a field is replaced", [.own("ETag: \"a\" | Cache-Control: max-age=1")], "ETag: \"a\" | Cache-Control: max-age=60", .renews(1, "Cache-Control", "max-age=60")),
    .init("3.2", "a field that is not brought stays", [.own("ETag: \"a\" | X-Old: 1")], "ETag: \"a\"", .renews(1, "X-Old", "1")),
    .init("3.2", "a field is replaced whatever its case", [.own("ETag: \"a\" | x-thing: 1")], "ETag: \"a\" | X-Thing: 2", .renews(1, "x-thing", "2")),
    .init("3.2", "the date is the new one", [.own("ETag: \"a\" | Date: @-50")], "ETag: \"a\" | Date: @100", .renews(1, "Date", httpDate(100))),
    .init("3.2", "the length stays", [.own("ETag: \"a\" | Content-Length: 5")], "ETag: \"a\" | Content-Length: 0", .renews(1, "Content-Length", "5")),
    .init("3.2", "the coding stays", [.own("ETag: \"a\" | Content-Encoding: gzip")], "ETag: \"a\" | Content-Encoding: br", .renews(1, "Content-Encoding", "gzip")),
    .init("3.2", "the type of what is stored stays", [.own("ETag: \"a\" | Content-Type: a/b")], "ETag: \"a\" | Content-Type: text/html", .renews(1, "Content-Type", "a/b")),
    .init("3.1", "fields of the connection are not taken", [.own("ETag: \"a\"")], "ETag: \"a\" | Connection: keep-alive, X-Hop | X-Hop: 1", .renews(1, "X-Hop", nil)),
    .init("3.1", "Transfer-Encoding is not taken", [.own("ETag: \"a\"")], "ETag: \"a\" | Transfer-Encoding: chunked", .renews(1, "Transfer-Encoding", nil)),
    .init("3.1", "Proxy-Authenticate is not taken", [.own("ETag: \"a\"")], "ETag: \"a\" | Proxy-Authenticate: Basic", .renews(1, "Proxy-Authenticate", nil)),
    .init("4.2.3", "the old age is deleted", [.own("ETag: \"a\" | Age: 50")], "ETag: \"a\"", .renews(1, "Age", nil)),
    .init("4.2.3", "the new age counts", [.own("ETag: \"a\" | Age: 50")], "ETag: \"a\" | Age: 3", .renews(1, "Age", "3")),
  ]
}

/// One row of the table of changes at a server.
struct InvalidationCase: Sendable, CustomStringConvertible {
  var section: String
  var name: String
  var method: HTTPMethod
  var status: Int
  var response: String
  var expected: [String]

  init(
    _ section: String, _ name: String, _ method: HTTPMethod, _ status: Int, _ response: String,
    _ expected: [String]
  ) {
    self.section = section
    self.name = name
    self.method = method
    self.status = status
    self.response = response
    self.expected = expected
  }

  var description: String { "\(section): \(name)" }

  var found: [String] {
    CacheInvalidation.urls(
      after: method, "http://a.example/x?q=1", answered: .fixture(response, status: status))
  }

  private static let own = ["http://a.example/x?q=1"]

  // swift-format-ignore
  static let all: [InvalidationCase] = [
    .init("4.4", "a POST voids its own address", .post, 200, "", own),
    .init("4.4", "a PUT voids its own address", .put, 204, "", own),
    .init("4.4", "a PATCH voids its own address", .patch, 200, "", own),
    .init("4.4", "a DELETE voids its own address", .delete, 204, "", own),
    .init("4.4", "a method nobody knows voids its own address", HTTPMethod("PURGE")!, 200, "", own),
    .init("4.4", "a redirect is not an error", .post, 303, "", own),
    .init("4.4", "a refused POST voids nothing", .post, 400, "", []),
    .init("4.4", "a failed POST voids nothing", .post, 500, "", []),
    .init("4.4", "a GET voids nothing", .get, 200, "", []),
    .init("4.4", "a HEAD voids nothing", .head, 200, "", []),
    .init("4.4", "an OPTIONS voids nothing", .options, 200, "", []),
    .init("4.4", "Location of the same origin is void too", .post, 201, "Location: /y", own + ["http://a.example/y"]),
    .init("4.4", "Content-Location of the same origin is void too", .put, 200, "Content-Location: http://a.example/z?a=b", own + ["http://a.example/z?a=b"]),
    .init("4.4", "Location of another host is not", .post, 201, "Location: http://b.example/y", own),
    .init("4.4", "Location of another port is not", .post, 201, "Location: http://a.example:81/y", own),
    .init("4.4", "Location of another scheme is not", .post, 201, "Location: https://a.example/y", own),
    .init("4.4", "a Location that is not an address voids nothing more", .post, 201, "Location: ::", own),
    .init("4.4", "one address is named once", .post, 200, "Location: /x?q=1 | Content-Location: /x?q=1", own),
    .init("4.4", "a relative Location is resolved", .post, 201, "Location: y", own + ["http://a.example/y"]),
  ]
}

/// One row of the table of errors: a stored response, a request, what went wrong.
struct RescueCase: Sendable, CustomStringConvertible {
  enum Verdict: Hashable, Sendable { case stale, error }

  var section: String
  var name: String
  var response: String
  var request: String
  var status: Int?
  var after: Int64
  var rule: CacheRule
  var verdict: Verdict

  init(
    _ section: String, _ name: String, _ response: String, request: String = "",
    status: Int? = nil, after: Int64, rule: CacheRule = CacheRule(mode: .fresh), _ verdict: Verdict
  ) {
    self.section = section
    self.name = name
    self.response = response
    self.request = request
    self.status = status
    self.after = after
    self.rule = rule
    self.verdict = verdict
  }

  var description: String { "\(section): \(name)" }

  var found: Verdict {
    let candidates = StoredResponse.fixture(response).map { [CacheCandidate($0)] } ?? []
    let rescue = CachePolicy(rule).rescue(
      for: .fixture(request), stored: candidates, answered: status, at: .came(after))
    return rescue == nil ? .error : .stale
  }

  private static let kind = "Cache-Control: max-age=60, stale-if-error=30"

  // swift-format-ignore
  static let all: [RescueCase] = [
    .init("RFC 5861 4", "no response at all", kind, after: 90, .stale),
    .init("RFC 5861 4", "too stale", kind, after: 91, .error),
    .init("RFC 5861 4", "a 500", kind, status: 500, after: 90, .stale),
    .init("RFC 5861 4", "a 502", kind, status: 502, after: 90, .stale),
    .init("RFC 5861 4", "a 503", kind, status: 503, after: 90, .stale),
    .init("RFC 5861 4", "a 504", kind, status: 504, after: 90, .stale),
    .init("RFC 5861 4", "a 501 is a response", kind, status: 501, after: 90, .error),
    .init("RFC 5861 4", "a 404 is a response", kind, status: 404, after: 90, .error),
    .init("RFC 5861 4", "the request may allow it", "Cache-Control: max-age=60", request: "Cache-Control: stale-if-error=30", after: 90, .stale),
    .init("RFC 5861 4", "nobody allows it", "Cache-Control: max-age=60", after: 61, .error),
    .init("RFC 5861 4", "an unreadable span allows nothing", "Cache-Control: max-age=60, stale-if-error=x", after: 61, .error),
    .init("5.2.2.2", "must-revalidate forbids it", "Cache-Control: max-age=60, must-revalidate, stale-if-error=30", after: 61, .error),
    .init("5.2.2.4", "no-cache forbids it", "Cache-Control: max-age=60, no-cache, stale-if-error=30", after: 61, .error),
    .init("5.2.1.4", "the request's no-cache forbids it", kind, request: "Cache-Control: no-cache", after: 61, .error),
    .init("5.2.1.1", "the reader's bound forbids it", kind, after: 61, rule: CacheRule(mode: .fresh, maxAge: .seconds(60)), .error),
    .init("4.3", "who wants a new response gets no stale one", kind, after: 61, rule: CacheRule(mode: .refresh), .error),
  ]
}
