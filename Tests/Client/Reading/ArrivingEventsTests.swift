import ClientModel
import ClientReading
import Glibc
import ReadingValues
import TestSupport
import Testing

/// An event stream that is shown while it arrives.
struct ArrivingEventsTests {
  /// A stream in a file, read as it grows.
  private struct Stream {
    let folder: TemporaryFolder
    let file: UnsafeMutablePointer<FILE>
    var controller = DocumentController { _ in nil }
    var sent = 0
    var last = DocumentUpdate(generation: 1, view: .tree)

    init() throws {
      folder = try TemporaryFolder()
      file = try #require(fopen(folder.path("body"), "w"))
      last = ask(
        .open(
          .arriving(StoredBytes(localFile: folder.path("body"))), mediaType: "text/event-stream"))
    }

    /// Sends events; what has arrived is requested after each `portion` of them.
    mutating func send(_ count: Int, portion: Int = 1_000, padding: String = "") {
      let end = sent + count
      while sent < end {
        let next = min(end, sent + portion)
        var text = ""
        for number in sent..<next { text += "id: \(number)\ndata: {\"n\":\(number)}\(padding)\n\n" }
        fputs(text, file)
        fflush(file)
        sent = next
        last = ask(.extend(.arriving(StoredBytes(localFile: folder.path("body")))))
      }
    }

    private mutating func ask(_ action: DocumentRequest.Action) -> DocumentUpdate {
      let row = last.row ?? 0
      return controller.response(
        DocumentRequest(
          generation: 1, view: .tree, action: action, row: row, window: row..<row + 90))
    }

    /// The text of the selected row.
    var newest: String {
      guard let row = last.row, case .outline(let shown)? = last.window?[row] else { return "" }
      return shown.pieces.map(\.text).joined()
    }

    func close() { fclose(file) }
  }

  @Test func `the newest event is selected in a stream longer than other bodies are read`() throws {
    var stream = try Stream()
    defer { stream.close() }
    let padding = String(repeating: " ", count: 400)
    stream.send(45_000, portion: 5_000, padding: padding)
    #expect(stream.last.row == 44_999 && stream.last.window?.total == 45_000)
    #expect(stream.newest.hasPrefix("message  {\"n\":44999}"))
    // Many small events have more nodes than other bodies may have.
    stream.send(60_000, portion: 20_000)
    #expect(stream.last.row == 104_999 && stream.newest.contains("\"n\":104999"))
  }

  @Test func `what arrives costs its own length at any length of the stream`() throws {
    func cost(after count: Int) throws -> Duration {
      var stream = try Stream()
      defer { stream.close() }
      stream.send(count, portion: 20_000)
      return threadTime { stream.send(200, portion: 5) }
    }
    let (few, many) = (try cost(after: 2_000), try cost(after: 120_000))
    #expect(many < few * 3, "\(few) for each part after 2,000 events, \(many) after 120,000")
  }
}
