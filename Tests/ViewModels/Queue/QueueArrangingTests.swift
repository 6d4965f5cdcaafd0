import ClientModel
import JobFixtures
import Testing

@testable import ViewModels

struct QueueArrangingTests {
  private func queue(_ jobs: [Job]) -> QueueModel {
    var queue = QueueModel()
    _ = queue.show(rows: 4)
    _ = queue.receive(.lanes([.fixture()]))
    _ = queue.receive(.jobs(jobs, offset: 0, total: jobs.count))
    queue.rows.enter()
    return queue
  }

  private func app(_ jobs: [Job]) -> AppModel {
    var app = AppModel()
    _ = app.receive(.queue(.lanes([.fixture()])))
    _ = app.receive(.queue(.jobs(jobs, offset: 0, total: jobs.count)))
    _ = app.perform(.app(.focusQueue))
    return app
  }

  @Test func `the filter narrows the list at each key, and leaving it brings the old one back`() {
    var app = app([.fixture(1)])
    _ = app.perform(.queue(.filter))
    func arrange(_ filter: String) -> [Effect] {
      [.queue(.arrange(QueueArrangement(filter: filter), keeping: JobID(1)))]
    }
    #expect(app.perform(.insert("a")) == arrange("a"))
    #expect(app.perform(.insert("b")) == arrange("ab"))
    #expect(app.perform(.typing(.leave)) == arrange(""))
    _ = app.perform(.queue(.filter))
    _ = app.perform(.insert("c"))
    #expect(app.perform(.typing(.enter)).isEmpty && app.overlays.isEmpty)
    #expect(app.queue.rows.arrangement.filter == "c")
    #expect(app.perform(.app(.back)) == arrange(""))
  }

  @Test func `a filter goes on until all jobs were looked through`() {
    var queue = queue([])
    let effects = queue.arrange(filter: "x")
    let arrangement = QueueArrangement(filter: "x")
    #expect(effects == [.queue(.arrange(arrangement))])
    #expect(
      queue.receive(.searched(QueueSearch(arrangement, .underWay))) == [.queue(.searchOn)])
    #expect(
      queue.receive(.searched(QueueSearch(QueueArrangement(), .underWay))).isEmpty, "outdated")
    #expect(queue.receive(.searched(QueueSearch(arrangement, .complete))).isEmpty)
    #expect(queue.search == .complete)
  }

  @Test func `commands act on all marked jobs and on the selected one without marks`() {
    var queue = queue([.fixture(1), .fixture(2), .fixture(3)])
    _ = queue.perform(.mark)
    _ = queue.move(.down)
    _ = queue.perform(.mark)
    #expect(queue.marked.ids == [JobID(1), JobID(2)])
    #expect(queue.perform(.cancel) == [.queue(.each(.cancel, [JobID(1), JobID(2)]))])
    #expect(queue.marked.isEmpty)
    _ = queue.move(.last)
    #expect(queue.perform(.cancel).first == .queue(.cancel([JobID(3)])))
  }

  @Test func `the key that marks a job unmarks it again, also in the last row`() {
    var queue = queue([.fixture(1), .fixture(2)])
    _ = queue.move(.last)
    for expected: Set<JobID> in [[JobID(2)], [], [JobID(2)]] {
      _ = queue.perform(.mark)
      #expect(queue.marked.ids == expected && queue.rows.selectedJob?.id == JobID(2))
    }
  }

  @Test func `marked jobs that are deleted are no longer marked`() {
    var queue = queue([.fixture(1, .succeeded), .fixture(2, .succeeded)])
    _ = queue.perform(.mark)
    let deletion = QueueEffect.Deletion(DeletionID(1), of: [JobID(1)])
    #expect(queue.perform(.delete).first == .queue(.delete(deletion)))
    #expect(queue.marked.isEmpty)
  }

  @Test func `marking all takes every job of the list`() {
    var queue = queue([.fixture(1)])
    #expect(queue.perform(.markAll) == [] && queue.marked.ids == [JobID(1)])
    _ = queue.receive(.jobs([.fixture(1)], offset: 0, total: 2))
    #expect(queue.perform(.markAll) == [.queue(.listAll)])
    _ = queue.receive(.listed([JobID(1), JobID(7)], failed: [JobID(7)]))
    #expect(queue.marked.ids == [JobID(1), JobID(7)])
  }

  @Test func `deleting several marked jobs says how many failed before it deletes them`() {
    var app = app([.fixture(1, .succeeded), .fixture(2, .failed(Self.failure)), .fixture(3)])
    for command: Command in [.queue(.mark), .move(.down), .queue(.mark), .queue(.delete)] {
      _ = app.perform(command)
    }
    let question = app.overlays.question
    #expect(question?.question == "Delete 2 jobs of all workspaces?")
    #expect(question?.detail.hasPrefix("1 of them failed. ") == true)
    #expect(app.queue.marked.ids.count == 2, "nothing was deleted yet")
    _ = app.perform(.dialog(.next))
    let deletion = QueueEffect.Deletion(DeletionID(1), of: [JobID(1), JobID(2)])
    #expect(app.perform(.dialog(.accept)) == [.queue(.delete(deletion))])
    #expect(app.queue.marked.isEmpty && app.queue.rows.window.map(\.id) == [JobID(3)])
  }

  @Test func `marked jobs move together and stay marked`() {
    var queue = queue([.fixture(1), .fixture(2), .fixture(3), .fixture(4)])
    _ = queue.perform(.mark)
    _ = queue.move(.down)
    _ = queue.perform(.mark)
    _ = queue.perform(.moveDown)
    #expect(queue.rows.window.map(\.id.rawValue) == [3, 1, 2, 4])
    _ = queue.perform(.moveUp)
    #expect(queue.rows.window.map(\.id.rawValue) == [1, 2, 3, 4])
    #expect(queue.marked.ids.count == 2)
  }

  @Test func `a filter that matches nothing leaves nothing to delete`() {
    var queue = queue([])
    _ = queue.receive(.lanes([.fixture(counts: [.succeeded: 1])]))
    #expect(queue.obstacle(to: .clearFinished)?.what == "No job is listed.")
  }

  @Test func `with a filter, all finished jobs are those of the list`() {
    var queue = queue([.fixture(1, .succeeded)])
    _ = queue.receive(.lanes([.fixture(counts: [.succeeded: 1, .failed: 1])]))
    guard case .confirm? = queue.perform(.clearFinished).first else {
      Issue.record("Nothing was asked.")
      return
    }
    _ = queue.arrange(filter: "x")
    #expect(queue.perform(.clearFinished) == [.queue(.listEnded(for: .deleting))])
    #expect(queue.perform(.retryFailed) == [.queue(.listEnded(for: .retrying))])
    let unsafe = Job(
      id: JobID(9), state: .failed(Self.failure), since: Timestamp(milliseconds: 0),
      created: Timestamp(milliseconds: 0), lane: LaneKey(name: "api"), position: 9, method: .post,
      displayURL: "https://a/", isRepeatable: false, status: 500)
    let ended = EndedJobs(
      .retrying, among: [.fixture(1, .failed(Self.failure)), unsafe, .fixture(2)])
    #expect(
      queue.receive(.ended(ended)) == [
        .queue(.each(.retry, [JobID(1)])), .confirm(Confirmation(retrying: [JobID(9)], besides: 1)),
      ])
  }

  @Test func `with a filter, the ended batches that it shows are deleted and restored too`() {
    var queue = queue([.fixture(1, .succeeded)])
    let batch = BatchRowsTests.batch(200, [.succeeded: 186, .failed: 14])
    _ = queue.receive(.graphs([batch], []))
    _ = queue.arrange(filter: "customers")
    guard
      case .confirm(let question)? = queue.receive(.ended(EndedJobs(.deleting, among: []))).first
    else {
      Issue.record("Nothing was asked.")
      return
    }
    #expect(
      question.question.hasPrefix("Delete batch g12 and its 200 jobs"), "\(question.question)")
    #expect(question.detail.hasPrefix("14 of them failed."), "\(question.detail)")
    let effects = question.answers.last?.effects ?? []
    guard case .queue(.graph(GraphID(12), .delete(let deletion)))? = effects.first else {
      Issue.record("\(effects)")
      return
    }
    let restore = Effect.queue(.restore(QueueEffect.Deletion(deletion)))
    #expect(effects.last == .remember(UndoStep("Deleting batch g12", [restore])))
    _ = queue.arrange(filter: "other")
    #expect(
      queue.receive(.ended(EndedJobs(.deleting, among: []))) == [
        .notify(.cannot("Nothing to do.", "The list contains no finished job."))
      ])
  }

  @Test func `the list has the jobs of this workspace until the key for all is pressed`() {
    var app = app([.fixture(1)])
    let own = QueueArrangement(workspaces: ["/shop"])
    let place = WorkspaceStatus(workspace: "shop", isScratch: false, folder: "/shop")
    #expect(app.receive(.place(place)).contains(.queue(.arrange(own, keeping: JobID(1)))))
    let foreign = LaneTally(
      lane: Lane(key: LaneKey(workspace: "/other", name: "b")), counts: [.waiting: 2])
    _ = app.receive(.queue(.lanes([foreign])))
    #expect(app.queue.lanes.shown.isEmpty && app.queue.lanes.unfinishedElsewhere == 2)
    #expect(
      app.perform(.queue(.workspaces))
        == [.queue(.arrange(QueueArrangement(), keeping: JobID(1)))])
    #expect(app.queue.lanes.shown.count == 1 && app.queue.showsAllWorkspaces)
    #expect(app.queue.lanes.workspace(of: foreign.lane.key) == "other")
    #expect(app.perform(.app(.back)) == [.queue(.arrange(own, keeping: JobID(1)))])
  }

  private static let failure = Failure(
    .connectionLost, what: "It failed.", why: "Lost.", whatToDo: "")

  @Test func `marking all does not judge by the list of an earlier filter`() {
    var queue = queue([.fixture(1)])
    _ = queue.arrange(filter: "nothing")
    _ = queue.receive(.jobs([], offset: 0, total: 0))
    _ = queue.arrange(filter: "state:failed")
    #expect(queue.perform(.markAll) == [.queue(.listAll)])
    _ = queue.receive(.searched(QueueSearch(queue.rows.arrangement, .complete)))
    guard case .notify? = queue.perform(.markAll).first else {
      return #expect(Bool(false), "nothing was said")
    }
  }

  @Test func `the cursor goes to failed and interrupted jobs, up and down`() {
    let failed = JobState.failed(
      Failure(.connectionLost, what: "It failed.", why: "", whatToDo: ""))
    var queue = queue([.fixture(1), .fixture(2, failed), .fixture(3), .fixture(4, failed)])
    _ = queue.perform(.nextFailed)
    #expect(queue.rows.selected == .job(JobID(2)))
    _ = queue.perform(.nextFailed)
    #expect(queue.rows.selected == .job(JobID(4)))
    guard case .notify(let notice)? = queue.perform(.nextFailed).first else {
      return #expect(Bool(false), "nothing was said")
    }
    #expect(notice.what == "No failed job follows.")
    _ = queue.perform(.previousFailed)
    #expect(queue.rows.selected == .job(JobID(2)))
  }

  @Test func `sorting goes through the orders in turn`() {
    var queue = queue([.fixture(1)])
    for order in [QueueArrangement.Order.newestFirst, .oldestFirst, .queue] {
      #expect(
        queue.perform(.sort).first
          == .queue(.arrange(QueueArrangement(order: order), keeping: JobID(1))))
    }
  }

  @Test func `the selection stays on its job in each order and filter that lists it`() {
    let jobs: [Job] = [.fixture(1), .fixture(2), .fixture(3)]
    var app = app(jobs)
    _ = app.perform(.move(.down))
    _ = app.perform(.queue(.sort))
    _ = app.receive(.queue(.jobs(jobs.reversed(), offset: 0, total: 3)))
    #expect(app.queue.rows.selectedJob?.id == JobID(2))
    _ = app.perform(.queue(.filter))
    _ = app.perform(.insert("x"))
    _ = app.receive(.queue(.jobs([.fixture(3)], offset: 0, total: 1)))
    #expect(app.queue.rows.selectedJob?.id == JobID(3), "job 2 is not listed")
    _ = app.perform(.typing(.enter))
    let back = app.perform(.app(.back))
    #expect(back == [.queue(.arrange(QueueArrangement(), keeping: JobID(2)))])
    _ = app.receive(.queue(.jobs(jobs, offset: 0, total: 3)))
    #expect(app.queue.rows.selectedJob?.id == JobID(2))
  }

  @Test func `an action that cannot be undone is named, and the next undo undoes the one before`() {
    var app = app([.fixture(1, .succeeded), .fixture(2, .running(attempt: 1))])
    let deletion = QueueEffect.Deletion(DeletionID(1), of: [JobID(1)])
    #expect(app.perform(.queue(.delete)) == [.queue(.delete(deletion))])
    #expect(app.perform(.queue(.cancel)) == [.queue(.cancel([JobID(2)]))])
    #expect(app.notice?.what == "Job 2 is being cancelled. This cannot be undone.")
    #expect(app.perform(.app(.undo)) == [])
    #expect(
      app.notice?.line.hasPrefix("Cancelling job 2 cannot be undone. Before it: deleting job 1.")
        == true)
    #expect(app.perform(.app(.undo)) == [.queue(.restore(deletion))])
    #expect(app.perform(.app(.undo)) == [] && app.notice?.what == "There is nothing to undo.")
  }

  @Test func `cancelling a waiting job and deleting an ended one can be undone`() {
    var app = app([.fixture(1), .fixture(2, .succeeded)])
    #expect(app.perform(.queue(.cancel)) == [.queue(.cancel([JobID(1)]))])
    #expect(app.perform(.app(.undo)) == [.queue(.retry(JobID(1)))])
    _ = app.perform(.move(.down))
    let deletion = QueueEffect.Deletion(DeletionID(1), of: [JobID(2)])
    #expect(app.perform(.queue(.delete)) == [.queue(.delete(deletion))])
    #expect(app.perform(.app(.undo)) == [.queue(.restore(deletion))])
  }

  @Test func `cancelling marked jobs can be undone, and held ones are held again`() {
    var app = app([.fixture(1), .fixture(2, .held(.byUser)), .fixture(3, .running(attempt: 1))])
    let ids = [JobID(1), JobID(2), JobID(3)]
    _ = app.perform(.queue(.markAll))
    #expect(app.perform(.queue(.cancel)) == [.queue(.each(.cancel, ids))])
    _ = app.receive(
      .queue(
        .cancelledMarked(unsent: [JobID(1), JobID(2)], wereHeld: [JobID(2)], begun: 1)))
    #expect(
      app.perform(.app(.undo)) == [
        .queue(.each(.retry, [JobID(1), JobID(2)])), .queue(.each(.hold, [JobID(2)])),
      ])
    #expect(app.notice?.what == "Cancelling 2 jobs was undone.")
  }

  @Test func `two marked finished jobs are compared, the older one on the left`() {
    var jobs: [Job] = [.fixture(1, .succeeded), .fixture(2, .succeeded)]
    for index in jobs.indices { jobs[index].attempts = 1 }
    var app = app(jobs)
    for command: Command in [.queue(.mark), .move(.down), .queue(.mark)] {
      _ = app.perform(command)
    }
    let (older, newer) = (
      AttemptID(job: JobID(1), number: 1), AttemptID(job: JobID(2), number: 1)
    )
    _ = app.perform(.queue(.compare))
    #expect(app.focus == .response && app.queue.marked.isEmpty)
    let loaded = ResponseEvent.exchange(
      jobs[1], .fixture(), [.fixture(1, of: 2, result: .json("2"))])
    #expect(app.receive(.response(loaded)).contains(.response(.findExchange(older, of: newer))))
    let earlier = Exchange(
      job: jobs[0], attempt: .fixture(1, of: 1, result: .json("1")), request: .fixture())
    _ = app.receive(.response(.previous(earlier, of: newer)))
    #expect(app.response.comparison?.rows.first == .columns("before #1", "now #2"))
    // A later change of the job compares nothing again.
    #expect(!app.receive(.response(loaded)).contains(.response(.findExchange(older, of: newer))))
  }

  @Test func `a comparison in the queue says which marks it needs`() {
    var first = Job.fixture(1, .succeeded)
    first.attempts = 1
    var app = app([first, .fixture(2, .running(attempt: 1)), .fixture(3, .cancelled(sent: 0))])
    func reason() -> String? {
      _ = app.perform(.queue(.compare))
      return app.notice?.why
    }
    #expect(reason() == "No job is marked.")
    _ = app.perform(.queue(.mark))
    #expect(reason() == "Only one job is marked.")
    for command: Command in [.move(.down), .queue(.mark)] { _ = app.perform(command) }
    #expect(reason() == "Job 2 is running.")
    for command: Command in [.queue(.mark), .move(.down), .queue(.mark)] {
      _ = app.perform(command)
    }
    #expect(reason() == "Job 3 was not sent.")
    for command: Command in [.move(.up), .queue(.mark)] { _ = app.perform(command) }
    #expect(reason() == "3 jobs are marked." && app.queue.marked.ids.count == 3)
  }

  @Test func `nothing is undone behind an open question`() {
    var app = app([.fixture(1)])
    _ = app.perform(.queue(.cancel))
    app.overlays.ask(Confirmation("Delete it?", detail: "", answers: [.init("Keep it")]))
    #expect(app.perform(.app(.undo)) == [])
    #expect(app.notice?.whatToDo == "Answer the question first.")
    _ = app.perform(.dialog(.dismiss))
    #expect(app.perform(.app(.undo)) == [.queue(.retry(JobID(1)))])
  }

  @Test func `a job that is brought back is selected again`() {
    let jobs: [Job] = [.fixture(1, .succeeded), .fixture(2, .succeeded), .fixture(3, .succeeded)]
    var app = app(jobs)
    _ = app.perform(.move(.down))
    #expect(app.queue.rows.selectedJob?.id == JobID(2))
    _ = app.perform(.queue(.delete))
    _ = app.receive(.queue(.jobs([jobs[0], jobs[2]], offset: 0, total: 2)))
    #expect(app.queue.rows.selectedJob?.id == JobID(3))
    _ = app.perform(.app(.undo))
    _ = app.receive(.queue(.jobs(jobs, offset: 0, total: 3)))
    #expect(app.queue.rows.selectedJob?.id == JobID(2))
  }
}
