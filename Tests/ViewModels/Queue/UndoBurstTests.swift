import ClientModel
import JobFixtures
import Testing

@testable import ViewModels

/// Keys that undo, delete, cancel and retry faster than the store confirms.
struct UndoBurstTests {
  private func app(_ jobs: [Job]) -> AppModel {
    var app = AppModel()
    _ = app.receive(.queue(.lanes([.fixture()])))
    _ = app.receive(.queue(.jobs(jobs, offset: 0, total: jobs.count)))
    _ = app.perform(.app(.focusQueue))
    return app
  }

  private func jobs(_ ids: ClosedRange<Int64>, _ state: JobState = .succeeded) -> [Job] {
    ids.map { .fixture($0, state) }
  }

  private static let failed = JobState.failed(
    Failure(.connectionLost, what: "It failed.", why: "", whatToDo: ""))

  @Test func `a job that was brought back is the one that the next key deletes`() {
    var app = app(jobs(1...3))
    let deletions = [1, 2].map { QueueEffect.Deletion(DeletionID($0), of: [JobID(1)]) }
    let restore = Effect.queue(.restore(deletions[0]))
    #expect(app.perform(.queue(.delete)) == [.queue(.delete(deletions[0]))])
    #expect(app.perform(.app(.undo)) == [restore])
    #expect(app.queue.rows.selectedJob?.id == JobID(1))
    #expect(app.perform(.queue(.delete)) == [.queue(.delete(deletions[1]))])
    // The store has carried out the first two keys.
    for effect in [.queue(.delete(deletions[0])), restore] {
      _ = app.receive(.queue(.carriedOut(effect)))
    }
    _ = app.receive(.queue(.jobs(jobs(1...3), offset: 0, total: 3)))
    #expect(app.queue.rows.window.map(\.id) == [JobID(2), JobID(3)])
  }

  @Test func `deletions are undone one by one, each in its row`() {
    var app = app(jobs(1...4))
    for _ in 0..<3 { _ = app.perform(.queue(.delete)) }
    #expect(app.queue.rows.window.map(\.id) == [JobID(4)])
    for first in [Int64(3), 2, 1] {
      _ = app.perform(.app(.undo))
      #expect(app.queue.rows.window.map(\.id) == (first...4).map { JobID($0) })
      #expect(app.queue.rows.total == app.queue.rows.window.count)
    }
    // A list that was read before the last key changes nothing.
    _ = app.receive(.queue(.jobs(jobs(2...4), offset: 0, total: 3)))
    #expect(app.queue.rows.window.map(\.id) == (1...4).map { JobID($0) })
  }

  @Test func `marked jobs that were deleted come back together`() {
    var app = app(jobs(1...4))
    for command: Command in [.queue(.mark), .move(.down), .queue(.mark), .queue(.delete)] {
      _ = app.perform(command)
    }
    for answer in [DialogCommand.next, .accept] { _ = app.perform(.dialog(answer)) }
    #expect(app.queue.rows.window.map(\.id) == [JobID(3), JobID(4)])
    let deletion = QueueEffect.Deletion(DeletionID(1), of: [JobID(1), JobID(2)])
    #expect(app.perform(.app(.undo)) == [.queue(.restore(deletion))])
    #expect(app.queue.rows.window.map(\.id) == (1...4).map { JobID($0) })
  }

  @Test func `a cancelled job waits again after undo, and the next key cancels it`() {
    var app = app(jobs(1...1, .waiting(.slot)))
    #expect(app.perform(.queue(.cancel)) == [.queue(.cancel([JobID(1)]))])
    #expect(app.perform(.app(.undo)) == [.queue(.retry(JobID(1)))])
    #expect(app.perform(.queue(.cancel)) == [.queue(.cancel([JobID(1)]))])
    _ = app.receive(.queue(.jobs(jobs(1...1, .waiting(.slot)), offset: 0, total: 1)))
    #expect(
      app.queue.rows.selectedJob?.state.word == .cancelled, "what was read is older than the keys")
  }

  @Test func `a held job that was cancelled is held again after undo`() {
    var app = app(jobs(1...1, .held(.byUser)))
    #expect(app.perform(.queue(.cancel)) == [.queue(.cancel([JobID(1)]))])
    #expect(
      app.perform(.app(.undo)) == [.queue(.retry(JobID(1))), .queue(.hold(JobID(1)))])
    #expect(app.perform(.queue(.hold)) == [.queue(.release(JobID(1)))])
  }

  @Test(
    arguments: [
      (.cancel, .queue(.cancel([JobID(1)]))), (.hold, .queue(.hold(JobID(1)))), (.retry, nil),
    ] as [(QueueCommand, Effect?)])
  func `a job that is to be retried waits for the next key`(
    command: QueueCommand, effect: Effect?
  ) {
    var app = app(jobs(1...1, Self.failed))
    #expect(app.perform(.queue(.retry)) == [.queue(.retry(JobID(1)))])
    #expect(app.perform(.queue(command)) == (effect.map { [$0] } ?? []))
  }

  @Test func `marked jobs that are to be retried wait for the next key`() {
    var app = app(jobs(1...2, Self.failed))
    let ids = [JobID(1), JobID(2)]
    for command: Command in [.queue(.mark), .move(.down), .queue(.mark)] {
      _ = app.perform(command)
    }
    #expect(app.perform(.queue(.retry)) == [.queue(.each(.retry, ids))])
    _ = app.perform(.queue(.markAll))
    #expect(app.perform(.queue(.hold)) == [.queue(.each(.hold, ids))])
    #expect(app.queue.rows.window.map(\.state.word) == [.held, .held])
  }

  @Test func `a job that was sent again is not shown as waiting`() {
    var app = app(jobs(1...1, Self.failed))
    _ = app.perform(.queue(.retry))
    let running = Job.fixture(1, .running(attempt: 2))
    _ = app.receive(.queue(.changed([running])))
    #expect(app.queue.rows.selectedJob?.state == .running(attempt: 2))
    _ = app.receive(.queue(.carriedOut(.queue(.retry(JobID(1))))))
    _ = app.receive(.queue(.changed([.fixture(1, Self.failed)])))
    #expect(app.queue.rows.selectedJob?.state.word == .failed)
  }

  @Test func `each key for the size of a panel moves its line`() {
    var model = AppModel()
    var viewport = Viewport()
    viewport.size = ScreenSize(width: 140, height: 36)
    viewport.splits = [.response: 52, .queue: 12]
    _ = model.receive(.viewport(viewport))
    _ = model.perform(.app(.focusResponse))
    for command in [AppCommand.grow, .grow, .grow, .shrink] { _ = model.perform(.app(command)) }
    _ = model.perform(.app(.focusQueue))
    for _ in 0..<3 { _ = model.perform(.app(.grow)) }
    #expect(model.display.splits[viewport.size] == [.response: 48, .queue: 9])
  }

  @Test func `the mouse is switched by each key`() {
    var model = AppModel()
    let effects = (0..<3).flatMap { _ in model.perform(.app(.mouse)) }
    #expect(
      effects
        == [MousePreference.leftToTerminal, .used, .leftToTerminal].map { .store(.mouse($0)) })
  }
}
