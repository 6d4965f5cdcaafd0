import ClientModel
import JobFixtures
import Terminal
import Testing
import ViewModels

@testable import Panels

struct ResponsePanelTests {
  static let body = """
    {"user": {"id": 7, "name": "Ada Lovelace", "email": "ada@example.com",
      "address": {"street": "12 St James's Square", "city": "London", "geo": [51.5, -0.13]}},
     "tags": ["mathematics", "engines", "日本語 🙂"], "active": true, "manager": null,
     "notes": [], "balance": 1234.50, "items": [{"sku": "A-1", "count": 2}, {"sku": "B-2"}]}
    """

  static func tree() -> ResponseScene {
    var result = AttemptResult.json(body)
    result.head?.fields += [
      ResponseField("Server", "nginx"), ResponseField("Set-Cookie", "session=1; Path=/"),
    ]
    result.timings = Timings(
      nameLookup: .milliseconds(4), connected: .milliseconds(21), secured: .milliseconds(58),
      firstByte: .milliseconds(310), total: .milliseconds(340))
    result.connection = ConnectionFacts(address: "203.0.113.7:443", security: "TLSv1.3")
    result.transfer = TransferCounts(
      requestHeaders: 210, responseHeaders: 180, responseBody: 402)
    var refused = AttemptResult(
      end: .failed(
        Failure(.connectTimeout, what: "Not sent.", why: "No response.", whatToDo: "Wait.")))
    refused.timings.total = .seconds(10)
    var moved = AttemptResult.json("", status: 302)
    moved.timings.total = .milliseconds(90)
    var job = Job.fixture(12, .succeeded)
    job.attempts = 3
    let headers = [
      HeaderField("Accept", "application/json"), HeaderField("Authorization", "Bearer abc"),
    ]
    return ResponseScene(
      job, .fixture(headers: headers),
      [
        .fixture(1, of: 12, result: refused), .fixture(2, of: 12, result: moved),
        .fixture(3, of: 12, hop: 1, result: result),
      ])
  }

  static func tab(_ tab: ResponseTab) -> ResponseScene {
    var scene = tree()
    scene.run { $0.point(tab: tab.rawValue) }
    return scene
  }

  /// An attempt whose URL is wider than most panels.
  static func longURL() -> ResponseScene {
    var attempt = Attempt.fixture(1, of: 12, result: .json("{}"))
    attempt.displayURL =
      "https://api.example.com/v2/organisations/4711/projects/reports/2026/download"
      + "?format=json&fields=id,name,total&page=12&token=final-part"
    var scene = ResponseScene(.fixture(12, .succeeded), .fixture(), [attempt])
    scene.run { $0.point(tab: ResponseTab.attempts.rawValue) }
    return scene
  }

  /// A response that two assertions of its request do not hold of.
  static func checked(_ tab: ResponseTab) -> ResponseScene {
    var result = AttemptResult.json(#"{"id":7,"name":"lamp"}"#)
    result.verdicts = [
      AssertionVerdict("status 2xx", .held),
      AssertionVerdict(".name == \"table\"", .failed(got: "\"lamp\u{1B}[31m\"")),
      AssertionVerdict(
        ".items | length > 0", .unchecked(why: "jq was stopped: it took longer than 30 s.")),
    ]
    var scene = ResponseScene(
      .fixture(12, .succeeded), .fixture(), [.fixture(1, of: 12, result: result)])
    scene.run { $0.point(tab: tab.rawValue) }
    return scene
  }

  /// The topics of a subscription that was ended after a minute.
  static func topics() -> ResponseScene {
    let lines = [
      (0, "plant/pump/1/pressure", "2.31"), (1, "plant/pump/1/state", "{ \"on\": true}"),
      (2, "plant/pump/1/pressure", "2.35"), (30, "plant/hall \\u001b[31m/日本", "\"Grüße\""),
      (60, "plant/pump/1/pressure", "2.29"),
    ].map { time, topic, payload in
      "{\"time\":\(time * 1000),\"topic\":\"\(topic)\",\"qos\":1,\"retained\":false,"
        + "\"payload\":\(payload)}\n"
    }
    var result = AttemptResult.json(lines.joined())
    result.end = .cancelled
    result.head = ResponseHead(
      version: .mqtt311, status: 200, reason: "SUBACK",
      fields: [ResponseField("Content-Type", "application/x-ndjson")])
    var request = PreparedRequest.fixture()
    request.method = HTTPMethod("SUBSCRIBE") ?? .get
    request.url = "mqtt://broker.example.com/plant/%23"
    request.origin = Origin(scheme: "mqtt", host: "broker.example.com", port: 1883)
    var job = Job.fixture(12, .cancelled(sent: .atLeastOne))
    job.method = request.method
    var scene = ResponseScene(job, request, [.fixture(1, of: 12, result: result)])
    scene.run { $0.point(tab: ResponseTab.topics.rawValue) }
    return scene
  }

  static func found() -> ResponseScene {
    var scene = tree()
    scene.run { $0.body.find("london") }
    return scene
  }

  static func running() -> ResponseScene {
    var job = Job.fixture(12, .running(attempt: 2))
    job.since = Timestamp(milliseconds: 52_000)
    var scene = ResponseScene(job)
    scene.run {
      $0.receive(
        .progressed(JobID(12), TransferProgress(received: 1_200_000, toReceive: 4_800_000)))
    }
    return scene
  }

  static func retrying() -> ResponseScene {
    ResponseScene(
      .fixture(12, .waiting(.until(Timestamp(milliseconds: 75_000)))), .fixture(),
      [.fixture(1, of: 12, result: AttemptResult(end: .failed(failure)))])
  }

  /// A job whose server states two errors.
  static func errors() -> ResponseScene {
    let failure = Failure(
      .serviceFailure, what: "The job job-1 failed at the server.",
      why: "It reports 2 errors. The first is 5011: Invalid file format",
      whatToDo: "Look at the response's body; correct the request and retry it.",
      errors: [
        ServiceError(code: "5011", reason: "Invalid file format", detail: "a \u{1B}[31mred one"),
        ServiceError(code: "5007", reason: "Job took too long"),
      ])
    return ResponseScene(
      .fixture(12, .failed(failure)), .fixture(),
      [.fixture(1, of: 12, result: .json(#"{"status": "failed", "jobID": "job-1"}"#))])
  }

  static func state(_ state: JobState) -> ResponseScene { ResponseScene(.fixture(12, state)) }

  static let failure = Failure(
    .certificate, what: "The request to api.example.com was not sent.",
    why: "Its certificate ended on 3 March 2026.",
    whatToDo: "Ask its owner to renew it, or name a CA file that vouches for it.",
    cause: "certificate has expired")

  static let scenes: [(String, ResponseScene)] = [
    ("response-empty", ResponseScene()), ("response-tree", tree()), ("response-found", found()),
    ("response-checks", checked(.checks)), ("response-check-failed", checked(.tree)),
    ("response-topics", topics()),
    ("response-raw", tab(.raw)), ("response-headers", tab(.headers)),
    ("response-timing", tab(.timing)), ("response-attempts", tab(.attempts)),
    ("response-long-url", longURL()), ("response-running", running()),
    ("response-failed", state(.failed(failure))), ("response-errors", errors()),
    (
      "response-interrupted",
      state(
        .interrupted(
          .init(
            sent: 1_200, responseBegan: false, why: "Weir ended while the request was being sent."))
      )
    ),
    (
      "response-question",
      state(
        .held(.question(.redirectCarriesBody(to: "https://other.example/in", status: 307))))
    ), ("response-waiting", state(.waiting(.until(Timestamp(milliseconds: 75_000))))),
    ("response-retrying", retrying()),
  ]

  @Test(arguments: PanelStage.sizes)
  func `the response looks as it was approved`(size: Size) throws {
    for (name, scene) in Self.scenes {
      try GoldenScreen.check(
        PanelStage(size).draw(scene), name)
    }
  }

  @Test(arguments: [(0, 0), (1, 1), (2, 2), (5, 3), (12, 4), (40, 1), (200, 60)])
  func `the response draws at any size`(width: Int, height: Int) {
    let size = Size(width: width, height: height)
    for (_, scene) in Self.scenes { #expect(PanelStage(size).draw(scene).size == size) }
  }

  @Test func `a note says that accepted work is not finished and can be polled`() {
    var result = AttemptResult.json("", status: 202)
    result.body = .none
    result.head?.fields.append(ResponseField("Location", "/status/1"))
    let scene = ResponseScene(
      .fixture(12, .succeeded), .fixture(), [.fixture(1, of: 12, result: result)])
    let frame = PanelStage(Size(width: 100, height: 12)).draw(scene)
    #expect(frame.text.contains("The server accepted the work. Poll its status"))
  }

  @Test func `hostile text never reaches a cell`() throws {
    let quoted = "\"\\u001b[2J" + hostileText.filter { $0 != "\r\n" } + "\""
    let failure = Failure(
      .refused, what: hostileText, why: hostileText, whatToDo: hostileText, cause: hostileText)
    for body in ["{\(quoted): \(quoted), \"k\": [\(quoted)]}", hostileText, "<a>\(hostileText)"] {
      var result = AttemptResult.json(body)
      result.head = ResponseHead(
        status: 200, reason: hostileText,
        fields: [
          ResponseField("Content-Type", "application/json" + hostileText),
          ResponseField(hostileText, hostileText),
        ])
      result.connection = ConnectionFacts(address: hostileText, security: hostileText)
      result.end = .failed(failure)
      var attempt = Attempt.fixture(1, of: 1, result: result)
      attempt.displayURL = hostileText
      for state in [
        JobState.failed(failure), .held(.missingSecret(hostileText)),
        .polling(word: hostileText, next: nil),
        .interrupted(.init(sent: 1, responseBegan: true, why: hostileText)),
        .held(.question(.redirectCarriesBody(to: hostileText, status: 308))),
      ] {
        for attempts in [[attempt], []] {
          for tab in ResponseTab.allCases {
            var scene = ResponseScene(
              .fixture(1, state, url: hostileText),
              .fixture(headers: [HeaderField(hostileText, SensitiveText(hostileText))]), attempts)
            scene.run { $0.perform(.openAll) }
            scene.run { $0.point(tab: tab.rawValue) }
            let frame = PanelStage(Size(width: 60, height: 14)).draw(scene)
            #expect(frame.dangerous == [], "\(tab) \(state.word)")
          }
        }
      }
    }
  }

  @Test(arguments: [
    ("X-Permitted-Cross-Domain-Policies", "none"),
    ("X-Request", String(repeating: "0123456789", count: 6)),
  ])
  func `a selected header that is cut is shown in full below the list`(
    name: String, value: String
  ) throws {
    var result = AttemptResult.json("{}")
    result.head?.fields = [ResponseField("Server", "nginx"), ResponseField(name, value)]
    var scene = ResponseScene(
      .fixture(1, .succeeded), .fixture(), [.fixture(1, of: 1, result: result)])
    scene.run { $0.point(tab: ResponseTab.headers.rawValue) }
    let size = Size(width: 40, height: 20)
    let text = "\(name): \(value)"
    func shown() -> String {
      PanelStage(size).draw(scene).rows.map { $0.drop { $0 == " " } }.joined()
    }
    #expect(!shown().contains(text))
    scene.run { $0.point(row: 2) }
    #expect(shown().contains(text), "\(shown())")
  }

  @Test func `a click on a tab hits the tab that is drawn there`() {
    let size = Size(width: 60, height: 14)
    let scene = Self.tree()
    let frame = PanelStage(size).draw(scene)
    var seen: Set<ResponseTab> = []
    for x in 0..<size.width {
      guard
        case .responseTab(let tab)? = ResponsePanel.target(
          at: Point(x: x, y: 1), of: scene.model, size: size)
      else { continue }
      let letter = frame[Point(x: x, y: 1)].glyph.text
      let title = ResponseTab(rawValue: tab)?.title ?? ""
      #expect(letter == " " || title.contains(letter))
      if let tab = ResponseTab(rawValue: tab) { seen.insert(tab) }
    }
    #expect(seen == Set(scene.model.tabs))
  }

  @Test func `the selection is marked on its row alone`() {
    let frame = PanelStage(Size(width: 60, height: 14)).draw(Self.tree())
    let marked = (0..<14).filter { y in
      frame.inks(row: y).contains { $0.ink.ground == .selected }
    }
    #expect(marked.count == 1)
  }

  @Test(arguments: PanelStage.sizes)
  func `a URL that is cut shows both ends, and is complete below`(size: Size) throws {
    let url = try #require(Self.longURL().model.exchange.attempts.first?.displayURL)
    let rows = PanelStage(size).draw(Self.longURL()).rows
    #expect(rows[2].contains("https://") && rows[2].contains("…") && rows[2].contains("t"))
    let below = rows.drop { !$0.contains("───") }.dropFirst()
    let reported = below.map { $0.trimmingPrefix(" ") }.joined()
    #expect(reported == url)
  }
}
