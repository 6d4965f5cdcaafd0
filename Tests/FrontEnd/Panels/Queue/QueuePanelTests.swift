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

  @Test(arguments: [(0, 0), (1, 1), (3, 2), (12, 3), (40, 1), (200, 60)])
  func `the queue draws at any size`(width: Int, height: Int) {
    for model in [QueueModel(), Self.busy(), Self.paused(), Self.graphs(), Self.batches()] {
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
    (40, "3 s"), (70, "running · 1m 12s · 5× · 3 s"), (110, "running · 1m 12s · 5× · 3 s"),
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
    if width >= 60 { #expect(rows[0].contains("777/orders"), "\(rows)") }
  }

  @Test func `only running jobs have a spinner`() {
    let frame = PanelStage(Size(width: 110, height: 20)).draw(Self.busy())
    let spinning = frame.rows.filter { $0.contains("⠹") }
    #expect(spinning.count == 2 && spinning.allSatisfy { $0.contains("running") })
  }

  @Test(arguments: [38, 46, 60, 110])
  func `interrupted and failed jobs are shown whatever else is left out`(width: Int) {
    let tally = LaneTally.fixture(
      "https://api.example.com", pause: .byUser,
      counts: [.running: 2, .waiting: 130, .held: 4, .failed: 7, .interrupted: 3])
    let line = LaneLine.spans(tally, named: tally.lane.key.name, at: nil, width: width)
    let text = line.map(\.text.string).joined()
    #expect(text.contains("PAUSED") && text.contains("3 interrupted  7 failed"), "\(text)")
    #expect(line.reduce(0) { $0 + $1.text.width } <= width, "\(text)")
  }

  @Test(arguments: 20...70) func `a lane's line says when it leaves something out`(width: Int) {
    let tally = LaneTally.fixture(
      "https://api.example.com", counts: [.running: 2, .waiting: 130, .held: 4])
    let line = LaneLine.spans(tally, named: tally.lane.key.name, at: nil, width: width)
    let text = line.map(\.text.string).joined()
    #expect(line.reduce(0) { $0 + $1.text.width } <= width, "\(text)")
    for word in ["2/2", "130 waiting", "4 held"] where !text.contains(word) {
      #expect(text.hasSuffix(" …"), "\(text)")
    }
  }

  @Test func `a pause loses its reason before the lane loses its name`() {
    let tally = LaneTally.fixture(
      "https://api.example.com", pause: .byRestart, counts: [.failed: 388, .interrupted: 2])
    func text(_ width: Int) -> String {
      let spans = LaneLine.spans(tally, named: tally.lane.key.name, at: nil, width: width)
      return spans.map(\.text.string).joined()
    }
    #expect(text(55) == "api.example.com  PAUSED  0/2  2 interrupted  388 failed", "\(text(55))")
    #expect(text(80).contains("PAUSED by restart"))
  }

  @Test func `lanes at work stand before idle ones, and the selected one is in sight`() {
    var model = QueueModel()
    _ = model.receive(
      .lanes([
        .fixture("a", counts: [.succeeded: 3]), .fixture("b"), .fixture("c", counts: [.waiting: 1]),
        .fixture("d", counts: [.running: 1]), .fixture("e", counts: [.failed: 1]),
      ]))
    #expect(model.lanes.all.map(\.lane.key.name) == ["d", "c", "a", "b", "e"])
    _ = model.show(rows: 8)
    _ = model.receive(.jobs([.fixture(1, lane: "b")], offset: 0, total: 1))
    let rows = PanelStage(Size(width: 40, height: 8)).draw(model).rows
    #expect(rows[0].hasPrefix(" d ") && rows[1].hasPrefix("›b "), "\(rows)")
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
