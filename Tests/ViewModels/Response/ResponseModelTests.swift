import ClientModel
import JobFixtures
import ReadingValues
import Testing
import ViewModels

struct ResponseModelTests {
  static let body = #"{"a": {"b": {"c": [1, 2, {"deep": true}]}}, "name": "Ada", "n": null}"#

  @Test func `opening a job asks for its exchange`() {
    var model = ResponseModel()
    #expect(model.open(JobID(7)) == [.response(.load(JobID(7)))])
  }

  @Test func `a small body opens two levels deep`() {
    let driver = ResponseDriver.showing(Self.body)
    #expect(driver.tree == ["-<3>", "- a:<1>", "+  b:<1>", "  name:\"Ada\"", "  n:null"])
  }

  @Test func `a response that holds its data besides other things opens at the data`() {
    let text = #"{"status":"finished","actions":[{"version":"v1","result":{"sum":{"n":1}}}]}"#
    var result = AttemptResult.json(text)
    result.processing = Processing(root: "/actions/0/result")
    var driver = ResponseDriver()
    driver.run { $0.open(JobID(1)) }
    driver.receive(
      .exchange(.fixture(1, .succeeded), .fixture(), [.fixture(1, of: 1, result: result)]))
    #expect(driver.tree[driver.model.pane.list.selected] == "-   result:<1>")
    driver.run { $0.point(row: 0) }
    driver.receive(.changed([.fixture(1, .succeeded)]))
    #expect(driver.model.pane.list.selected == 0)
    result.processing = Processing(root: "/gone")
    driver.run { $0.open(JobID(2)) }
    driver.receive(
      .exchange(.fixture(2, .succeeded), .fixture(), [.fixture(1, of: 2, result: result)]))
    #expect(driver.model.pane.list.selected == 0)
    #expect(driver.others.allSatisfy { if case .notify = $0 { false } else { true } })
  }

  @Test func `folding keeps the selection on its value`() {
    var driver = ResponseDriver.showing(Self.body)
    driver.run { $0.point(row: 3) }
    driver.perform(.openAll)
    #expect(driver.tree.count == 10)
    #expect(driver.tree[driver.model.pane.list.selected] == "  name:\"Ada\"")
    driver.perform(.closeAll)
    #expect(driver.tree[driver.model.pane.list.selected] == "  name:\"Ada\"")
  }

  @Test func `closing what surrounds the selection moves it there`() {
    var driver = ResponseDriver.showing(Self.body)
    driver.perform(.openAll)
    driver.run { $0.point(row: 7) }
    #expect(driver.tree[driver.model.pane.list.selected].contains("deep"))
    driver.perform(.depth1)
    #expect(driver.tree == ["-<3>", "+ a:<1>", "  name:\"Ada\"", "  n:null"])
    #expect(driver.model.pane.list.selected == 1)
  }

  @Test func `left closes an open value and then goes to its parent`() {
    var driver = ResponseDriver.showing(Self.body)
    driver.run { $0.point(row: 1) }
    driver.run { $0.move(.left) }
    #expect(driver.tree == ["-<3>", "+ a:<1>", "  name:\"Ada\"", "  n:null"])
    driver.run { $0.move(.left) }
    #expect(driver.model.pane.list.selected == 0)
  }

  @Test func `siblings are walked past what is open between`() {
    var driver = ResponseDriver.showing(Self.body)
    driver.run { $0.point(row: 1) }
    driver.perform(.nextSibling)
    #expect(driver.model.pane.list.selected == 3)
    driver.perform(.previousSibling)
    #expect(driver.model.pane.list.selected == 1)
    driver.perform(.previousSibling)
    #expect(driver.others.last == .notify(Notice(.info, "There is no previous sibling.")))
  }

  @Test func `a hit inside a closed value opens it`() {
    var driver = ResponseDriver.showing(Self.body)
    driver.run { $0.body.find("deep") }
    #expect(driver.tree[driver.model.pane.list.selected].hasSuffix("deep:true"))
  }

  @Test func `the next hit is in another row, and the search wraps with a word`() {
    var driver = ResponseDriver.showing(#"["xx", "y", "x"]"#)
    driver.run { $0.body.find("x") }
    #expect(driver.model.pane.list.selected == 1)
    driver.run { $0.body.findNext() }
    #expect(driver.model.pane.list.selected == 3)
    #expect(driver.others.count == 1)
    driver.run { $0.body.findNext() }
    #expect(driver.model.pane.list.selected == 1)
    #expect(
      driver.others.last == .notify(Notice(.info, "The search continued from the other end.")))
    driver.run { $0.body.findPrevious() }
    #expect(driver.model.pane.list.selected == 3)
  }

  @Test func `a search backward opens what is closed above and does not skip the hit`() {
    var driver = ResponseDriver.showing(#"[[[["q"]]], 1, 2, 3, "q"]"#)
    driver.run { $0.move(.last) }
    driver.run { $0.body.find("q") }
    driver.run { $0.body.findPrevious() }
    #expect(driver.tree[driver.model.pane.list.selected] == "     0:\"q\"")
  }

  @Test func `what is nowhere is said`() {
    var driver = ResponseDriver.showing(Self.body)
    driver.run { $0.body.find("zebra") }
    guard case .notify(let notice)? = driver.others.last else {
      Issue.record("no notice")
      return
    }
    #expect(notice.what == "\"zebra\" was not found.")
  }

  @Test(arguments: [
    (ResponseCommand.copyValue, "Ada"), (.copyKey, "name"), (.copyPath, "/name"),
    (.copyQuery, ".name"), (.copyBody, body), (.copyRow, "\"Ada\""),
  ])
  func `copying brings the text`(command: ResponseCommand, text: String) {
    var driver = ResponseDriver.showing(Self.body)
    driver.run { $0.point(row: 3) }
    driver.perform(command)
    guard case .copy(let copied, _)? = driver.others.last else {
      Issue.record("nothing copied")
      return
    }
    #expect(copied == text)
  }

  @Test func `raw lays JSON out and shows it as it came`() {
    var driver = ResponseDriver.showing(#"{"a":[1]}"#)
    driver.perform(.nextTab)
    #expect(driver.lines == ["{", "  \"a\": [", "    1", "  ]", "}"])
    driver.perform(.toggle)
    #expect(driver.lines == [#"{"a":[1]}"#])
  }

  @Test func `only windows of a large body are held`() {
    let items = (0..<5_000).map(String.init).joined(separator: ",")
    var driver = ResponseDriver.showing("[\(items)]", rows: 10)
    driver.perform(.openAll)
    driver.run { $0.move(.last) }
    #expect(driver.tree.last == "  4999:4999")
    #expect(driver.model.pane.window.rows.count <= 40)
    driver.run { $0.move(.first) }
    #expect(driver.tree.first == "-<5000>")
  }

  @Test func `rows of a body that is gone are passed over`() {
    var driver = ResponseDriver.showing("[1]")
    let late = DocumentUpdate(
      generation: 0, view: .tree, window: RowWindow(offset: 0, rows: [], total: 99))
    driver.receive(.document(late))
    #expect(driver.model.pane.window.total == 2)
  }

  @Test func `news of another job change nothing on show`() {
    var driver = ResponseDriver.showing("[1]")
    let before = driver.model
    driver.receive(.changed([.fixture(2, .running(attempt: 1))]))
    driver.receive(.began(JobID(2), ResponseHead(status: 500)))
    driver.receive(.progressed(JobID(2), TransferProgress(received: 5)))
    #expect(
      driver.model.exchange == before.exchange && driver.model.body.reading == before.body.reading)
    // The head is kept for the case that the job is opened.
    driver.receive(.changed([.fixture(2, .succeeded)]))
    #expect(driver.model == before)
  }

  @Test func `a job that ends is read again`() {
    var model = ResponseModel()
    _ = model.open(JobID(1))
    _ = model.receive(.changed([.fixture(1, .running(attempt: 1))]))
    let effects = model.receive(.changed([.fixture(1, .succeeded)]))
    #expect(effects == [.response(.load(JobID(1)))])
  }

  @Test func `choosing another attempt shows its body`() {
    var driver = ResponseDriver()
    driver.run { $0.open(JobID(1)) }
    driver.receive(
      .exchange(
        .fixture(1, .succeeded), .fixture(),
        [
          .fixture(1, of: 1, result: .json(#"["first"]"#, status: 503)),
          .fixture(2, of: 1, result: .json(#"["second"]"#)),
        ]))
    #expect(driver.tree.last == "  0:\"second\"")
    driver.run { $0.point(tab: ResponseTab.attempts.rawValue) }
    driver.perform(.toggle)
    driver.run { $0.point(tab: ResponseTab.tree.rawValue) }
    #expect(driver.model.head?.status == 503)
    #expect(driver.tree.last == "  0:\"first\"")
  }

  @Test func `credentials are dots in the Headers tab`() {
    var driver = ResponseDriver()
    driver.run { $0.open(JobID(1)) }
    let headers = [
      HeaderField("Authorization", "Bearer abc123"), HeaderField("X-Key", .secret("s3cret")),
      HeaderField("Accept", "text/plain"),
    ]
    driver.receive(.exchange(.fixture(1), .fixture(headers: headers), []))
    let text = "\(driver.model.headers.rows)"
    #expect(!text.contains("abc123"))
    #expect(!text.contains("s3cret"))
    #expect(text.contains("text/plain"))
  }

  @Test(arguments: ["Location", "Operation-Location"])
  func `work that a 202 accepted can be polled`(field: String) {
    var driver = ResponseDriver()
    driver.run { $0.open(JobID(1)) }
    var result = AttemptResult.json("{}", status: 202)
    result.head?.fields.append(ResponseField(field, "/status/1"))
    driver.receive(
      .exchange(.fixture(1, .succeeded), .fixture(), [.fixture(1, of: 1, result: result)]))
    #expect(driver.model.awaitsPolling && driver.model.obstacle(to: .poll) == nil)
    driver.perform(.poll)
    #expect(driver.others.last == .queue(.pollAccepted(JobID(1))))
  }

  @Test func `a response without a status URL and a job that was polled are not polled`() {
    var driver = ResponseDriver.showing("1")
    #expect(driver.model.obstacle(to: .poll)?.what == "There is nothing to poll.")
    var result = AttemptResult.json("{}", status: 202)
    result.head?.fields.append(ResponseField("Location", "/status/1"))
    var job = Job.fixture(1, .succeeded)
    job.remote = RemoteJobState(
      address: "https://api.example.com/status/1", accepted: Timestamp(milliseconds: 0))
    driver.receive(.exchange(job, .fixture(), [.fixture(1, of: 1, result: result)]))
    #expect(!driver.model.awaitsPolling)
  }

  @Test(arguments: ResponseCommand.allCases)
  func `every command without a response says why or does nothing harmful`(
    command: ResponseCommand
  ) {
    #expect(ResponseModel().obstacle(to: command)?.what == "No response is open.")
  }
}
