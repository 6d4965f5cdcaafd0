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
    #expect(app.perform(.insert("a")) == [.queue(.arrange(QueueArrangement(filter: "a")))])
    #expect(app.perform(.insert("b")) == [.queue(.arrange(QueueArrangement(filter: "ab")))])
    #expect(app.perform(.typing(.leave)) == [.queue(.arrange(QueueArrangement()))])
    _ = app.perform(.queue(.filter))
    _ = app.perform(.insert("c"))
    #expect(app.perform(.typing(.enter)).isEmpty && app.overlays.isEmpty)
    #expect(app.queue.rows.arrangement.filter == "c")
    #expect(app.perform(.app(.back)) == [.queue(.arrange(QueueArrangement()))])
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
    _ = queue.perform(.mark)
    #expect(queue.marked.ids == [JobID(1), JobID(2)])
    #expect(queue.perform(.cancel) == [.queue(.each(.cancel, [JobID(1), JobID(2)]))])
    #expect(queue.marked.isEmpty)
    #expect(queue.perform(.cancel).first == .queue(.cancel([JobID(3)])))
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
    _ = queue.receive(.listed([JobID(1), JobID(7)]))
    #expect(queue.marked.ids == [JobID(1), JobID(7)])
  }

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
      #expect(queue.perform(.sort).first == .queue(.arrange(QueueArrangement(order: order))))
    }
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
    _ = app.receive(.queue(.cancelledUnsent([JobID(1), JobID(2)], wereHeld: [JobID(2)])))
    #expect(
      app.perform(.app(.undo)) == [
        .queue(.each(.retry, [JobID(1), JobID(2)])), .queue(.each(.hold, [JobID(2)])),
      ])
    #expect(app.notice?.what == "Cancelling 2 jobs was undone.")
  }

  @Test func `the key that compares says in the queue how two jobs are compared`() {
    var app = app([.fixture(1, .succeeded), .fixture(2, .succeeded)])
    for _ in 0..<2 { _ = app.perform(.queue(.mark)) }
    app.pass(over: [.response(.compare)])
    #expect(app.notice?.what == "Jobs are not compared in the queue.")
    #expect(app.notice?.whatToDo.contains("open the history") == true)
    #expect(app.queue.marked.ids.count == 2)
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
