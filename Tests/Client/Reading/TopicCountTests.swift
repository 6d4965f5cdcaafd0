import ClientCore
import ClientModel
import ClientReading
import Foundation
import ReadingValues
import TestSupport
import Testing

/// The topics of a subscription's response, counted while it grows.
struct TopicCountTests {
  private func line(_ topic: String, _ payload: String, at seconds: Int64) -> String {
    let message = BrokerMessage(topic: topic, payload: Array(payload.utf8), quality: .atLeastOnce)
    let bytes = MessageLine.bytes(of: message, at: Timestamp(milliseconds: seconds * 1000))
    return String(decoding: bytes, as: UTF8.self)
  }

  private func request(_ action: DocumentRequest.Action) -> DocumentRequest {
    DocumentRequest(generation: 1, view: .tree, action: action, row: 0, window: 0..<0)
  }

  private func tally(of controller: inout DocumentController) throws -> TopicCounts {
    let outcome = controller.response(request(.countTopics)).outcome
    let tally: TopicCounts? = if case .topics(let tally) = outcome { tally } else { nil }
    return try #require(tally)
  }

  private func open(_ text: String, step: Int = 16 << 20) -> DocumentController {
    var controller = DocumentController(step: step) { _ in nil }
    _ = controller.response(
      request(
        .open(.stored(.inline(Array(text.utf8))), mediaType: "application/x-ndjson")))
    return controller
  }

  @Test func `each message counts for its topic, and lines about the connection for none`() throws {
    let failure = Failure(.connectionLost, what: "Lost.", why: "It broke.", whatToDo: "Wait.")
    let loss = String(
      decoding: MessageLine.bytes(ofLoss: failure, at: Timestamp(milliseconds: 1)), as: UTF8.self)
    var controller = open(
      line("a/b", "21.5", at: 10) + loss + line("a/c", "{\"topic\":\"x\"}", at: 11)
        + line("a/b", "on", at: 12))
    let tally = try tally(of: &controller)
    #expect(tally.messages == 3 && tally.isComplete)
    #expect(tally.topics.map(\.name) == ["a/b", "a/c"])
    #expect(tally.topics.map(\.messages) == [2, 1])
    #expect(tally.topics.map(\.payload) == ["\"on\"", "{\"topic\":\"x\"}"])
  }

  @Test(arguments: [
    (1, "binary, 1 B"), (2, "binary, 2 B"), (3, "binary, 3 B"), (3_000, "binary, 3.0 kB"),
  ])
  func `a payload that is not text is a size`(count: Int, words: String) throws {
    let message = BrokerMessage(
      topic: "a", payload: [UInt8](repeating: 0xFF, count: count), quality: .atMostOnce)
    let bytes = MessageLine.bytes(of: message, at: Timestamp(milliseconds: 1))
    var controller = open(String(decoding: bytes, as: UTF8.self))
    #expect(try tally(of: &controller).topics.map(\.payload) == [words])
  }

  @Test func `a topic with quotes, escapes and other scripts keeps its name`() throws {
    let names = ["\"", "\\", "ä\u{1}", "日本/🙂", "tab\there"]
    var controller = open(names.map { line($0, "1", at: 1) }.joined())
    #expect(try tally(of: &controller).topics.map(\.name) == names)
  }

  @Test func `bytes that are no message are passed over`() throws {
    let lines = [
      "{\"time\":", "{\"time\":1,\"topic\":\"", "{\"time\":99999999999999999999,\"topic\":\"a\"}",
      "", "{}",
    ]
    var controller = open(lines.map { $0 + "\n" }.joined() + line("a", "1", at: 1))
    #expect(try tally(of: &controller).messages == 1)
  }

  @Test(arguments: [1, 7, 64, 300])
  func `a response that arrives in pieces is counted once, in any step`(piece: Int) throws {
    let file = try TemporaryFolder()
    let path = file.path("body")
    let text = (0..<40).map { line("t/\($0 % 3)", "payload \($0)", at: Int64($0)) }.joined()
    var bytes = Array(text.utf8)[...]
    var written: [UInt8] = []
    try Data().write(to: URL(fileURLWithPath: path))
    var controller = DocumentController(step: 256) { _ in nil }
    _ = controller.response(
      request(.open(.arriving(StoredBytes(localFile: path)), mediaType: "application/x-ndjson")))
    while !bytes.isEmpty {
      written += bytes.prefix(piece)
      bytes = bytes.dropFirst(piece)
      try Data(written).write(to: URL(fileURLWithPath: path))
      _ = controller.response(request(.extend(.arriving(StoredBytes(localFile: path)))))
      _ = try tally(of: &controller)
    }
    var last = try tally(of: &controller)
    while !last.isComplete { last = try tally(of: &controller) }
    #expect(last.topics.map(\.messages) == [14, 13, 13])
  }

  @Test func `what is more than the list holds is counted together`() throws {
    let text = (0..<TopicCounts.most + 5).map { line("t/\($0)", "1", at: 1) }.joined()
    var controller = open(text + line("t/0", "2", at: 2))
    let tally = try tally(of: &controller)
    #expect(tally.topics.count == TopicCounts.most && tally.others == 5)
    #expect(tally.topics.first?.messages == 2 && tally.messages == TopicCounts.most + 6)
  }

  // MARK: Rates

  private func tally(_ seconds: [Int64]) -> TopicCounts {
    var tally = TopicCounts()
    for second in seconds {
      tally.count("t", at: Timestamp(milliseconds: second * 1000), payload: "")
    }
    return tally
  }

  private func rate(_ seconds: [Int64], at now: Int64?) throws -> Double {
    let tally = tally(seconds)
    return tally.rate(
      of: try #require(tally.topics.first), at: now.map { Timestamp(milliseconds: $0 * 1000) })
  }

  @Test func `the rate is that of the last ten seconds`() throws {
    let steady = (0..<100).flatMap { second in Array(repeating: Int64(second), count: 5) }
    #expect(try rate(steady, at: 99) == 5)
    #expect(try rate(steady, at: 104) == 2.5)
    #expect(try rate(steady, at: 109) == 0)
    #expect(try rate(steady, at: nil) > 5)
    #expect(try rate([0, 0, 0, 0], at: 2) == 2)
    #expect(try rate([0], at: 0) == 1)
    #expect(TopicCounts().rate(at: nil) == 0)
  }

  @Test func `a silence and a clock that goes back leave nothing of another second`() throws {
    #expect(try rate([1, 2, 3, 5000, 5000], at: 5000) == 0.2)
    #expect(try rate([5000, 4000, 4000], at: 5000) == 3)
    #expect(try rate([-5, -5], at: -5) == 2)
  }
}
