import ClientModel
import JobFixtures
import Testing

@testable import ViewModels

struct QueueModelTests {
  private func queue(_ jobs: [Job], lanes: [LaneTally] = [.fixture()]) -> QueueModel {
    var queue = QueueModel()
    _ = queue.show(rows: 4)
    _ = queue.receive(.lanes(lanes))
    _ = queue.receive(.jobs(jobs, offset: 0, total: jobs.count))
    return queue
  }

  @Test func `what is new is seen until the user looks at the queue, and again after the top row`()
  {
    var queue = queue([.fixture(1)])
    _ = queue.receive(.jobs([.fixture(2), .fixture(1)], offset: 0, total: 2))
    #expect(queue.rows.selected == .job(JobID(2)))
    queue.rows.enter()
    _ = queue.receive(.jobs([.fixture(3), .fixture(2), .fixture(1)], offset: 0, total: 3))
    #expect(queue.rows.selected == .job(JobID(2)))
    queue.rows.leave()
    _ = queue.receive(.jobs([.fixture(3), .fixture(2), .fixture(1)], offset: 0, total: 3))
    #expect(queue.rows.selected == .job(JobID(2)), "it had moved down with its job")
    _ = queue.move(.first)
    queue.rows.leave()
    _ = queue.receive(.jobs([.fixture(4), .fixture(3)], offset: 0, total: 2))
    #expect(queue.rows.selected == .job(JobID(4)))
  }

  @Test func `lanes of one name in two workspaces are told apart by their folders`() {
    func tally(_ workspace: String, _ name: String) -> LaneTally {
      LaneTally(lane: Lane(key: LaneKey(workspace: workspace, name: name)), counts: [:])
    }
    let lanes = [tally("/a/shop", "api"), tally("", "api"), tally("/a/shop", "other")]
    let queue = queue([], lanes: lanes)
    #expect(
      lanes.map { queue.lanes.name(of: $0.lane.key) } == ["api (shop)", "api (scratch)", "other"])
  }

  @Test func `a lane of an id is told apart by the folder of the id`() {
    let id = "abcdefgh23456789"
    var model = AppModel()
    _ = model.receive(.place(WorkspaceStatus(isScratch: false, id: id, folders: [id: "/a/shop"])))
    let lanes = [id, "unknown222222222", "/a/old"].map {
      LaneTally(lane: Lane(key: LaneKey(workspace: $0, name: "api")), counts: [:])
    }
    _ = model.receive(.queue(.lanes(lanes)))
    #expect(
      lanes.map { model.queue.lanes.name(of: $0.lane.key) }
        == ["api (shop)", "api (unknown222222222)", "api (old)"])
  }

  @Test func `the selection stays on its job when rows move`() {
    var queue = queue([.fixture(1), .fixture(2), .fixture(3)])
    _ = queue.move(.down)
    _ = queue.receive(.jobs([.fixture(2), .fixture(3), .fixture(1)], offset: 0, total: 3))
    #expect(queue.rows.selected == .job(JobID(2)))
    #expect(queue.rows.list.selected == 0)
  }

  @Test func `the selection stays in its row when its job ends, and goes on from there`() {
    let running = Job.fixture(1, .running(attempt: 1))
    var queue = queue([running, .fixture(2), .fixture(3)])
    _ = queue.move(.first)
    _ = queue.receive(.changed([.fixture(1, .cancelled(sent: 0))]))
    #expect(queue.rows.selected == .job(JobID(1)), "the order follows with the next window")
    let order = [Job.fixture(2), .fixture(3), .fixture(1, .cancelled(sent: 0))]
    _ = queue.receive(.jobs(order, offset: 0, total: 3))
    #expect(queue.rows.selected == .job(JobID(2)) && queue.rows.list.selected == 0)
    // A finished job that is selected on purpose is not left.
    _ = queue.move(.last)
    _ = queue.receive(.jobs([.fixture(4)] + order, offset: 0, total: 4))
    #expect(queue.rows.selected == .job(JobID(1)) && queue.rows.list.selected == 3)
  }

  @Test func `what was just sent is selected as soon as it is there, until the user moves`() {
    var queue = queue((1...9).map { .fixture($0) })
    _ = queue.move(.last)
    queue.rows.leave()
    queue.rows.follow(.job(JobID(10)))
    #expect(queue.rows.selected == .job(JobID(9)))
    let running = Job.fixture(10, .running(attempt: 1))
    _ = queue.receive(.jobs([running] + (1...9).map { .fixture($0) }, offset: 0, total: 10))
    #expect(queue.rows.selected == .job(JobID(10)) && queue.rows.list.top == 0)
    _ = queue.move(.last)
    _ = queue.receive(.jobs((1...9).map { .fixture($0) } + [running], offset: 0, total: 10))
    #expect(queue.rows.selected == .job(JobID(9)))
  }

  @Test(arguments: [(4, 0, JobID(1)), (12, 9, JobID(10))])
  func `a sent job that ends is followed only to rows in sight`(
    height: Int, row: Int, selected: JobID
  ) {
    var queue = queue((1...9).map { .fixture($0) })
    _ = queue.show(rows: height)
    queue.rows.follow(.job(JobID(10)))
    let running = Job.fixture(10, .running(attempt: 1))
    _ = queue.receive(.jobs([running] + (1...9).map { .fixture($0) }, offset: 0, total: 10))
    let ended = Job.fixture(10, .succeeded)
    _ = queue.receive(.jobs((1...9).map { .fixture($0) } + [ended], offset: 0, total: 10))
    #expect(queue.rows.selected == .job(selected) && queue.rows.list.selected == row)
    #expect(queue.rows.list.top == 0)
  }

  @Test func `the selection stays in its row when the job is gone`() {
    var queue = queue([.fixture(1), .fixture(2), .fixture(3)])
    _ = queue.move(.last)
    _ = queue.receive(.jobs([.fixture(1), .fixture(2)], offset: 0, total: 2))
    #expect(queue.rows.selected == .job(JobID(2)))
  }

  @Test func `moving out of the window asks for the rows there`() {
    var queue = queue([])
    _ = queue.receive(.jobs((1...200).map { .fixture($0) }, offset: 0, total: 100_000))
    let effects = queue.move(.last)
    #expect(effects == [.queue(.loadJobs(offset: 99_899, limit: 200))])
  }

  @Test func `the first size asks for the first jobs`() {
    var queue = QueueModel()
    #expect(queue.show(rows: 10) == [.queue(.loadJobs(offset: 0, limit: 200))])
  }

  @Test func `jobs that change ask for nothing, because the session reads the window again`() {
    var queue = queue([.fixture(1)])
    #expect(queue.receive(.changed([.fixture(1, .succeeded), .fixture(2)])).isEmpty)
    #expect(queue.rows.window.map(\.state) == [.succeeded])
    #expect(queue.receive(.jobs([.fixture(1), .fixture(2)], offset: 0, total: 2)).isEmpty)
  }

  @Test func `what was read before a job ended does not undo its end`() {
    var begun = Job.fixture(1, .running(attempt: 1))
    begun.since = Timestamp(milliseconds: 10)
    var ended = Job.fixture(1, .succeeded)
    ended.since = Timestamp(milliseconds: 20)
    var queue = queue([begun])
    _ = queue.receive(.changed([ended]))
    _ = queue.receive(.jobs([begun, .fixture(2)], offset: 0, total: 2))
    #expect(queue.rows.window.map(\.state) == [.succeeded, .waiting(.slot)])
    var again = begun
    again.since = Timestamp(milliseconds: 30)
    _ = queue.receive(.jobs([again], offset: 0, total: 1))
    #expect(queue.rows.window.map(\.state) == [.running(attempt: 1)])
  }

  @Test func `a job that runs counts as running before its lane says so`() {
    var queue = queue([.fixture(1)], lanes: [.fixture(counts: [.waiting: 1])])
    #expect(queue.running == 0 && !queue.isRunning)
    _ = queue.receive(.changed([.fixture(1, .running(attempt: 1))]))
    #expect(queue.running == 1 && queue.isRunning)
  }

  @Test func `rows that are here are not asked for`() {
    var queue = queue([.fixture(1), .fixture(2)])
    #expect(queue.move(.down).isEmpty)
  }

  @Test func `p pauses an active lane and resumes a paused one`() {
    var open = queue([.fixture(1)])
    #expect(open.perform(.pause) == [.queue(.pause(LaneKey(name: "api")))])
    var paused = queue([.fixture(1)], lanes: [.fixture(pause: .byRestart)])
    #expect(paused.perform(.pause) == [.queue(.resume(LaneKey(name: "api")))])
  }

  @Test func `all lanes resume only when every one is paused`() {
    var mixed = queue([.fixture(1)], lanes: [.fixture("a", pause: .byUser), .fixture("b")])
    #expect(mixed.perform(.pauseAll) == [.queue(.pauseAll)])
    var paused = queue([.fixture(1)], lanes: [.fixture("a", pause: .byUser)])
    #expect(paused.perform(.pauseAll) == [.queue(.resumeAll)])
  }

  @Test func `without a lane, all lanes are those to come`() {
    var empty = QueueModel()
    #expect(empty.obstacle(to: .pauseAll) == nil)
    #expect(empty.perform(.pauseAll) == [.queue(.pauseAll)])
    _ = empty.receive(.futureLanes(.byUser))
    #expect(empty.perform(.pauseAll) == [.queue(.resumeAll)])
  }

  @Test func `a job moves past the next one of its own lane`() {
    var queue = queue(
      [.fixture(1), .fixture(2, lane: "other"), .fixture(3)],
      lanes: [.fixture(), .fixture("other")])
    #expect(queue.obstacle(to: .moveUp)?.what == "Job 1 cannot move up.")
    queue.rows.enter()
    #expect(queue.perform(.moveDown) == [.queue(.reorder(JobID(1), .after(JobID(3))))])
    #expect(
      queue.obstacle(to: .moveDown)?.line
        == "Job 1 cannot move down. No other waiting job of lane api is below it.")
  }

  @Test func `a held job is released and a waiting one held`() {
    var held = queue([.fixture(1, .held(.byUser))])
    #expect(held.perform(.hold) == [.queue(.release(JobID(1)))])
    var waiting = queue([.fixture(1)])
    #expect(waiting.perform(.hold) == [.queue(.hold(JobID(1)))])
  }

  /// All lanes can be paused before there is one.
  @Test(arguments: QueueCommand.allCases.filter { $0 != .pauseAll })
  func `every command on an empty queue says why it cannot act`(command: QueueCommand) {
    let notice = QueueModel().obstacle(to: command)
    #expect(notice?.what.isEmpty == false)
    #expect(notice?.why.isEmpty == false)
  }

  @Test func `a hold that has ended is not counted down and cannot be lifted`() {
    var tally = LaneTally.fixture()
    tally.lane.heldUntil = Timestamp(milliseconds: 5_000)
    var model = AppModel()
    _ = model.receive(.queue(.lanes([tally])))
    _ = model.receive(.spinnerStepped(step: 1, now: Timestamp(milliseconds: 4_999)))
    #expect(model.needsAnimation && model.queue.lanes.all[0].lane.noHold == nil)
    _ = model.receive(.spinnerStepped(step: 2, now: Timestamp(milliseconds: 5_000)))
    #expect(!model.needsAnimation && model.queue.lanes.all[0].lane.noHold != nil)
  }

  private func needsAnimation(_ job: Job, pause: Lane.Pause = .none, at now: Int64) -> Bool {
    var model = AppModel()
    _ = model.receive(.queue(.lanes([.fixture(pause: pause)])))
    _ = model.receive(.queue(.jobs([job], offset: 0, total: 1)))
    #expect(model.needsAnimation || pause != .none, "the clock is unknown at first")
    _ = model.receive(.spinnerStepped(step: 1, now: Timestamp(milliseconds: now)))
    return model.needsAnimation
  }

  @Test func `a time that was reached is not counted down`() {
    let time = Timestamp(milliseconds: 5_000)
    for state: JobState in [
      .waiting(.until(time)), .held(.until(time)), .polling(word: "", next: time),
    ] {
      #expect(needsAnimation(.fixture(1, state), at: 4_999))
      #expect(!needsAnimation(.fixture(1, state), at: 5_000))
    }
  }

  @Test func `a retry in a paused lane is not counted down`() {
    var job = Job.fixture(1, .waiting(.until(Timestamp(milliseconds: 5_000))))
    #expect(!needsAnimation(job, pause: .byUser, at: 1))
    job.scheduling = .immediate
    #expect(needsAnimation(job, pause: .byUser, at: 1))
  }

  @Test func `the limit does not fall below one`() {
    var queue = queue([.fixture(1)], lanes: [.fixture(limit: 1)])
    guard case .notify(let notice)? = queue.perform(.lowerLimit).first else {
      Issue.record("no notice")
      return
    }
    #expect(notice.what == "The limit stays at 1.")
  }

  @Test func `scrolling an empty queue keeps its place`() {
    var queue = QueueModel()
    _ = queue.scroll(by: -3)
    _ = queue.scroll(by: 3)
    #expect(queue.rows.list.selected == 0)
    #expect(queue.rows.list.top == 0)
  }

  @Test func `what may take effect twice is asked about, and enter retries it`() {
    var queue = queue([.fixture(1)])
    let jobs = [JobID(1), JobID(2)]
    let effects = queue.receive(.retryWithheld(jobs, retried: 1))
    guard case .confirm(let question)? = effects.first else {
      Issue.record("no question")
      return
    }
    #expect(question.question == "Retry 2 requests that got a response?")
    #expect(question.detail.hasSuffix("The other failed job is being retried already."))
    #expect(question.answers.map(\.effects) == [[], [.queue(.retryWithheld(jobs))]])
    #expect(question.chosen == 1)
  }

  @Test func `progress ends with the run`() {
    var queue = queue([.fixture(1, .running(attempt: 1))])
    _ = queue.receive(.progressed(JobID(1), TransferProgress(received: 10)))
    #expect(queue.progress[JobID(1)]?.received == 10)
    _ = queue.receive(.changed([.fixture(1, .succeeded)]))
    #expect(queue.progress.isEmpty)
  }
}
