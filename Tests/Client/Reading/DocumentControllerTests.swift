import ClientModel
import ClientReading
import Foundation
import ReadingValues
import Testing

struct DocumentControllerTests {
  private func request(
    _ action: DocumentRequest.Action, view: DocumentView = .tree, row: Int = 0,
    window: Range<Int> = 0..<30
  ) -> DocumentRequest {
    DocumentRequest(generation: 1, view: view, action: action, row: row, window: window)
  }

  private func open(_ text: String, _ type: String? = nil) -> (DocumentController, DocumentUpdate) {
    var controller = DocumentController { _ in nil }
    let update = controller.response(
      request(.open(.stored(.inline(Array(text.utf8))), mediaType: type)))
    return (controller, update)
  }

  @Test func `text and binary bodies show as lines in the tree's place`() {
    let (_, text) = open("one\ntwo\n", "text/plain")
    #expect(
      text.window?.rows
        == [.line(TextRow(number: 1, text: "one")), .line(TextRow(number: 2, text: "two"))])
    let (_, binary) = open("\u{0}\u{1}AB", "application/octet-stream")
    guard case .line(let row)? = binary.window?.rows.first else {
      Issue.record("no row")
      return
    }
    #expect(row.text.hasPrefix("00000000  00 01 41 42"))
  }

  @Test func `JSON Lines have a row for each line`() {
    let (_, update) = open("{\"a\":1}\n{\"a\":2}\n", "application/x-ndjson")
    #expect(update.window?[0].map { "\($0)" }?.contains("place(0)") == true)
    #expect(update.outcome == .opened(DocumentFacts(kind: .jsonLines, canBeLaidOut: true)))
  }

  @Test func `a body that is not JSON says where`() {
    let (_, update) = open(#"{"a": 1,, "b"}"#, "application/json")
    guard case .opened(let facts) = update.outcome else {
      Issue.record("not opened")
      return
    }
    #expect(facts.fault?.contains("Line 1, column 9, byte 8:") == true)
  }

  @Test func `a file that is gone becomes a notice with a way out`() {
    var controller = DocumentController { _ in StoredBytes(localFile: "/nonexistent/body") }
    let body = StoredBody.file(name: "1", length: 5, sha256: [])
    guard
      case .failed(let notice) = controller.response(request(.open(.stored(body), mediaType: nil)))
        .outcome
    else {
      Issue.record("no notice")
      return
    }
    #expect(!notice.what.isEmpty && !notice.why.isEmpty && !notice.whatToDo.isEmpty)
  }

  @Test func `what is folded stays so while a file grows`() throws {
    let path = NSTemporaryDirectory() + "weir-controller-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let text = #"{"a": [1, 2], "b": ["# + String(repeating: "7, ", count: 100) + "8]}"
    try Data(text.utf8.prefix(128)).write(to: URL(fileURLWithPath: path))
    var controller = DocumentController { _ in StoredBytes(localFile: path) }
    _ = controller.response(
      request(.open(.arriving(StoredBytes(localFile: path)), mediaType: "application/json")))
    _ = controller.response(request(.fold(.close), row: 1))
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let update = controller.response(
      request(
        .extend(.stored(.file(name: "x", length: ByteCount(text.utf8.count), sha256: []))), row: 1)
    )
    guard case .tree(let root)? = update.window?[0], case .tree(let first)? = update.window?[1]
    else {
      Issue.record("no rows")
      return
    }
    #expect(root.children == 2)
    #expect(!first.isOpen)
    #expect(update.window?.total == 104)
  }

  @Test func `little of an arriving body is read before its first rows show`() throws {
    let path = NSTemporaryDirectory() + "weir-controller-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let nested = Data("[\"first\",".utf8) + Data(repeating: UInt8(ascii: "["), count: 1 << 20)
    try nested.write(to: URL(fileURLWithPath: path))
    var controller = DocumentController { _ in StoredBytes(localFile: path) }
    let update = controller.response(
      request(.open(.arriving(StoredBytes(localFile: path)), mediaType: "application/json")))
    #expect(update.window?.rows.count ?? 0 > 2)
    #expect(update.reading?.done ?? .max <= 64 << 10)
  }

  @Test func `a body that comes fast is read as its file grows, a slow one as reported`() throws {
    let path = NSTemporaryDirectory() + "weir-controller-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let more = String(repeating: ",1234567", count: 200_000)
    try Data("[0\(more)".utf8).write(to: URL(fileURLWithPath: path))
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    // A step reads 1 MiB, and growth of 64 KiB is worth a look.
    var controller = DocumentController(step: 4 << 20) { _ in StoredBytes(localFile: path) }
    _ = controller.response(
      request(.open(.arriving(StoredBytes(localFile: path)), mediaType: "application/json")))
    #expect(controller.continueReading() == .read && controller.takeEvent() == nil)
    try file.write(contentsOf: Data(more.utf8))
    #expect(controller.continueReading() == .caughtUp && controller.takeEvent() == nil)
    #expect(controller.continueReading() == .read && controller.takeEvent() == nil)
    // What is silent counts no rows: who asks for them gets all.
    #expect(controller.response(request(.rows)).window?.total ?? 0 > 250_000)
    _ = controller.continueReading()
    guard let end = controller.takeEvent(), case .read(let facts) = end.outcome else {
      Issue.record("nothing was reported where all is read")
      return
    }
    #expect(facts.reading == nil && end.window?.total ?? 0 > 399_900)
    try file.write(contentsOf: Data(more.utf8.prefix(800)))
    #expect(
      !controller.hasMore && controller.continueReading() == .read && controller.takeEvent() == nil)
    _ = controller.response(request(.extend(.arriving(StoredBytes(localFile: path)))))
    #expect(controller.response(request(.rows)).window?.total ?? 0 > end.window?.total ?? 0)
  }

  @Test func `a response for a body that was replaced has no rows of it`() {
    var (controller, _) = open("[1]")
    var late = request(.fold(.toggle))
    late.generation = 9
    let update = controller.response(late)
    #expect(update.generation == 9 && update.window == nil)
    #expect(controller.response(request(.rows)).window?.total == 2)
  }

  @Test func `half a character at the cut of a preview is left out`() {
    let (_, update) = open("[\"" + String(repeating: "é", count: 400) + "\"]")
    guard case .tree(let row)? = update.window?[1] else {
      Issue.record("no row")
      return
    }
    #expect(row.isCut)
    #expect(!row.preview.contains("\u{FFFD}"))
  }
}
