import ClientModel
import JobFixtures
import Terminal
import Testing
import ViewModels

@testable import Panels

struct QueuePanelTests {
  static func busy() -> QueueModel {
    var model = QueueModel()
    _ = model.receive(
      .lanes([
        LaneTally(
          lane: Lane(key: LaneKey(name: "api"), limit: 2),
          counts: [.running: 2, .waiting: 1, .failed: 1, .succeeded: 1, .held: 1, .interrupted: 1])
      ]))
    var jobs: [Job] = [
      .fixture(8, .running(attempt: 1), url: "https://api.example.com/reports/2026/download?all=1"),
      .fixture(9, .running(attempt: 1), url: "https://api.example.com/upload"),
      .fixture(10, url: "https://api.example.com/things?page=2"),
      .fixture(
        11, .held(.question(.redirectCarriesBody(to: "https://other.example", status: 307))),
        url: "https://api.example.com/orders"),
      .fixture(
        12, .interrupted(.init(sent: 120, responseBegan: false, why: "The connection was lost.")),
        url: "https://api.example.com/orders"),
      .fixture(7, .succeeded, url: "https://api.example.com/things"),
      .fixture(
        6, .failed(Failure(.refused, what: "Not sent.", why: "Refused.", whatToDo: "Start it.")),
        url: "https://api.example.com/"),
      .fixture(5, .cancelled(sent: 0), url: "https://api.example.com/slow"),
    ]
    jobs[1].method = .put
    jobs[3].method = .post
    jobs[4].method = .post
    jobs[5].status = 200
    jobs[5].bodyLength = 1_834
    jobs[5].elapsed = .milliseconds(340)
    jobs[6].elapsed = .milliseconds(2)
    _ = model.show(rows: 8)
    _ = model.receive(.jobs(jobs, offset: 0, total: jobs.count))
    _ = model.receive(
      .progressed(JobID(8), TransferProgress(received: 1_200_000, toReceive: 4_800_000)))
    _ = model.receive(.progressed(JobID(9), TransferProgress(sent: 81_000)))
    _ = model.point(row: 2)
    return model
  }

  static func paused() -> QueueModel {
    var model = QueueModel()
    var held = Lane(key: LaneKey(name: "payments"), limit: 4)
    held.heldUntil = Timestamp(milliseconds: 95_000)
    _ = model.receive(
      .lanes([
        .fixture("api", pause: .byUser, counts: [.waiting: 2]),
        .fixture("https://long.host.example.com:8443", pause: .byRestart, counts: [.waiting: 1]),
        LaneTally(lane: held, counts: [.waiting: 12]),
      ]))
    _ = model.receive(.runner("process 4711"))
    _ = model.show(rows: 8)
    _ = model.receive(
      .jobs(
        [
          .fixture(1), .fixture(2, url: "https://api.example.com/b"),
          .fixture(
            3, .waiting(.until(Timestamp(milliseconds: 70_000))),
            lane: "https://long.host.example.com:8443",
            url: "https://long.host.example.com:8443/c"),
        ], offset: 0, total: 900))
    return model
  }

  /// A queue with all sections, and jobs that wait for different reasons.
  static func sections() -> QueueModel {
    var (full, paused) = (Lane(key: LaneKey(name: "api.example")), Lane(key: LaneKey(name: "pay")))
    (full.rate, paused.limit, paused.pause) = (20, 4, .byUser)
    paused.pausedSince = Timestamp(milliseconds: 30_000)
    var jobs: [Job] = [
      .fixture(31, .running(attempt: 1)), .fixture(33, .running(attempt: 1)), .fixture(34),
      .fixture(35), .fixture(36, .waiting(.until(Timestamp(milliseconds: 78_000)))),
      .fixture(39, .waiting(.job(JobID(34)))), .fixture(41, lane: "pay"),
      .fixture(40, .held(.byUser), lane: "pay"),
      .fixture(
        28, .interrupted(.init(sent: 120, responseBegan: false, why: "The connection was lost.")),
        lane: "pay"),
      .fixture(30, refused), .fixture(29, .succeeded),
    ]
    let paths = [
      "reports/2026", "books", "orders", "books/2", "stock/7", "invoices", "payments/1",
      "payments/2", "payments/3", "orders", "books",
    ]
    for index in jobs.indices {
      jobs[index].displayURL = "https://api.example.com/\(paths[index])"
      if jobs[index].lane.name == "api" { jobs[index].lane = full.key }
    }
    for index in [2, 5, 6, 7, 8, 9] { jobs[index].method = .post }
    (jobs[0].method, jobs[0].name, jobs[1].name) = (.put, "reports/yearly", "books/list")
    (jobs[0].since, jobs[1].since) = (
      Timestamp(milliseconds: 51_000), Timestamp(milliseconds: 58_500)
    )
    (jobs[4].seriesAttempts, jobs[4].attemptLimit, jobs[4].status) = (2, 5, 503)
    (jobs[9].status, jobs[9].bodyLength, jobs[9].elapsed) = (500, 112, .milliseconds(41))
    (jobs[10].status, jobs[10].bodyLength, jobs[10].elapsed) = (200, 9_200, .milliseconds(900))
    jobs[10].name = "books/list"
    var model = QueueModel()
    _ = model.receive(
      .lanes([
        LaneTally(lane: full, counts: [.running: 2, .waiting: 4, .succeeded: 211]),
        LaneTally(lane: paused, counts: [.waiting: 1, .held: 1, .interrupted: 1]),
        .fixture("mail", counts: [.succeeded: 1]),
      ]))
    let durations = [90, 180, 200, 700, 340, 900, 210, 340].map { Duration.milliseconds($0) }
    let running = jobs[0...1].map(\.since)
    _ = model.receive(
      .activity(
        [full.key: LaneActivity(durations: durations, running: running)],
        ahead: [JobID(34): 0, JobID(35): 13, JobID(36): 14, JobID(39): 15, JobID(41): 0]))
    _ = model.show(rows: 8)
    let sections = QueueSections([.running: 2, .next: 5, .held: 2, .done: 211])
    _ = model.receive(.jobs(jobs, offset: 0, total: 220, sections: sections))
    _ = model.receive(
      .progressed(JobID(31), TransferProgress(sent: 7_600_000, toSend: 63_000_000)))
    return model
  }

  /// Two graphs over the jobs: one that goes on, and one that was stopped.
  static func graphs() -> QueueModel {
    func plan(_ name: String, _ steps: [String]) -> GraphPlan {
      GraphPlan(name: name, steps: steps.map { GraphStep(name: $0, work: .request($0)) })
    }
    let began = Timestamp(milliseconds: 0)
    let running = GraphRun(
      id: GraphID(4), plan: plan("checkout", ["login", "basket", "pay", "mail", "log"]),
      created: began,
      steps: [
        StepProgress(state: .done, job: JobID(8)), StepProgress(state: .running, job: JobID(9)),
        StepProgress(
          state: .failed,
          failure: Failure(
            .invalidRequest, what: "The value `id` is missing.", why: "It is not there.",
            whatToDo: "Correct it.")),
        StepProgress(state: .skipped(because: 2)), StepProgress(),
      ])
    let stopped = GraphRun(
      id: GraphID(3), plan: plan("nightly", ["a", "b"]), created: began, instruction: .stop,
      steps: [StepProgress(state: .done), StepProgress(state: .notRun)])
    var model = QueueModel()
    _ = model.receive(.lanes([.fixture("api", counts: [.running: 1, .succeeded: 1])]))
    _ = model.show(rows: 8)
    let jobs: [Job] = [.fixture(9, .running(attempt: 1)), .fixture(8, .succeeded)]
    _ = model.receive(.graphs([running, stopped], jobs))
    _ = model.receive(.jobs(jobs, offset: 0, total: 2))
    _ = model.point(row: 0)
    return model
  }

  private static let refused =
    Failure(status: 500, assertions: []).map { JobState.failed($0) } ?? .succeeded

  /// A batch that goes on with some of its rows open, one on hold, and a job beside them.
  static func batches() -> QueueModel {
    func batch(_ id: Int64, _ name: String, _ counts: RowCounts, _ first: Int64, _ count: Int)
      -> GraphRun
    {
      GraphRun(
        id: GraphID(id), plan: GraphPlan(rows: RowPlan(source: name, count: count)),
        created: Timestamp(milliseconds: 0), instruction: id == 3 ? .hold : .run,
        rows: RowProgress(first: JobID(first), counts: counts))
    }
    let open = batch(
      12, "customers.csv",
      RowCounts([
        .succeeded: 40_812, .failed: 3, .running: 2, .waiting: 59_183,
      ]), 1, 100_000)
    let held = batch(3, "orders.ndjson", RowCounts([.waiting: 200]), 200_001, 200)
    var jobs: [Job] = [
      .fixture(1, .succeeded), .fixture(2, Self.refused), .fixture(3, .running(attempt: 1)),
      .fixture(4),
    ]
    (jobs[0].status, jobs[1].status) = (200, 500)
    jobs[0].check = CheckTally(held: 1, failed: 1, first: "time < 200 ms")
    let words = Dictionary(
      uniqueKeysWithValues: jobs.map { ($0.id, "id=\($0.id), name=lamp \($0.id)") })
    var model = QueueModel()
    _ = model.receive(.lanes([.fixture("api", counts: [.running: 2, .waiting: 59_383])]))
    _ = model.show(rows: 8)
    _ = model.receive(.graphs([open, held], []))
    _ = model.receive(.jobs([.fixture(300_000)], offset: 0, total: 1))
    _ = model.perform(.fold)
    _ = model.receive(.rows(BatchRows(rows: 0..<200, jobs: jobs, words: words), of: open.id))
    return model
  }

  @Test(arguments: PanelStage.sizes)
  func `the queue looks as it was approved`(size: Size) throws {
    let scenes = [
      ("queue-empty", QueueModel()), ("queue-busy", Self.busy()), ("queue-paused", Self.paused()),
      ("queue-graphs", Self.graphs()), ("queue-batches", Self.batches()),
    ]
    for (name, model) in scenes {
      try GoldenScreen.check(
        PanelStage(size).draw(model), name)
    }
  }

  @Test(arguments: [(46, 24), (54, 24), (80, 24), (120, 30)])
  func `the sections look as they were approved`(width: Int, height: Int) throws {
    let size = Size(width: width, height: height)
    try GoldenScreen.check(PanelStage(size).draw(Self.sections()), "queue-sections")
  }

  @Test(arguments: [46, 54, 80, 120])
  func `the reason and the expected start are in the row at every width`(width: Int) throws {
    let rows = PanelStage(Size(width: width, height: 24)).draw(Self.sections()).rows
    func row(_ id: Int) throws -> String { try #require(rows.first { $0.contains("#\(id)") }) }
    #expect(try row(34).contains("lane full") && row(34).contains("1st"))
    #expect(try row(35).contains("≈ 5 s") && row(36).contains("18 s"))
    #expect(try row(36).contains("503") && row(39).contains("after #34"))
    #expect(try row(41).contains("paused") && row(40).contains("H releases"))
    #expect(try row(28).contains("r retry") && row(28).contains("done"))
    #expect(try row(31).contains("12 %") && row(31).contains("▰"))
    #expect(try row(29).contains("✓") && row(29).contains("200"))
  }

  @Test(arguments: [46, 54, 80, 120])
  func `jobs begin below the name of their section`(width: Int) throws {
    let rows = PanelStage(Size(width: width, height: 24)).draw(Self.sections()).rows
    #expect(rows.contains { $0.hasPrefix("▾ Running") })
    #expect(rows.contains { $0.hasPrefix("  #31") })
  }

  @Test(arguments: [(0, 0), (1, 1), (3, 2), (12, 3), (40, 1), (200, 60)])
  func `the queue draws at any size`(width: Int, height: Int) {
    for model in [
      QueueModel(), Self.busy(), Self.paused(), Self.graphs(), Self.batches(), Self.sections(),
    ] {
      let size = Size(width: width, height: height)
      #expect(PanelStage(size).draw(model).size == size)
    }
  }

  @Test func `hostile text never reaches a cell`() {
    var model = QueueModel()
    _ = model.show(rows: 8)
    _ = model.receive(.lanes([.fixture(hostileText)]))
    let failure = Failure(.refused, what: hostileText, why: hostileText, whatToDo: hostileText)
    _ = model.receive(
      .jobs(
        [
          .fixture(1, .failed(failure), lane: hostileText, url: "http://a/" + hostileText),
          .fixture(2, .held(.missingSecret(hostileText)), lane: hostileText, url: hostileText),
          .fixture(3, .polling(word: hostileText, next: nil), lane: "b", url: hostileText),
        ], offset: 0, total: 3))
    for size in PanelStage.sizes { #expect(PanelStage(size).draw(model).dangerous == []) }
  }

  @Test(arguments: [
    (40, "3 s"), (70, "running · 1m 12s · 5× · next 3 s"),
    (110, "running · 1m 12s · 5× · next 3 s"),
  ])
  func `a job that a server works on shows its word, its age, the questions and the next one`(
    width: Int, reported: String
  ) {
    var job = Job.fixture(
      1, .polling(word: "running", next: Timestamp(milliseconds: 75_000)),
      url: "https://a.example/reports")
    job.remote = RemoteJobState(
      address: "https://a.example/ops/1", accepted: Timestamp(milliseconds: 0), word: "running",
      asked: 5)
    var model = QueueModel()
    _ = model.show(rows: 8)
    _ = model.receive(.lanes([.fixture()]))
    _ = model.receive(.jobs([job], offset: 0, total: 1))
    var stage = PanelStage(Size(width: width, height: 10))
    stage.now = Timestamp(milliseconds: 72_000)
    #expect(stage.draw(model).rows.contains { $0.contains(reported) }, "\(stage.draw(model).rows)")
  }

  @Test func `a click selects the job that is drawn there`() {
    let size = Size(width: 60, height: 14)
    var model = Self.busy()
    _ = model.show(rows: QueuePanel.page(of: model, size: size))
    let frame = PanelStage(size).draw(model)
    for y in 0..<size.height {
      let target = QueuePanel.target(at: Point(x: 3, y: y), of: model, size: size)
      guard case .queueRow(let row)? = target else {
        #expect(!frame.text(row: y).contains("#"))
        continue
      }
      #expect(frame.text(row: y).contains("#\(model.rows.window[row].id)"))
    }
  }

  @Test(arguments: [38, 46, 50, 60, 110])
  func `the path is in sight where jobs of several lanes are mixed`(width: Int) {
    var model = QueueModel()
    _ = model.show(rows: 8)
    let hosts = ["localhost:18777", "127.0.0.1:18787"]
    _ = model.receive(.lanes(hosts.map { .fixture("http://\($0)") }))
    let jobs = hosts.indices.map { number in
      Job.fixture(
        Int64(number), lane: "http://\(hosts[number])", url: "http://\(hosts[number])/orders")
    }
    _ = model.receive(.jobs(jobs, offset: 0, total: 2))
    let rows = PanelStage(Size(width: width, height: 14)).draw(model).rows.filter {
      $0.contains("#")
    }
    #expect(rows.count == 2 && rows.allSatisfy { $0.contains("/orders") }, "\(rows)")
    if width >= 60 { #expect(rows[1].contains("787/orders"), "\(rows)") }
  }

  @Test func `only running jobs have a spinner`() {
    let frame = PanelStage(Size(width: 110, height: 20)).draw(Self.busy())
    let spinning = frame.rows.filter { $0.contains("⠹") }
    #expect(spinning.count == 2)
  }

  private func line(
    _ tally: LaneTally, _ activity: LaneActivity = LaneActivity(), _ width: Int
  ) -> String {
    let spans = LaneLine.spans(
      tally, named: tally.lane.key.name, activity, at: nil, width: width)
    return spans.map(\.text.string).joined()
  }

  @Test(arguments: [
    (80, "api.example.com  2/2  130 waiting  ▃▄▄█  median 340 ms  rate 20/s"),
    (56, "api.example.com  2/2  130 waiting  ▃▄▄█  median 340 ms"),
    (44, "api.example.com  2/2  130 waiting  340 ms"), (34, "api.example.com  2/2  130 waiting"),
    (22, "api.example.com  2/2"), (12, "api.ex…  2/2"),
  ])
  func `a lane's line leaves out what is least important`(width: Int, expected: String) {
    var tally = LaneTally.fixture("https://api.example.com", counts: [.running: 2, .waiting: 130])
    tally.lane.rate = 20
    let activity = LaneActivity(durations: [210, 300, 340, 700].map { .milliseconds($0) })
    #expect(line(tally, activity, width) == expected)
  }

  @Test func `a pause loses its start and then its reason before the lane loses its name`() {
    var tally = LaneTally.fixture(
      "https://api.example.com", pause: .byRestart, counts: [.waiting: 388])
    let start = Timestamp(milliseconds: 50_000)
    tally.lane.pausedSince = start
    let since = "PAUSED by restart since \(WaitText.timeOfDay(start))"
    #expect(line(tally, LaneActivity(), 80).contains(since))
    #expect(!line(tally, LaneActivity(), 60).contains("since"))
    #expect(line(tally, LaneActivity(), 41) == "api.example.com  0/2  PAUSED  388 waiting")
    #expect(line(tally, LaneActivity(), 80).contains("PAUSED by restart"))
    #expect(line(tally, LaneActivity(), 20).hasSuffix("0/2  PAUSED"))
  }

  @Test func `a narrow waiting row has its position instead of its method`() {
    var model = QueueModel()
    _ = model.receive(.lanes([.fixture(counts: [.running: 2, .waiting: 1])]))
    _ = model.show(rows: 8)
    _ = model.receive(
      .jobs([.fixture(14, url: "https://api.example.com/slow")], offset: 0, total: 1))
    let starts = [Timestamp(milliseconds: 59_000), Timestamp(milliseconds: 59_000)]
    let activity = LaneActivity(durations: [.seconds(3)], running: starts)
    _ = model.receive(.activity([LaneKey(name: "api"): activity], ahead: [JobID(14): 0]))
    let rows = PanelStage(Size(width: 36, height: 6)).draw(model).rows
    #expect(rows.contains { $0.contains("/slow") && $0.contains("1st ≈ 2 s lane full") }, "\(rows)")
  }

  @Test func `a narrow line of a running batch leaves counts out and cuts none`() {
    let batch = GraphRun(
      id: GraphID(1), plan: GraphPlan(rows: RowPlan(source: "rows.csv", count: 200)),
      created: Timestamp(milliseconds: 0),
      rows: RowProgress(
        first: JobID(1),
        counts: RowCounts([.succeeded: 78, .failed: 6, .running: 3, .waiting: 113])))
    var model = QueueModel()
    _ = model.receive(.lanes([.fixture(counts: [.running: 3])]))
    _ = model.show(rows: 8)
    _ = model.receive(.graphs([batch], []))
    _ = model.receive(.jobs([], offset: 0, total: 0))
    let rows = PanelStage(Size(width: 36, height: 6)).draw(model).rows
    #expect(rows.contains { $0.contains("▸ g1 rows.csv  78/200 6 failed") }, "\(rows)")
  }

  @Test(arguments: [
    (70, "▸ g1 rows.csv  0 of 200  0% · paused by restart"),
    (36, "▸ g1 rows.csv  0/200 · paused"), (24, "▸ g1 rows.csv  paused"),
  ])
  func `a batch in a paused lane says why it waits`(width: Int, expected: String) {
    let batch = GraphRun(
      id: GraphID(1), plan: GraphPlan(rows: RowPlan(source: "rows.csv", count: 200)),
      created: Timestamp(milliseconds: 0),
      rows: RowProgress(first: JobID(1), counts: RowCounts([.waiting: 200])))
    var model = QueueModel()
    _ = model.receive(.lanes([.fixture(pause: .byRestart, counts: [.waiting: 200])]))
    _ = model.show(rows: 8)
    _ = model.receive(.graphs([batch], [.fixture(1)]))
    _ = model.receive(.jobs([], offset: 0, total: 0))
    let rows = PanelStage(Size(width: width, height: 6)).draw(model).rows
    #expect(rows.contains { $0.contains(expected) }, "\(rows)")
  }

  @Test func `only lanes with unfinished jobs or a pause have a line`() {
    var model = QueueModel()
    _ = model.receive(
      .lanes([
        .fixture("a", counts: [.succeeded: 3]), .fixture("b", pause: .byUser),
        .fixture("c", counts: [.waiting: 1]), .fixture("d", counts: [.running: 1]),
        .fixture("e", counts: [.failed: 1]),
      ]))
    _ = model.show(rows: 8)
    _ = model.receive(.jobs([.fixture(1, lane: "c")], offset: 0, total: 1))
    let rows = PanelStage(Size(width: 60, height: 12)).draw(model).rows
    #expect(rows[0].hasPrefix(" d ") && rows[1].hasPrefix("›c "), "\(rows)")
    #expect(rows[2].hasPrefix(" b  0/2  PAUSED by you") && rows[2].contains("+2 idle"), "\(rows)")
    let small = PanelStage(Size(width: 60, height: 7)).draw(model).rows
    #expect(small[1].contains("+1 lane"), "\(small)")
  }

  @Test func `the title says what is paused and interrupted in the room it has`() {
    func title(_ model: QueueModel, _ width: Int) -> String {
      QueueBanner.title(model, width: width).map(\.text.string).joined()
    }
    #expect(title(Self.busy(), 60) == " · 1 interrupted")
    #expect(title(Self.paused(), 60) == " · 2 of 3 lanes PAUSED")
    #expect(title(Self.paused(), 20) == " · 2 PAUSED")
    var both = Self.paused()
    _ = both.receive(
      .lanes([.fixture("api", pause: .byUser, counts: [.interrupted: 12])]))
    #expect(title(both, 30) == " · PAUSED · 12 interrupted")
    #expect(title(both, 20) == " · PAUSED")
    #expect(title(QueueModel(), 60).isEmpty)
  }
}
