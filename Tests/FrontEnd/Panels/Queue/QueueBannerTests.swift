import ClientModel
import JobFixtures
import Panels
import Terminal
import Testing
import ViewModels

@testable import Panels

struct QueueBannerTests {
  private func title(_ lanes: [LaneTally], future: Lane.Pause, width: Int = 60) -> String {
    var model = QueueModel()
    _ = model.receive(.lanes(lanes))
    _ = model.receive(.futureLanes(future))
    return QueueBanner.title(model, width: width).map(\.text.string).joined()
  }

  @Test func `the title says that lanes to come are paused, where that is not plain`() {
    #expect(title([], future: .none).isEmpty)
    #expect(title([], future: .byUser) == " · PAUSED")
    #expect(title([.fixture("a", pause: .byUser)], future: .byUser) == " · PAUSED")
    #expect(title([.fixture("a")], future: .byUser) == " · new lanes PAUSED")
    #expect(title([.fixture("a")], future: .byUser, width: 15) == " · new PAUSED")
    #expect(title([.fixture("a")], future: .none).isEmpty)
  }
}
