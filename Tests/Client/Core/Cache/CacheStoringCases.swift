import ClientModel

@testable import ClientCore

/// One row of the table of what may be stored.
struct StoringCase: Sendable, CustomStringConvertible {
  enum Verdict: Hashable, Sendable { case stored, left }

  var section: String
  var name: String
  var response: String
  var status = 200
  var request = ""
  var method = HTTPMethod.get
  var rule = CacheRule(mode: .fresh)
  var framing: [FramingNote] = []
  var verdict: Verdict

  init(
    _ section: String, _ name: String, _ response: String, status: Int = 200, request: String = "",
    method: HTTPMethod = .get, rule: CacheRule = CacheRule(mode: .fresh),
    framing: [FramingNote] = [], _ verdict: Verdict
  ) {
    self.section = section
    self.name = name
    self.response = response
    self.status = status
    self.request = request
    self.method = method
    self.rule = rule
    self.framing = framing
    self.verdict = verdict
  }

  var description: String { "\(section): \(name)" }

  var found: Verdict {
    let storing = CachePolicy(rule).storing(
      of: .fixture(response, status: status), to: .fixture(request, method: method, rule: rule),
      framing: framing)
    if case .store = storing { return .stored }
    return .left
  }

  private static let wish = CacheRule(mode: .fresh, storeFor: .seconds(300))
  private static let minute = "Cache-Control: max-age=60"

  // swift-format-ignore
  static let all: [StoringCase] = [
    .init("3", "a 200 is stored", "ETag: \"a\"", .stored),
    .init("3", "a 200 with max-age is stored", minute, .stored),
    .init("3", "a 404 is stored", "ETag: \"a\"", status: 404, .stored),
    .init("3", "a 301 is stored", "Location: /y", status: 301, .stored),
    .init("3", "a 302 without a word is not", "Location: /y", status: 302, .left),
    .init("3", "a 302 with max-age is", minute, status: 302, .stored),
    .init("3", "a 307 with Expires is", "Expires: @60", status: 307, .stored),
    .init("3", "a 201 without a word is not", "ETag: \"a\"", status: 201, .left),
    .init("3", "a 201 that says public is", "Cache-Control: public", status: 201, .stored),
    .init("3", "a 201 that says private is, here", "Cache-Control: private", status: 201, .stored),
    .init("3", "a 500 without a word is not", "ETag: \"a\"", status: 500, .left),
    .init("3", "a 500 with max-age is", minute, status: 500, .stored),
    .init("3", "s-maxage is not a word to a private cache", "Cache-Control: s-maxage=60", status: 302, .left),
    .init("3", "a 299 with max-age is stored", minute, status: 299, .stored),
    .init("5.2.2.5", "a response with no-store is not stored", "Cache-Control: no-store, max-age=60", .left),
    .init("5.2.2.5", "No-Store in any case is not", "Cache-Control: No-Store", .left),
    .init("5.2.2.5", "no-store on a second line is not", minute + " | Cache-Control: no-store", .left),
    .init("5.2.2.5", "no-store with a value is not", "Cache-Control: no-store=\"x\"", .left),
    .init("5.2.2.5", "no-store behind an open quote is not", "Cache-Control: x=\"a, no-store", .left),
    .init("5.2.2.5", "storeFor does not beat no-store", "Cache-Control: no-store", rule: wish, .left),
    .init("5.2.3", "no-store within quotes is only text", "Cache-Control: x=\"no-store\", max-age=60", .stored),
    .init("5.2.1.5", "a response to a request with no-store is not stored", minute, request: "Cache-Control: no-store", .left),
    .init("5.2.1.5", "storeFor does not beat the request's", minute, request: "Cache-Control: no-store", rule: wish, .left),
    .init("5.2.2.4", "a response with no-cache is stored, to be validated", "Cache-Control: no-cache | ETag: \"a\"", .stored),
    .init("5.2.2.3", "must-understand lifts no-store for a known status", "Cache-Control: no-store, must-understand, max-age=60", .stored),
    .init("5.2.2.3", "must-understand forbids an unknown status", "Cache-Control: must-understand, max-age=60", status: 299, .left),
    .init("5.2.2.7", "private is stored", "Cache-Control: private, max-age=60", .stored),
    .init("3.5", "an authorized response is stored in a private cache", minute, request: "Authorization: Bearer a", .stored),
    .init("7.3", "Set-Cookie is not a bar", minute + " | Set-Cookie: a=b", .stored),
    .init("3.3", "a part is not stored", minute + " | Content-Range: bytes 0-9/100", status: 206, .left),
    .init("3.3", "the response to a range is not stored", minute, request: "Range: bytes=0-9", .left),
    .init("3", "a 304 is not stored", minute, status: 304, .left),
    .init("3", "an interim response is not stored", minute, status: 103, .left),
    .init("RFC 6585 4", "a 429 is never stored", minute, status: 429, .left),
    .init("RFC 6585 3", "a 428 is never stored", minute, status: 428, .left),
    .init("RFC 6585 5", "a 431 is never stored", minute, status: 431, .left),
    .init("RFC 6585 6", "a 511 is never stored", minute, status: 511, .left),
    .init("3", "a response to POST is not stored", minute, method: .post, .left),
    .init("3", "a response to PUT is not stored", minute, method: .put, .left),
    .init("3", "a response to HEAD has no body to store", minute, method: .head, .left),
    .init("4.1", "Vary: * is not stored", minute + " | Vary: *", .left),
    .init("RFC 9112 6.3", "a response with two different lengths is not stored", minute + " | Content-Length: 3 | Content-Length: 4", .left),
    .init("RFC 9112 6.3", "two different lengths on one line are not", minute + " | Content-Length: 3, 4", .left),
    .init("RFC 9112 6.3", "the same length twice is stored", minute + " | Content-Length: 3, 3", .stored),
    .init("RFC 9112 6.3", "a negative length is not stored", minute + " | Content-Length: -3", .left),
    .init("RFC 9112 6.3", "a length that is not a number is not", minute + " | Content-Length: many", .left),
    .init("RFC 9112 6.3", "length and chunks together are not", minute, framing: [.lengthAndChunked], .left),
    .init("RFC 9112 6.3", "differing lengths seen on the wire are not", minute, framing: [.differingContentLengths], .left),
    .init("RFC 9112 5.2", "a folded header is no doubt about the body", minute, framing: [.foldedHeader], .stored),
    .init("5.3", "an Expires of 0 is stored, as stale", "Expires: 0 | ETag: \"a\"", .stored),
    .init("4", "off stores nothing", minute, rule: CacheRule(mode: .off), .left),
    .init("4", "off with storeFor stores it", "ETag: \"a\"", rule: CacheRule(mode: .off, storeFor: .seconds(9)), .stored),
    .init("4", "storeFor 0 stores nothing", minute, rule: CacheRule(mode: .fresh, storeFor: .zero), .left),
    .init("4", "storeFor makes no 500 cacheable", "ETag: \"a\"", status: 500, rule: wish, .left),
    .init("4", "refresh stores the new response", minute, rule: CacheRule(mode: .refresh), .stored),
    .init("4.3.2", "the response to the user's own condition is not stored", minute, request: "If-None-Match: \"b\"", .left),
  ]
}
