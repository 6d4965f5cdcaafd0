import ClientModel
import JobFixtures
import Panels
import Terminal
import Testing
import ViewModels

struct StatusLineTests {
  private func line(_ facts: WorkspaceStatus, width: Int) -> String {
    var model = AppModel()
    _ = model.receive(.place(facts))
    _ = model.receive(.queue(.lanes([.fixture("api", counts: [.running: 1])])))
    let size = Size(width: width, height: 12)
    return Screen.draw(model, keys: KeyReader(), size: size).text(row: 0)
  }

  @Test func `a wide-character text fits, and the counts appear from the width that has room`() {
    let facts = WorkspaceStatus(workspace: "日本語の仕事場", isScratch: false)
    #expect(line(facts, width: 33) == " weir  日本語の仕事場  1 running")
    #expect(line(facts, width: 32) == " weir  日本語の仕事場")
  }

  @Test func `the counts leave room for the banners`() {
    let facts = WorkspaceStatus(workspace: "shop", role: .demo, isScratch: false)
    #expect(line(facts, width: 29) == " weir  shop  1 running  DEMO")
    #expect(line(facts, width: 28) == " weir  shop            DEMO")
  }
}
