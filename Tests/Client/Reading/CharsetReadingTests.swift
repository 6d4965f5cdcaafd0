import ClientDocuments
import ClientModel
import ClientReading
import Foundation
import ReadingValues
import Testing

/// Bodies in other charsets, as the interface reads them.
struct CharsetReadingTests {
  private func request(
    _ action: DocumentRequest.Action, view: DocumentView = .tree
  ) -> DocumentRequest {
    DocumentRequest(generation: 1, view: view, action: action, row: 0, window: 0..<30)
  }

  private func open(_ bytes: [UInt8], _ type: String?) -> (DocumentController, DocumentUpdate) {
    var controller = DocumentController { _ in nil }
    let update = controller.response(request(.open(.stored(.inline(bytes)), mediaType: type)))
    return (controller, update)
  }

  private func facts(_ update: DocumentUpdate) -> DocumentFacts? {
    if case .opened(let facts) = update.outcome { facts } else { nil }
  }

  /// The rows as text, whatever their form is.
  private func rows(_ update: DocumentUpdate) -> String {
    update.window?.rows.map { "\($0)" }.joined(separator: "\n") ?? ""
  }

  @Test(arguments: CharsetBody.all)
  func `each kind is shown in the charset that it declares`(body: CharsetBody) {
    let (_, update) = open(body.bytes, body.type)
    #expect(facts(update)?.kind == body.kind)
    #expect(facts(update)?.fault == nil)
    #expect(rows(update).contains(body.text), "\(rows(update))")
  }

  @Test func `the hexadecimal rows are those of the bytes that came`() {
    var (controller, _) = open([0xFC, 0x62, 0x63], "text/plain; charset=latin1")
    let update = controller.response(request(.show(as: .binary)))
    #expect(rows(update).contains("00000000  fc 62 63"))
    let back = controller.response(request(.show(as: nil)))
    #expect(rows(back).contains("übc"))
  }

  @Test func `another charset is chosen and left again`() {
    var (controller, opened) = open([0xC3, 0xBC], "text/plain")
    #expect(rows(opened).contains("ü"))
    let other = controller.response(request(.decode(as: .windows1252)))
    #expect(rows(other).contains("Ã¼"))
    #expect(facts(other)?.decoding.origin == .chosen)
    let back = controller.response(request(.decode(as: nil)))
    #expect(rows(back).contains("ü") && facts(back)?.decoding.origin == .assumed)
  }

  @Test func `an unknown charset is reported beside the text`() {
    let (_, update) = open(Array("plain".utf8), "text/plain; charset=x-nonsense")
    #expect(
      facts(update)?.fault == "The charset \"x-nonsense\" is unknown; the body is read as UTF-8.")
    #expect(rows(update).contains("plain"))
  }

  @Test func `a picture stays one, whatever charset its type has`() {
    let bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0]
    let (_, update) = open(bytes, "image/png; charset=utf-16")
    #expect(facts(update)?.kind == .picture)
  }

  @Test func `a text that arrives is decoded on, also when a character is cut`() throws {
    let path = NSTemporaryDirectory() + "weir-charset-\(UUID().uuidString)"
    let bytes = CharsetBody.wide("{\"a\": \"💩\", \"b\": [1, 2, 3]}")
    var controller = DocumentController { _ in StoredBytes(localFile: path) }
    for count in [7, 21, bytes.count - 1, bytes.count] {
      try Data(bytes[..<count]).write(to: URL(fileURLWithPath: path))
      let action: DocumentRequest.Action =
        count == 7
        ? .open(.arriving(StoredBytes(localFile: path)), mediaType: "application/json")
        : .extend(.arriving(StoredBytes(localFile: path)))
      _ = controller.response(request(action))
    }
    let update = controller.response(request(.extend(.stored(.inline(bytes)))))
    while controller.hasMore { _ = controller.continueReading() }
    #expect(facts(update)?.kind == .json)
    #expect(rows(controller.response(request(.rows))).contains("💩"))
    unlink(path)
  }

  @Test func `a large text is decoded in bounded portions until all its rows are there`() {
    let items = (0..<120_000).map { "{\"n\":\($0)}" }.joined(separator: ",")
    let bytes = CharsetBody.wide("[\(items)]")
    var (controller, opened) = open(bytes, "application/json")
    var done = [facts(opened)?.reading?.done ?? bytes.count]
    while controller.hasMore {
      _ = controller.continueReading()
      guard let reading = controller.response(request(.rows)).reading, reading.total == bytes.count
      else { continue }
      done.append(reading.done)
    }
    // A megabyte before the first rows, then half of one in each portion.
    #expect(done.first == 1 << 20 && bytes.count - (done.last ?? 0) <= 1 << 19)
    #expect(zip(done, done.dropFirst()).allSatisfy { $1 - $0 == 1 << 19 }, "\(done)")
    _ = controller.response(request(.fold(.open)))
    #expect((controller.response(request(.rows)).window?.total ?? 0) > 120_000)
    #expect(facts(controller.response(request(.show(as: nil))))?.kind == .json)
  }

  @Test func `a comparison is of the complete text, also while a large one is being decoded`() {
    let text = "{\"a\":\"" + String(repeating: "x", count: 700_000) + "\",\"b\":1}"
    var (controller, opened) = open(CharsetBody.wide(text), "application/json")
    #expect(facts(opened)?.reading != nil)
    let other = StoredBody.inline(Array(text.utf8))
    let update = controller.response(
      request(.compare(with: .stored(other), mediaType: "application/json", ignoring: [])))
    guard case .compared(let found) = update.outcome else {
      Issue.record("not compared")
      return
    }
    #expect(found.differences == 0)
    while controller.hasMore { _ = controller.continueReading() }
    #expect(controller.response(request(.rows)).reading == nil)
  }

  @Test func `the text of further pages is UTF-8, whatever the first page declares`() {
    let first = Array("[\"".utf8) + [0xC1, 0xC8] + Array("\"]".utf8)
    var (controller, _) = open(first, "application/json; charset=windows-1253")
    let joined = StoredBody.inline(Array("[\"ΑΘ\",\"ü\"]".utf8))
    let update = controller.response(request(.grow(.stored(joined))))
    #expect(rows(update).contains("ΑΘ") && rows(update).contains("ü"), "\(rows(update))")
    #expect(facts(update)?.decoding.encoding == .utf8)
    let back = controller.response(request(.decode(as: nil)))
    #expect(rows(back).contains("ü"), "\(rows(back))")
  }

  @Test func `values are compared by their text, not by their bytes`() {
    let latin: [UInt8] = [0x7B, 0x22, 0x61, 0x22, 0x3A, 0x22, 0xFC, 0x22, 0x7D]
    var (controller, _) = open(latin, "application/json; charset=latin1")
    let other = StoredBody.inline(Array("{\"a\":\"ü\"}".utf8))
    let update = controller.response(
      request(.compare(with: .stored(other), mediaType: "application/json", ignoring: [])))
    guard case .compared(let found) = update.outcome else {
      Issue.record("not compared")
      return
    }
    #expect(found.differences == 0)
  }
}
