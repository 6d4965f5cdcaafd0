import ClientModel
import JobFixtures
import Testing

@testable import ViewModels

struct UnconfirmedChangesTests {
  private let lane = LaneKey(name: "api")

  @Test func `only effects that are shown at once are added`() {
    var changes = UnconfirmedChanges()
    #expect(
      changes.add([.queue(.pause(lane)), .queue(.searchOn), .suspend]) == [.pause(lane)])
    #expect(changes.all == [.pause(lane)])
  }

  @Test func `an effect that was carried out removes one change`() {
    var changes = UnconfirmedChanges()
    _ = changes.add([.queue(.pauseAll), .queue(.resumeAll), .queue(.pauseAll)])
    changes.remove(.queue(.pauseAll))
    #expect(changes.all == [.resumeAll, .pauseAll])
    changes.remove(.queue(.pause(lane)))
    #expect(changes.all.count == 2)
  }

  @Test func `applying a change of a lane twice has no further effect`() {
    var lanes = QueueLanes()
    lanes.receive([.fixture(limit: 2)])
    lanes.apply(.setLimit(5, of: lane))
    let once = lanes
    lanes.apply(.setLimit(5, of: lane))
    #expect(lanes == once && lanes.all[0].lane.limit == 5)
  }

  @Test func `applying a change of a job twice has no further effect`() {
    var rows = QueueRows()
    rows.receive(window: [.fixture(1), .fixture(2)], offset: 0, total: 2)
    let deletion = QueueEffect.Deletion(DeletionID(1), of: [JobID(1)])
    for _ in 0..<2 {
      rows.apply(.delete(deletion))
      rows.layOut()
    }
    #expect(rows.window.map(\.id) == [JobID(2)] && rows.total == 1)
  }
}
