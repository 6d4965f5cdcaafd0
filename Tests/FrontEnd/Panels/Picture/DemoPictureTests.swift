import ClientModel
import Foundation
import FoundationXML
import JobFixtures
import Panels
import Terminal
import Testing
import ViewModels

/// The picture of the README shows the interface as it is. `WEIR_RECORD_SCREENS=1` draws it anew.
struct DemoPictureTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../../Sources/App/Manual/demo.svg").standardizedFileURL
  private static let size = Size(width: 120, height: 30)

  @Test func `the picture of the README is that of the interface`() throws {
    let theme = try #require(try Theme.bundled(named: "dark"))
    let picture = FrameSVG(frame: Self.scene().frame, palette: theme.palette).text
    if ProcessInfo.processInfo.environment["WEIR_RECORD_SCREENS"] != nil {
      try picture.write(to: Self.file, atomically: true, encoding: .utf8)
      return
    }
    #expect(
      picture == (try String(contentsOf: Self.file, encoding: .utf8)),
      "demo.svg is stale: run this test with WEIR_RECORD_SCREENS=1")
  }

  @Test func `a picture is well-formed XML and holds what the frame holds`() throws {
    var frame = Frame(size: Size(width: 12, height: 1))
    frame.put(SafeText("a<b & \"c\""), in: frame.bounds, ink: Ink(.text).bold)
    let text = FrameSVG(frame: frame, palette: .plain).text
    let parser = XMLText(text)
    #expect(parser.isWellFormed)
    #expect(parser.words == ["The", "interface", "of", "Weir", "a<b", "&", "\"c\""])
    #expect(text.contains("font-weight=\"bold\""))
  }

  /// The bookshop of the demo, some seconds after the first requests were sent.
  private static func scene() -> ExchangeScene {
    let host = "https://bookshop.example"
    var scene = ExchangeScene(books, size)
    scene.run { model in
      let draft = Draft(
        name: "books/list", method: "GET", url: host + "/books",
        query: [DraftField("limit", "20"), DraftField("author", "{{author}}", mark: .off)],
        headers: [DraftField("Accept", "application/json")])
      let counts: [JobState.Word: Int] = [
        .running: 2, .waiting: 3, .succeeded: 2, .failed: 1, .polling: 1,
      ]
      let events: [AppEvent] = [
        .place(WorkspaceStatus(workspace: "Bookshop", role: .demo, isScratch: false)),
        .themes(Theme.bundledNames, chosen: "dark"), .composer(.loaded(draft, name: "books/list")),
        .queue(.lanes([.fixture(host, limit: 2, counts: counts)])),
        .queue(.jobs(jobs(host), offset: 0, total: 9)),
        .composer(.submitted(JobID(2), .immediate)),
      ]
      return events.flatMap { model.receive($0) }
    }
    var result = AttemptResult.json(books)
    result.timings.total = .milliseconds(912)
    scene.run {
      $0.receive(
        .response(.exchange(jobs(host)[1], .fixture(), [.fixture(1, of: 2, result: result)])))
    }
    scene.perform(.app(.focusResponse), .move(.down), .move(.down), .move(.down))
    scene.perform(.response(.toggle))
    return scene
  }

  private static func jobs(_ host: String) -> [Job] {
    let rows: [(JobState, HTTPMethod, String, Int?)] = [
      (.polling(word: "running", next: Timestamp(milliseconds: 2000)), .put, "/reports/2026", 202),
      (.succeeded, .get, "/books?limit=20", 200), (.succeeded, .get, "/books/1", 200),
      (.failed(missing), .get, "/orders/0", 404), (.running(attempt: 1), .get, "/books/2", nil),
      (.running(attempt: 2), .get, "/stock/flaky", nil), (.waiting(.slot), .get, "/books/3", nil),
      (.waiting(.slot), .post, "/books", nil), (.waiting(.slot), .get, "/orders/latest", nil),
    ]
    return rows.enumerated().map { number, row in
      var job = Job.fixture(Int64(number + 1), row.0, lane: host, url: host + row.2)
      job.method = row.1
      job.status = row.3
      if row.3 != nil {
        job.elapsed = .milliseconds(412 + 250 * number)
        job.bodyLength = ByteCount(Int64(1200 + 5300 * (number % 2)))
      }
      return job
    }
  }

  private static let missing = Failure(
    .errorStatus, what: "404 Not Found", why: "", whatToDo: "")

  private static let books: String = {
    let titles = ["Timber", "The Sluice", "Lock and Weir", "High Water"]
    let rows = titles.enumerated().map { number, title in
      #"{"id":\#(number + 1),"title":"\#(title)","author":{"name":"Author \#(number + 1)"},"#
        + #""price":{"amount":\#(number + 5).50,"currency":"EUR"},"available":true}"#
    }
    return #"{"total":60,"books":[\#(rows.joined(separator: ","))],"next":null}"#
  }()
}

/// The words between the tags of an XML text.
private final class XMLText: NSObject, XMLParserDelegate {
  private(set) var isWellFormed = false
  private var text = ""

  init(_ source: String) {
    super.init()
    let parser = XMLParser(data: Data(source.utf8))
    parser.delegate = self
    isWellFormed = parser.parse()
  }

  var words: [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
    qualifiedName: String?
  ) { text += " " }
}
