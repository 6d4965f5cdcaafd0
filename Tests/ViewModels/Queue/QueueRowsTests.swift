import ClientModel
import JobFixtures
import Testing

@testable import ViewModels

/// The rows of the queue and its lanes, without the rest of the panel.
struct QueueRowsTests {
  private func rows(_ jobs: [Job]) -> QueueRows {
    var rows = QueueRows()
    rows.receive(window: jobs, offset: 0, total: jobs.count)
    return rows
  }

  private let waiting = [Job.fixture(3), .fixture(2), .fixture(1)]

  @Test func `a deleted job is shown in its former row when it is restored`() {
    var rows = rows(waiting)
    rows.remove([JobID(2)])
    rows.layOut()
    #expect(rows.window.map(\.id) == [JobID(3), JobID(1)] && rows.total == 2)
    rows.restore([JobID(2)])
    rows.layOut()
    #expect(rows.window.map(\.id) == [JobID(3), JobID(2), JobID(1)] && rows.total == 3)
  }

  @Test func `a job moves past another one only in queue order`() {
    var queued = rows(waiting)
    queued.move(JobID(3), to: .after(JobID(2)))
    #expect(queued.window.map(\.id) == [JobID(2), JobID(3), JobID(1)])
    var sorted = rows(waiting)
    sorted.begin(QueueArrangement(order: .newestFirst))
    sorted.move(JobID(3), to: .after(JobID(2)))
    #expect(sorted.window.map(\.id) == [JobID(3), JobID(2), JobID(1)])
  }

  @Test func `the selection stays on its job when another one is removed`() {
    var rows = rows(waiting)
    rows.select(2)
    rows.remove([JobID(3)])
    rows.layOut()
    #expect(rows.selected == .job(JobID(1)) && rows.list.selected == 1)
  }

  @Test func `new lanes count as paused only while there is no lane`() {
    var lanes = QueueLanes()
    lanes.pauseAll(.byUser)
    #expect(lanes.isAllPaused && lanes.paused == 0)
    let key = LaneKey(name: "a")
    lanes.receive([LaneTally(lane: Lane(key: key), counts: [.waiting: 2])])
    #expect(!lanes.isAllPaused && lanes.count(of: .waiting) == 2)
    lanes.change(key) { $0.pause = .byUser }
    #expect(lanes.isAllPaused && lanes.paused == 1)
  }
}
