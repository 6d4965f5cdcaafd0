import ClientModel
import Foundation
import Testing

@testable import ClientCore

/// One row of the table: a response that was stored, a request made later, and what must come of it.
///
/// Header lines are parted by ` | `; `@N` in them is the date N seconds after the response came, and
/// `Date: @0` is added unless a `Date` is there (`Date: -` leaves it out).
struct CacheCase: Sendable, CustomTestStringConvertible {
  enum Verdict: Hashable, Sendable {
    case fresh, stale, validated, asked, refused
  }

  /// Of RFC 9111, unless it names another.
  var section: String
  var name: String
  var response: String
  var status: Int
  /// What the first request sent, for `Vary`.
  var first: String
  var request: String
  var method: HTTPMethod
  /// Seconds from the response to the request.
  var after: Int64
  /// Seconds that the response took to come.
  var delay: Int64
  var rule: CacheRule
  var verdict: Verdict

  init(
    _ section: String, _ name: String, _ response: String, status: Int = 200, first: String = "",
    request: String = "", method: HTTPMethod = .get, after: Int64, delay: Int64 = 0,
    rule: CacheRule = CacheRule(mode: .fresh), _ verdict: Verdict
  ) {
    self.section = section
    self.name = name
    self.response = response
    self.status = status
    self.first = first
    self.request = request
    self.method = method
    self.after = after
    self.delay = delay
    self.rule = rule
    self.verdict = verdict
  }

  var testDescription: String { "\(section): \(name)" }

  /// What the policy says of this row.
  var found: Verdict {
    let request = CacheRequest.fixture(request, method: method, rule: rule)
    let stored = StoredResponse.fixture(
      response, status: status, delay: delay, storeFor: rule.storeFor, to: .fixture(first))
    let candidates =
      stored.map {
        [CacheCandidate($0, request.selects($0, mark: plain) ? .selected : .otherVariant)]
      } ?? []
    switch CachePolicy(rule).verdict(on: request, stored: candidates, at: .came(after)) {
    case .serve(_, .stale): return .stale
    case .serve: return .fresh
    case .validate: return .validated
    case .ask: return .asked
    case .refuse: return .refused
    }
  }
}

/// The mark that hides nothing.
func plain(_ text: String) -> [UInt8] { Array(text.utf8) }

extension CacheRequest {
  static func fixture(
    _ lines: String = "", method: HTTPMethod = .get, url: String = "http://a.example/x",
    identity: [String] = [], body: [UInt8]? = nil, rule: CacheRule = CacheRule(mode: .fresh)
  ) -> CacheRequest {
    CacheRequest(
      method: method, url: url,
      headers: headerLines(lines).map { ($0.name, $0.value) }, identity: identity, body: body,
      rule: rule)
  }
}

extension ResponseHead {
  static func fixture(_ lines: String, status: Int = 200) -> ResponseHead {
    var found = headerLines(lines)
    if found.first("Date") == nil { found.append(ResponseField("Date", httpDate(0))) }
    return ResponseHead(status: status, fields: found.filter { $0.value != "-" })
  }
}

extension StoredResponse {
  /// Nil for a response that varies by what nobody knows.
  static func fixture(
    _ lines: String, id: Int64 = 1, status: Int = 200, delay: Int64 = 0,
    storeFor: Duration? = nil, to request: CacheRequest = .fixture()
  ) -> StoredResponse? {
    let head = ResponseHead.fixture(lines, status: status)
    guard let selecting = request.selecting(for: head, mark: plain) else { return nil }
    return StoredResponse(
      id: CacheEntryID(id), displayURL: request.url, head: head, requested: .came(-delay),
      received: .came(0), storeFor: storeFor, selecting: selecting)
  }
}

extension Timestamp {
  /// Some seconds after the stored response came: 2026-01-01 00:00 UTC.
  static func came(_ seconds: Int64) -> Timestamp {
    Timestamp(milliseconds: (1_767_225_600 + seconds) * 1000)
  }
}

/// Header lines parted by ` | `, with `@N` as dates.
func headerLines(_ lines: String) -> [ResponseField] {
  lines.components(separatedBy: " | ").filter { !$0.isEmpty }.map { line in
    let colon = line.firstIndex(of: ":") ?? line.endIndex
    var value = String(line[colon...].dropFirst().drop { $0 == " " })
    if value.hasPrefix("@"), let seconds = Int64(value.dropFirst()) { value = httpDate(seconds) }
    return ResponseField(String(line[..<colon]), value)
  }
}

/// The preferred form of a date. Source: RFC 9110, section 5.6.7.
func httpDate(_ seconds: Int64) -> String {
  let total = 1_767_225_600 + seconds
  let days = Int((Double(total) / 86_400).rounded(.down))
  let rest = Int(total) - days * 86_400
  let names = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  var (year, month, day) = (1970, 0, days)
  func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
  while day >= (isLeap(year) ? 366 : 365) {
    day -= isLeap(year) ? 366 : 365
    year += 1
  }
  func length(_ month: Int) -> Int {
    month == 1 ? (isLeap(year) ? 29 : 28) : [3, 5, 8, 10].contains(month) ? 30 : 31
  }
  while day >= length(month) {
    day -= length(month)
    month += 1
  }
  func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  let weekday = names[((days % 7) + 7) % 7]
  return "\(weekday), \(two(day + 1)) \(months[month]) \(year) "
    + "\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60)) GMT"
}
