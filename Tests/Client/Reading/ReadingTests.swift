import ClientModel
import ClientReading
import Foundation
import ReadingValues
import Testing

/// Bodies that are read in steps.
struct ReadingTests {
  /// A few megabytes: more than what is read before the first rows.
  private static let large =
    "[" + (0..<60_000).map { #"{"id": \#($0), "name": "item \#($0)"}"# }.joined(separator: ",\n")
    + "]"

  /// A controller that has opened a body, and its first update.
  private func open(
    _ text: String, _ type: String? = "application/json", step: Int = 1 << 20
  ) -> (DocumentController, DocumentUpdate) {
    var controller = DocumentController(step: step) { _ in nil }
    let update = controller.response(
      request(.open(.stored(.inline(Array(text.utf8))), mediaType: type)))
    return (controller, update)
  }

  private func request(
    _ action: DocumentRequest.Action, view: DocumentView = .tree, row: Int = 0,
    window: Range<Int> = 0..<30
  ) -> DocumentRequest {
    DocumentRequest(generation: 1, view: view, action: action, row: row, window: window)
  }

  private func facts(_ update: DocumentUpdate) -> DocumentFacts? {
    switch update.outcome {
    case .opened(let facts), .read(let facts): facts
    default: nil
    }
  }

  /// Goes on until all is read; the last facts, and how many steps that took.
  private func readAll(_ controller: inout DocumentController) -> (
    facts: DocumentFacts?, steps: Int
  ) {
    for step in 1..<1_000 {
      _ = controller.continueReading()
      if let update = controller.takeEvent(), let facts = facts(update), facts.reading == nil {
        return (facts, step)
      }
    }
    return (nil, 0)
  }

  @Test func `the first rows do not wait for the rest of the body`() {
    var (controller, first) = open(Self.large)
    #expect(facts(first)?.reading?.work == .indexing)
    #expect(first.window?.rows.count == 30)
    let known = first.window?.total ?? 0
    #expect(known > 1_000 && known < 60_000)
    let (facts, steps) = readAll(&controller)
    #expect(steps > 5)
    #expect(facts?.fault == nil)
    #expect(controller.response(request(.rows)).window?.total == 60_001)
  }

  @Test func `what is folded and selected stays while more is read`() {
    var (controller, _) = open(Self.large)
    _ = controller.response(request(.fold(.open), row: 3))
    let before = controller.response(request(.rows)).window
    #expect(before?[4] != nil)
    _ = readAll(&controller)
    let after = controller.response(request(.rows)).window
    #expect(after?.rows.dropFirst() == before?.rows.dropFirst())
    #expect(after?.total == 60_003)
  }

  @Test func `a body that is closed is read no further, and nothing of it is reported`() {
    var (controller, _) = open(Self.large)
    _ = controller.continueReading()
    #expect(controller.hasMore && controller.hasEvents)
    #expect(controller.response(request(.close)).window?.total == nil)
    #expect(!controller.hasMore && controller.takeEvent() == nil)
    #expect(controller.response(request(.rows)).window == nil)
  }

  @Test func `a stop holds until the reading is resumed`() {
    var (controller, _) = open(Self.large)
    _ = controller.response(request(.stopReading))
    #expect(!controller.hasMore)
    _ = controller.response(request(.rows))
    #expect(!controller.hasMore)
    _ = controller.response(request(.resumeReading))
    #expect(controller.hasMore && readAll(&controller).facts?.reading == nil)
  }

  @Test func `what is read reports the rows that were requested last`() {
    var (controller, _) = open(Self.large)
    _ = controller.response(request(.rows, row: 500, window: 480..<520))
    _ = controller.continueReading()
    let update = controller.takeEvent()
    #expect(update?.isProgress == true && update?.row == nil)
    #expect(update?.window?.offset == 480 && update?.window?.rows.count == 40)
    #expect(controller.takeEvent() == nil, "nothing was read since")
  }

  @Test func `a text that was read in part reports its end when it is closed`() {
    let long = "[\"" + String(repeating: "x", count: 3 << 20) + "\"]"
    var (controller, _) = open(long)
    _ = readAll(&controller)
    _ = controller.response(
      request(.viewValue(ValueViewOptions(.decoded, columns: 80)), view: .value, row: 1))
    #expect(controller.hasMore)
    _ = controller.response(request(.closeLook))
    #expect(!controller.hasMore && controller.takeEvent()?.reading == nil)
  }

  @Test func `lines are counted in steps, and only when they are looked at`() {
    var (controller, _) = open(Self.large)
    _ = readAll(&controller)
    let raw = controller.response(request(.rows, view: .raw))
    #expect(raw.window?.rows.count == 30)
    #expect((raw.window?.total ?? 0) < 60_000)
    #expect(raw.reading?.work == .indexing)
    _ = readAll(&controller)
    #expect(controller.response(request(.rows, view: .raw)).window?.total == 60_000)
  }

  @Test func `a fault far behind the first rows is reported with its place`() {
    let broken = Self.large.dropLast(30) + "]"
    var (controller, _) = open(String(broken))
    let facts = readAll(&controller).facts
    #expect(facts?.fault?.hasPrefix("Invalid JSON. Line 60000, column ") == true)
  }

  @Test func `what is not JSON opens up to the fault, the rest as text`() {
    let (_, update) = open("{\"a\": 1,\n \"b\": [2, 3 oops], \"c\": 4}\nmore\n")
    guard case .tree(let root)? = update.window?[0] else {
      Issue.record("no root")
      return
    }
    #expect(root.children == 2)
    #expect(facts(update)?.fault?.contains("Line 2, column 13, byte 21") == true)
    let rest = update.window?.rows.compactMap { row in
      if case .line(let line) = row { line } else { nil }
    }
    #expect(rest?.map(\.text) == ["oops], \"c\": 4}", "more"])
    #expect(rest?.map(\.number) == [2, 3])
  }

  @Test func `a comma before what is not JSON makes no value`() {
    let (_, update) = open("{\"a\": 1,\n \n, \"c\": 4}")
    guard case .tree(let root)? = update.window?[0] else {
      Issue.record("no root")
      return
    }
    #expect(root.children == 1)
    let rest = update.window?.rows.compactMap { row in
      if case .line(let line) = row { line } else { nil }
    }
    #expect(rest?.map(\.text) == [",", " ", ", \"c\": 4}"])
    #expect(rest?.map(\.number) == [1, 2, 3])
  }

  @Test func `bytes that are no UTF-8 are reported with their place`() {
    var controller = DocumentController { _ in nil }
    let body = Array("[\"a\",\n \"b".utf8) + [0xFF] + Array("\"]".utf8)
    let update = controller.response(
      request(.open(.stored(.inline(body)), mediaType: "application/json")))
    #expect(facts(update)?.fault == "Invalid UTF-8: line 2, column 4, byte 9.")
  }

  @Test func `each line of JSON Lines is judged`() {
    let (_, good) = open("{\"a\":1}\n\n[2]\n3\n", "application/x-ndjson")
    #expect(facts(good)?.fault == nil)
    let (_, bad) = open("{\"a\":1}\n{\"a\":}\n", "application/x-ndjson")
    #expect(facts(bad)?.fault?.contains("Line 2, column 6") == true)
    let (_, two) = open("1 2\n", "application/x-ndjson")
    #expect(facts(two)?.fault?.contains("Line 1, column 3") == true)
  }
}
