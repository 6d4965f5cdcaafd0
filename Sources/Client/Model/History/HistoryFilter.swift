import Glibc

/// A filter for exchanges. All words must match. Case is ignored.
///
///     status:404  status:4xx  status:400-499     the status of the response
///     end:failed,cancelled                       the result of the attempt
///     state:interrupted                          the state of the job
///     method:post   request:users/get   gateway:api   job:17
///     since:2h      before:2026-11-21            the start of the attempt
///     any other text                             in URL, name, or a header of request or response
///
/// An incomplete word, such as `status:`, matches everything, so that a list narrows while the user
/// types.
public struct HistoryFilter: Hashable, Sendable {
  enum Test: Hashable, Sendable {
    case status([ClosedRange<Int>])
    case end([String])
    case state([String])
    case method(String)
    case request(String)
    case gateway(String)
    case job(JobID)
    case since(Timestamp)
    case before(Timestamp)
    case text(String)
    case sameRequest(HTTPMethod, name: String?, url: String)
  }

  private(set) var tests: [Test]
  /// The words that are not valid. They are ignored.
  public let unread: [String]

  /// A sentence that explains the notation of a filter.
  package static let advice =
    "Filter by any text, or by words such as status:5xx state:failed method:post gateway:api since:2h before:today."

  /// Returns a sentence about a word that is not valid.
  package static func remark(onUnread word: String) -> String {
    let key = word.prefix(whileByte: { $0 != UInt8(ascii: ":") })
    let expected: (kind: String, example: String)? =
      switch key {
      case "since", "before": ("a time", "\(key):2h, \(key):14:30 or \(key):2026-11-30")
      case "status": ("a status", "status:5xx")
      case "state", "end": ("a state", "state:failed")
      case "job": ("the number of a job", "job:17")
      default: nil
      }
    guard let expected else { return "\(word) is not a valid filter. \(advice)" }
    return "\(word) is not \(expected.kind). Write \(expected.example)."
  }

  /// A filter that matches everything.
  public static let all = HistoryFilter("", now: Timestamp(milliseconds: 0))

  /// Parses a filter.
  ///
  /// - Parameter now: The time from which a span such as `2h` is counted back.
  public init(_ text: String, now: Timestamp) {
    var tests: [Test] = []
    var unread: [String] = []
    for word in text.lowercased().words(at: " ") {
      guard let colon = word.firstIndex(ofByte: ":"), !word.rest(after: colon).begins(with: "/")
      else {
        tests.append(.text(String(word)))
        continue
      }
      let value = word.rest(after: colon)
      guard let read = Self.reader(of: word[..<colon], now) else {
        tests.append(.text(String(word)))
        continue
      }
      if value.isEmpty { continue }
      if let test = read(String(value)) { tests.append(test) } else { unread.append(String(word)) }
    }
    self.tests = tests
    self.unread = unread
  }

  /// Creates a filter for responses to requests like that of the job. They have the same method and
  /// name, or the same method and URL if the request is not saved.
  public init(responsesLike job: Job) {
    tests = [.sameRequest(job.method, name: job.name, url: job.displayURL), .end(["answered"])]
    unread = []
  }

  /// Whether every exchange matches.
  public var isEmpty: Bool { tests.isEmpty }

  /// The only job that can match, or nil if the filter does not name a job.
  public var onlyJob: JobID? {
    for test in tests { if case .job(let id) = test { return id } }
    return nil
  }

  private static func reader(
    of key: Substring, _ now: Timestamp
  ) -> ((String) -> Test?)? {
    func list(_ text: String) -> [String] { text.words(at: ",").map(String.init) }
    switch key {
    case "status": return { text in ranges(text).map(Test.status) }
    case "end": return { words(list($0), of: Exchange.End.self).map(Test.end) }
    case "state": return { words(list($0), of: JobState.Word.self).map(Test.state) }
    case "method": return { .method($0) }
    case "request": return { .request($0) }
    case "gateway", "lane": return { .gateway($0) }
    case "job": return { Int64($0).map { .job(JobID($0)) } }
    case "since": return { PastTime.read($0, now: now).map(Test.since) }
    case "before": return { PastTime.read($0, now: now).map(Test.before) }
    default: return nil
    }
  }

  /// Returns the words unchanged, or nil if any of them is not the start of a case name.
  private static func words<Word: CaseIterable & RawRepresentable<String>>(
    _ words: [String], of type: Word.Type
  ) -> [String]? {
    words.allSatisfy { word in
      Word.allCases.contains { $0.rawValue.lowercased().begins(with: word) }
    } ? words : nil
  }

  /// Parses `404`, `4xx`, `40`, `400-499`, or several of these separated by commas.
  private static func ranges(_ text: String) -> [ClosedRange<Int>]? {
    var ranges: [ClosedRange<Int>] = []
    for part in text.words(at: ",") {
      let ends = part.pieces(at: "-", maxSplits: 1).map { Int($0) }
      if ends.count == 2, let low = ends[0], let high = ends[1], low <= high {
        ranges.append(low...high)
        continue
      }
      let digits = part.prefix(whileByte: { (0x30...0x39).contains($0) })
      guard !digits.isEmpty, digits.count <= 3, let number = Int(digits),
        part[digits.endIndex...].utf8.allSatisfy({ $0 == UInt8(ascii: "x") }), part.utf8.count <= 3
      else { return nil }
      let scale = [1, 10, 100][3 - digits.count]
      ranges.append(number * scale...(number + 1) * scale - 1)
    }
    return ranges.isEmpty ? nil : ranges
  }
}

extension HistoryFilter {
  /// Returns whether any exchange of the job can match. Only properties of the job are compared. If
  /// the result is false, the exchanges need not be read.
  public func mayFit(_ job: Job) -> Bool {
    tests.allSatisfy { test in
      switch test {
      case .job(let id): job.id == id
      case .state(let words):
        words.contains { job.state.word.rawValue.lowercased().begins(with: $0) }
      case .request(let name): job.name?.lowercased().contains(name) ?? false
      // An attempt never starts before its job was created.
      case .before(let time): job.created < time
      case .sameRequest(let method, let name?, _): job.method == method && job.name == name
      case .sameRequest(let method, nil, let url):
        job.method == method && job.name == nil && job.displayURL == url
      case .status, .end, .method, .gateway, .since, .text: true
      }
    }
  }

  /// Returns whether all words match the exchange.
  public func fits(_ exchange: Exchange) -> Bool {
    mayFit(exchange.job) && tests.allSatisfy { fits(exchange, $0) }
  }

  private func fits(_ exchange: Exchange, _ test: Test) -> Bool {
    let attempt = exchange.attempt
    switch test {
    case .job, .state, .request, .sameRequest: return true
    case .status(let ranges):
      guard let status = exchange.status else { return false }
      return ranges.contains { $0.contains(status) }
    case .end(let words): return words.contains { exchange.end.rawValue.begins(with: $0) }
    case .method(let word): return attempt.method.rawValue.lowercased().begins(with: word)
    case .gateway(let name):
      return exchange.request.gateway?.name.lowercased().contains(name) ?? false
    case .since(let time): return attempt.started >= time
    case .before(let time): return attempt.started < time
    case .text(let text): return texts(of: exchange).contains { Self.holds($0, text) }
    }
  }

  /// Returns whether the text contains `wanted`. Case is ignored, and `wanted` must be in lower
  /// case. If `wanted` is ASCII, bytes are compared, because comparing characters took a third of
  /// the search time.
  static func holds(_ text: String, _ wanted: String) -> Bool {
    let isASCII = wanted.utf8.allSatisfy { $0 < 0x80 }
    return isASCII
      ? text.lowercased().contains(bytes: wanted) : text.lowercased().contains(wanted)
  }

  /// Returns the texts to search. Secrets are masked, so that a search cannot find hidden text.
  private func texts(of exchange: Exchange) -> some Sequence<String> {
    let own = [exchange.attempt.displayURL, exchange.job.displayURL, exchange.job.name ?? ""]
    let sent = exchange.request.headers.map { "\($0.name):\($0.value.masked)" }
    let came = (exchange.attempt.result?.head?.fields ?? []).map { "\($0.name):\($0.value)" }
    let status = exchange.status.map(String.init).map { [$0] } ?? []
    return own + status + sent + came
  }
}

/// Parses times in the past. Examples are `90s`, `5m`, `2h` or `3d` before now, `today`,
/// `yesterday`, `2026-11-21` and `2026-11-21t08:00`.
enum PastTime {
  static func read(_ text: String, now: Timestamp) -> Timestamp? {
    if let unit = text.last, let count = Int64(text.dropLast()), count >= 0, count < 1 << 32,
      let seconds = ["s": 1, "m": 60, "h": 3600, "d": 86_400][unit]
    {
      return now.advanced(by: .seconds(-count * Int64(seconds)))
    }
    var seconds = time_t(now.milliseconds / 1000)
    var today = tm()
    localtime_r(&seconds, &today)
    if let days: Int32 = ["today": 0, "yesterday": 1][text] {
      var parts = today
      (parts.tm_hour, parts.tm_min, parts.tm_sec, parts.tm_isdst) = (0, 0, 0, -1)
      parts.tm_mday -= days
      return Timestamp(milliseconds: Int64(mktime(&parts)) * 1000)
    }
    var numbers = text.lowercased().unicodeScalars
      .split { "-t:".unicodeScalars.contains($0) }.map { Int32(String($0)) ?? -1 }
    if numbers.count == 2 {
      // A time of today, or a date of this year.
      let date = [today.tm_year + 1900, today.tm_mon + 1, today.tm_mday]
      numbers = text.contains(byte: ":") ? date + numbers : [date[0]] + numbers
    }
    guard [3, 5, 6].contains(numbers.count), numbers.allSatisfy({ $0 >= 0 }),
      (1970...9999).contains(numbers[0]), (1...12).contains(numbers[1]),
      (1...31).contains(numbers[2])
    else { return nil }
    // The date and the time are local.
    var parts = tm()
    parts.tm_isdst = -1
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
    if numbers.count > 3 { (parts.tm_hour, parts.tm_min) = (numbers[3], numbers[4]) }
    if numbers.count > 5 { parts.tm_sec = numbers[5] }
    return Timestamp(milliseconds: Int64(mktime(&parts)) * 1000)
  }
}
