/// A filter for exchanges: all words must match; case is ignored.
///
///     status:404  status:4xx  status:400-499     the response's status
///     end:failed,cancelled                       how the attempt ended
///     state:interrupted                          the state of its job
///     method:post   request:users/get   gateway:api   job:17
///     since:2h      before:2026-11-21            when it began
///     any other text                             in URL, name, or a header of request or response
///
/// An incomplete word, such as `status:`, matches everything, so that a list narrows while the user types.
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
  /// The words that could not be read; they are ignored.
  public let unread: [String]

  /// How a filter is written.
  package static let advice =
    "Filter by any text, or by words such as status:5xx state:failed method:post gateway:api since:2h."

  /// What is wrong with a word that could not be read.
  package static func remark(onUnread word: String) -> String {
    let expected: (kind: String, example: String)? =
      switch word.prefix(whileByte: { $0 != UInt8(ascii: ":") }) {
      case "since", "before": ("a time", "since:2h")
      case "status": ("a status", "status:5xx")
      case "state", "end": ("a state", "state:failed")
      case "job": ("the number of a job", "job:17")
      default: nil
      }
    guard let expected else { return "\(word) cannot be read. \(advice)" }
    return "\(word) is not \(expected.kind). Write \(expected.example)."
  }

  /// Everything.
  public static let all = HistoryFilter("", now: Timestamp(milliseconds: 0))

  /// - Parameter now: What spans such as `2h` count back from.
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

  /// The responses to the request of a job: by its saved name, or without one by method and URL.
  public init(responsesLike job: Job) {
    tests = [.sameRequest(job.method, name: job.name, url: job.displayURL), .end(["answered"])]
    unread = []
  }

  /// True when every exchange fits.
  public var isEmpty: Bool { tests.isEmpty }

  /// The only job that can fit, when one is named.
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

  /// The words, when each is or begins one of these.
  private static func words<Word: CaseIterable & RawRepresentable<String>>(
    _ words: [String], of type: Word.Type
  ) -> [String]? {
    words.allSatisfy { word in
      Word.allCases.contains { $0.rawValue.lowercased().begins(with: word) }
    } ? words : nil
  }

  /// `404`, `4xx`, `40`, `400-499`, and several of these with commas.
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
  /// False when a job's row alone rules the job out, so that nothing else of it has to be read.
  public func mayFit(_ job: Job) -> Bool {
    tests.allSatisfy { test in
      switch test {
      case .job(let id): job.id == id
      case .state(let words):
        words.contains { job.state.word.rawValue.lowercased().begins(with: $0) }
      case .request(let name): job.name?.lowercased().contains(name) ?? false
      // No attempt begins before its job is created.
      case .before(let time): job.created < time
      case .sameRequest(let method, let name?, _): job.method == method && job.name == name
      case .sameRequest(let method, nil, let url):
        job.method == method && job.name == nil && job.displayURL == url
      case .status, .end, .method, .gateway, .since, .text: true
      }
    }
  }

  /// True when all words match the exchange.
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

  /// Whether a text contains `wanted`, which is in lower case; the case of the text does not count. Bytes are
  /// compared if `wanted` is ASCII, as most searches are, because comparing characters took a third of a search.
  static func holds(_ text: String, _ wanted: String) -> Bool {
    let isASCII = wanted.utf8.allSatisfy { $0 < 0x80 }
    return isASCII
      ? text.lowercased().contains(bytes: wanted) : text.lowercased().contains(wanted)
  }

  /// All text that is searched, with secrets as dots: text that is never displayed is not found.
  private func texts(of exchange: Exchange) -> some Sequence<String> {
    let own = [exchange.attempt.displayURL, exchange.job.displayURL, exchange.job.name ?? ""]
    let sent = exchange.request.headers.map { "\($0.name):\($0.value.masked)" }
    let came = (exchange.attempt.result?.head?.fields ?? []).map { "\($0.name):\($0.value)" }
    return own + sent + came
  }
}
