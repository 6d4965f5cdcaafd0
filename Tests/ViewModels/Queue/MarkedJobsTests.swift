import ClientModel
import JobFixtures
import Testing

@testable import ViewModels

struct MarkedJobsTests {
  private var marked = MarkedJobs()
  private var deletions = JobDeletions()

  private func rows(_ jobs: [Job], of total: Int? = nil) -> QueueRows {
    var rows = QueueRows()
    rows.resize(height: 10)
    rows.receive(window: jobs, offset: 0, total: total ?? jobs.count)
    return rows
  }

  private mutating func perform(_ command: QueueCommand, in rows: QueueRows) -> [Effect]? {
    marked.perform(command, in: rows, "of all workspaces", deletions: &deletions)
  }

  @Test mutating func `without marks no command is performed`() {
    #expect(perform(.cancel, in: rows([.fixture(1)])) == nil)
  }

  @Test mutating func `a command removes the marks, but one for a single job does not`() {
    let rows = rows([.fixture(1), .fixture(2)])
    marked.mark([JobID(2), JobID(1)], failed: [])
    #expect(perform(.edit, in: rows) == nil && !marked.isEmpty)
    #expect(perform(.runAgain, in: rows) == [.queue(.each(.runAgain, [JobID(1), JobID(2)]))])
    #expect(marked.isEmpty)
  }

  @Test mutating func `jobs are released if one of them is held`() {
    let rows = rows([.fixture(1), .fixture(2, .held(.byUser))])
    marked.mark([JobID(1), JobID(2)], failed: [])
    #expect(perform(.hold, in: rows) == [.queue(.each(.release, [JobID(1), JobID(2)]))])
  }

  @Test mutating func `marked jobs that cannot move stay marked, and a notice says why`() {
    marked.mark([JobID(1)], failed: [])
    guard case .notify(let notice)? = perform(.moveUp, in: rows([.fixture(1), .fixture(2)]))?.first
    else {
      Issue.record("There is no notice.")
      return
    }
    #expect(notice.what == "The marked jobs cannot move up." && !marked.isEmpty)
  }

  @Test mutating func `all jobs are marked at once only if all are in memory`() {
    #expect(marked.markAll(rows([.fixture(1)]), .complete) == [] && marked.ids == [JobID(1)])
    #expect(marked.markAll(rows([.fixture(1)], of: 9), .complete) == [.queue(.listAll)])
    #expect(marked.isListing)
    marked.mark([JobID(1), JobID(8)], failed: [])
    #expect(!marked.isListing && marked.ids == [JobID(1), JobID(8)])
  }
}
