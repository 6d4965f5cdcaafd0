import LoopbackHTTP
import Testing

@testable import MockServices
@testable import StandInServices

@Suite struct MockControlTests {
  /// Answers each request with its number and stores nothing else.
  private struct Counter: MockService {
    var count = 0

    mutating func respond(_ request: LoopbackRequest, at time: Duration) -> LoopbackResponse {
      count += 1
      return .text("{\"count\":\(count)}", type: "application/json")
    }
  }

  private static func post(_ name: String, _ value: MockJSON) -> LoopbackRequest {
    LoopbackRequest("POST", "/__mock/\(name)", body: Array(value.text.utf8))
  }

  /// Everything that a turn sends.
  private static func sent(_ turn: MockControl.Turn) -> String {
    var bytes: [UInt8] = []
    for case .send(let more) in turn.steps { bytes += more }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func turn(fault: MockJSON) -> MockControl.Turn {
    var bench = MockControl(Counter())
    let response = bench.begin(post("faults", fault), at: .zero)
    #expect(response.status == 200, "\(sent(response))")
    return bench.begin(LoopbackRequest("GET", "/a?b"), at: .zero)
  }

  @Test func `without a fault the response is sent completely`() {
    var bench = MockControl(Counter())
    let turn = bench.begin(LoopbackRequest("GET", "/a"), at: .zero)
    #expect(
      Self.sent(turn)
        == "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n"
        + #"{"count":1}"#)
    #expect(Self.sent(bench.begin(LoopbackRequest("HEAD", "/a"), at: .zero)).hasSuffix("\r\n\r\n"))
  }

  @Test func `a fault is for its route and method, as often as it says`() {
    var bench = MockControl(Counter())
    let fault: MockJSON = [
      "route": "/a/*", "method": "GET", "times": 2, "fault": "status", "status": 429,
      "headers": ["Retry-After": "2"],
    ]
    _ = bench.begin(Self.post("faults", fault), at: .zero)
    let requests = [
      LoopbackRequest("GET", "/a/b"), LoopbackRequest("POST", "/a/b"), LoopbackRequest("GET", "/b"),
      LoopbackRequest("GET", "/a/c?d"), LoopbackRequest("GET", "/a/b"),
    ]
    let turns = requests.map { bench.begin($0, at: .zero) }
    #expect(turns.map(\.status) == [429, 200, 200, 429, 200])
    #expect(Self.sent(turns[0]).contains("Retry-After: 2\r\n"))
    // What was refused was not asked.
    #expect(Self.sent(turns[4]).hasSuffix(#"{"count":3}"#))
  }

  @Test func `a lost response may have been applied or not`() {
    for (applied, count) in [(false, 1), (true, 2)] {
      var bench = MockControl(Counter())
      let fault: MockJSON = ["route": "*", "fault": "drop", "applied": .boolean(applied)]
      _ = bench.begin(Self.post("faults", fault), at: .zero)
      let lost = bench.begin(LoopbackRequest("POST", "/a"), at: .zero)
      #expect(lost.steps == [.close])
      #expect(lost.status == nil)
      let next = bench.begin(LoopbackRequest("GET", "/a"), at: .zero)
      #expect(Self.sent(next).hasSuffix("{\"count\":\(count)}"))
    }
  }

  @Test func `each fault is played as it is called`() {
    func steps(_ name: String, _ more: MockJSON = [:]) -> MockControl.Turn {
      Self.turn(
        fault: .object(
          (more.members ?? []) + [
            .init(name: "route", value: "*"), .init(name: "fault", value: .text(name)),
          ]))
    }
    #expect(steps("delay", ["milliseconds": 40]).steps.first == .wait(.milliseconds(40)))
    #expect(steps("reset").steps == [.reset])
    let cut = steps("truncate")
    #expect(Self.sent(cut).hasSuffix("Content-Length: 11\r\n\r\n{\"cou"))
    #expect(cut.steps.last == .close)
    let slow = steps("slow", ["pieces": 4, "milliseconds": 5])
    #expect(slow.steps.filter { $0 == .wait(.milliseconds(5)) }.count == 4)
    #expect(Self.sent(slow).hasSuffix(#"{"count":1}"#))
    #expect(Self.sent(steps("redirectLoop")).contains("302 Found\r\nLocation: /a?b\r\n"))
    let wrong = steps("wrongLength", ["by": 3])
    #expect(Self.sent(wrong).hasSuffix("Content-Length: 8\r\n\r\n{\"count\":1}"))
    #expect(wrong.steps.last == .close)
    #expect(Self.sent(steps("badJSON")).hasSuffix(#"{"unfinished": ["#))
    let other = Self.sent(steps("contentType", ["type": "text/html; charset=latin1"]))
    #expect(other.contains("Content-Type: text/html; charset=latin1\r\n"))
    #expect(!other.contains("application/json"))
    let twice = Self.sent(steps("duplicateHeader", ["name": "X-A"]))
    #expect(twice.contains("X-A: one\r\nX-A: two\r\n"))
    guard case .send(let packed)? = steps("gzip").steps.first else {
      Issue.record("gzip sends nothing")
      return
    }
    #expect(String(decoding: packed, as: UTF8.self).contains("Content-Encoding: gzip\r\n"))
    #expect(packed.firstRange(of: [13, 10, 13, 10, 0x1F, 0x8B]) != nil)
  }

  @Test func `the journal has every request as received, and how many there were at once`() throws {
    var bench = MockControl(Counter())
    let first = LoopbackRequest(
      "POST", "/a?q=%2B&q", fields: [LoopbackField("X-A", "1")], body: Array("body".utf8))
    let turns = [
      bench.begin(first, at: .milliseconds(1)), bench.begin(first, at: .milliseconds(2)),
    ]
    for turn in turns { bench.end(turn, at: .milliseconds(5)) }
    bench.end(bench.begin(LoopbackRequest("GET", "/b"), at: .milliseconds(7)), at: .milliseconds(9))
    let response = Self.sent(bench.begin(LoopbackRequest("GET", "/__mock/journal"), at: .zero))
    let start = try #require(response.firstRange(of: "\r\n\r\n")?.upperBound)
    let journal = try #require(MockJSON(response[start...].utf8))
    #expect(journal["count"] == 3)
    #expect(journal["mostAtOnce"] == 2)
    let one = try #require(journal["requests"]?[0])
    #expect(one["method"] == "POST")
    #expect(one["path"] == "/a")
    #expect(one["query"] == "q=%2B&q")
    #expect(one["headers"] == [["name": "X-A", "value": "1"]])
    #expect(one["body"] == "body")
    #expect(one["bodyDigest"] == .text(MockRequestLog.digest(Array("body".utf8))))
    #expect([one["arrived"], one["ended"], one["concurrency"], one["status"]] == [1, 5, 1, 200])
    #expect(journal["requests"]?[2]?["concurrency"] == 1)
  }

  @Test func `of a long body the journal stores the beginning, the size and the digest`() {
    let body = [UInt8](repeating: 0x61, count: MockRequestLog.bodyLimit + 1)
    var journal = MockRequestLog()
    _ = journal.begin(LoopbackRequest("POST", "/a", body: body), at: .zero)
    let entry = journal.requests[0]
    #expect(entry.bodyBytes == body.count)
    #expect(entry.bodyDigest == MockRequestLog.digest(body))
    #expect(entry.body.utf8.count == MockRequestLog.bodyLimit)
  }

  @Test func `reset begins anew, and a service has controls of its own`() {
    var bench = MockControl(Counter())
    _ = bench.begin(LoopbackRequest("GET", "/a"), at: .zero)
    #expect(
      Self.sent(bench.begin(Self.post("own", .null), at: .zero)).hasSuffix("{\"count\":2}"))
    _ = bench.begin(Self.post("faults", ["route": "*", "fault": "drop"]), at: .zero)
    _ = bench.begin(Self.post("reset", .null), at: .zero)
    let after = bench.begin(LoopbackRequest("GET", "/a"), at: .zero)
    #expect(Self.sent(after).hasSuffix(#"{"count":1}"#))
  }

  @Test(arguments: [
    "{}", "{\"route\":\"a\",\"fault\":\"drop\"}", "{\"route\":\"/a\"}", "{",
    "{\"route\":\"/a\",\"fault\":\"status\"}", "{\"route\":\"/a\",\"fault\":\"drop\",\"times\":0}",
    "{\"route\":\"/a\",\"fault\":\"delay\"}", "{\"route\":1,\"fault\":\"drop\"}",
    "[{\"route\":\"/a\",\"fault\":\"drop\"}, {}]",
  ])
  func `a fault that is not understood is refused`(body: String) {
    var bench = MockControl(Counter())
    let request = LoopbackRequest("POST", "/__mock/faults", body: Array(body.utf8))
    #expect(bench.begin(request, at: .zero).status == 400)
    #expect(bench.begin(LoopbackRequest("GET", "/__mock/reset"), at: .zero).status == 400)
  }
}
