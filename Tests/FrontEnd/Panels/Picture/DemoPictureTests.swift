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
        .running: 2, .waiting: 3, .held: 1, .succeeded: 2, .failed: 2,
      ]
      let lane = LaneTally.fixture(host, limit: 2, counts: counts)
      let durations = [90, 180, 200, 700, 340, 900, 210, 412].map { Duration.milliseconds($0) }
      let activity = LaneActivity(
        durations: durations,
        running: [Timestamp(milliseconds: 58_000), Timestamp(milliseconds: 59_600)])
      let waiting = [JobID(12): 0, JobID(13): 1, JobID(14): 2]
      let sections = QueueSections([.running: 2, .next: 3, .held: 1, .done: 4])
      let events: [AppEvent] = [
        .place(WorkspaceStatus(workspace: "Bookshop", role: .demo, isScratch: false)),
        .themes(Theme.bundledNames, chosen: "dark"), .requests(requests.map(\.name)),
        .requestHeads(
          Dictionary(
            uniqueKeysWithValues: requests.map { ($0.name, RequestHead(method: $0.method)) })),
        .graphNames(["checkout", "nightly"]), .composer(.loaded(draft, name: "books/list")),
        .queue(.lanes([lane])), .queue(.activity([lane.lane.key: activity], ahead: waiting)),
        .queue(.jobs(jobs(host), offset: 0, total: 10, sections: sections)),
        .spinnerStepped(step: 2, now: Timestamp(milliseconds: 60_000)),
        .composer(.submitted(JobID(9), .immediate)),
      ]
      return events.flatMap { model.receive($0) }
    }
    var result = AttemptResult.json(books)
    result.timings.total = .milliseconds(912)
    scene.run {
      $0.receive(
        .response(.exchange(jobs(host)[6], .fixture(), [.fixture(1, of: 9, result: result)])))
    }
    scene.perform(.app(.focusResponse), .move(.down), .move(.down), .move(.down))
    scene.perform(.response(.toggle))
    return scene
  }

  private static let requests = [
    ("books/add", "POST"), ("books/cover", "GET"), ("books/list", "GET"), ("books/one", "GET"),
    ("books/remove", "DELETE"), ("customers/find", "GET"), ("customers/rename", "PATCH"),
    ("orders/cancel", "DELETE"), ("orders/latest", "GET"), ("orders/missing", "GET"),
    ("orders/new", "POST"), ("reports/yearly", "PUT"), ("stock/flaky", "GET"), ("token", "POST"),
  ].map { (name: $0.0, method: $0.1) }

  private static func jobs(_ host: String) -> [Job] {
    let rows: [(Int64, JobState, HTTPMethod, String, Int?, String)] = [
      (10, .running(attempt: 1), .put, "/reports/2026", nil, "reports/yearly"),
      (11, .running(attempt: 1), .get, "/books/1", nil, "books/one"),
      (12, .waiting(.slot), .get, "/orders/latest", nil, "orders/latest"),
      (13, .waiting(.until(Timestamp(milliseconds: 68_000))), .get, "/stock/7", nil, "stock/flaky"),
      (14, .waiting(.slot), .post, "/books", nil, "books/add"),
      (8, .held(.byUser), .post, "/orders", nil, "orders/new"),
      (9, .succeeded, .get, "/books?limit=20", 200, "books/list"),
      (7, .failed(missing), .get, "/orders/0", 404, "orders/missing"),
      (6, .succeeded, .post, "/token", 201, "token"),
      (5, .failed(unavailable), .get, "/stock/1", 503, "stock/flaky"),
    ]
    return rows.map { id, state, method, path, status, name in
      var job = Job.fixture(id, state, lane: host, url: host + path)
      (job.method, job.name, job.status) = (method, name, status)
      job.since = Timestamp(milliseconds: id == 10 ? 58_000 : 59_600)
      if status == nil, id == 13 { (job.seriesAttempts, job.status) = (2, 503) }
      if status != nil {
        job.elapsed = .milliseconds(Int(id) * 57 - 101)
        job.bodyLength = ByteCount(Int64(112 + 5300 * (id % 2)))
      }
      return job
    }
  }

  private static let missing = Failure(
    .errorStatus, what: "404 Not Found", why: "", whatToDo: "")
  private static let unavailable = Failure(
    .errorStatus, what: "503 Service Unavailable", why: "", whatToDo: "")

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
