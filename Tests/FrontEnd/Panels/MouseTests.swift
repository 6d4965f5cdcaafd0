import ClientModel
import JobFixtures
import Panels
import Terminal
import Testing
import ViewModels

struct MouseTests {
  private let size = Size(width: 80, height: 24)

  private func press(_ x: Int, _ y: Int, _ model: AppModel) -> Command? {
    Screen.command(
      for: MouseEvent(.press, button: .left, at: Point(x: x, y: y)), in: model, size: size)
  }

  @Test func `a click on a panel goes there`() {
    var model = AppModel()
    let command = press(60, 20, model)
    if let command { _ = model.perform(command) }
    #expect(model.focus == .response)
    if let command = press(5, 20, model) { _ = model.perform(command) }
    #expect(model.focus == .queue)
  }

  @Test func `a click on a tab shows it`() throws {
    var model = AppModel()
    let row = Screen.draw(model, keys: KeyReader(), size: size).text(row: 4)
    let headers = try #require(row.range(of: "Head"))
    let x = row.distance(from: row.startIndex, to: headers.lowerBound)
    let command = try #require(press(x + 2, 4, model))
    _ = model.perform(command)
    #expect(model.composer.tab == .headers)
  }

  @Test func `the wheel scrolls what it is over and leaves the focus`() {
    let event = MouseEvent(.wheelDown, button: .none, at: Point(x: 60, y: 20))
    #expect(
      Screen.command(for: event, in: AppModel(), size: size) == .point(.wheel(.response, rows: 3)))
  }

  @Test func `what a click means does not change with drawing`() {
    let model = AppModel()
    let before = press(5, 6, model)
    _ = Screen.draw(model, keys: KeyReader(), size: Size(width: 200, height: 60))
    #expect(press(5, 6, model) == before)
  }

  @Test func `a click on an answer gives it`() throws {
    var model = AppModel()
    _ = model.receive(.queue(.lanes([.fixture(counts: [.running: 1])])))
    _ = model.perform(.app(.quit))
    let rows = Screen.draw(model, keys: KeyReader(), size: size).rows
    let y = try #require(rows.firstIndex { $0.contains("Stop it") })
    let command = try #require(press(40, y, model))
    #expect(model.perform(command) == [.quit(.stoppingJobs)])
  }
}
