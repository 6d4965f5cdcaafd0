import ClientModel
import Panels
import Terminal
import Testing
import ViewModels

struct MouseDragTests {
  private let size = Size(width: 140, height: 36)

  private func model() -> AppModel {
    var model = AppModel()
    _ = model.receive(.composer(.loaded(Draft(url: "https://a.example/orders"), name: "orders")))
    _ = model.receive(.viewport(Screen.viewport(of: model, size: size)))
    return model
  }

  private func width(_ model: AppModel, _ split: PanelSplit) -> Int? {
    Screen.viewport(of: model, size: size).splits[split]
  }

  @Test func `the line between two panels follows the mouse`() throws {
    var model = model()
    let before = try #require(width(model, .sidebar))
    var drag = try #require(MouseDrag(at: Point(x: before - 1, y: 10), in: model, size: size))
    let command = drag.move(to: Point(x: before + 5, y: 12), in: model)
    if let command { _ = model.perform(command) }
    #expect(width(model, .sidebar) == before + 6)
    #expect(drag.text(of: Screen.draw(model, keys: KeyReader(), size: size)) == nil)
  }

  @Test func `no panel becomes too small to be seen`() throws {
    var model = model()
    for x in [0, 139] {
      let line = try #require(width(model, .sidebar))
      var drag = try #require(MouseDrag(at: Point(x: line - 1, y: 10), in: model, size: size))
      if let command = drag.move(to: Point(x: x, y: 10), in: model) { _ = model.perform(command) }
      let places = Screen.viewport(of: model, size: size).splits
      #expect((16...84).contains(try #require(places[.sidebar])))
    }
  }

  @Test func `a drag inside a panel selects text as it is read`() throws {
    let model = model()
    let frame = Screen.draw(model, keys: KeyReader(), size: size)
    let row = frame.text(row: 2)
    let start = try #require(row.range(of: "https://a.example"))
    let x = row.distance(from: row.startIndex, to: start.lowerBound)
    var drag = try #require(MouseDrag(at: Point(x: x, y: 2), in: model, size: size))
    #expect(drag.text(of: frame) == nil, "a click selects nothing")
    let command = drag.move(to: Point(x: x + 16, y: 2), in: model)
    #expect(command == nil)
    #expect(drag.text(of: frame) == "https://a.example")
  }

  @Test func `the focused panel grows and shrinks by keys, until the sizes are reset`() throws {
    var model = model()
    _ = model.perform(.app(.focusResponse))
    _ = model.receive(.viewport(Screen.viewport(of: model, size: size)))
    let before = try #require(width(model, .response))
    let effects = model.perform(.app(.grow))
    #expect(width(model, .response) == before - 2)
    #expect(effects == [.store(.splits(model.display.splits))])
    _ = model.perform(.app(.resetSizes))
    #expect(width(model, .response) == before)
  }

  @Test func `a click on a hint is its key, and a double click opens`() throws {
    var model = model()
    let hints = Screen.draw(model, keys: KeyReader(), size: size).text(row: 35)
    let help = try #require(hints.range(of: "help"))
    let x = hints.distance(from: hints.startIndex, to: help.lowerBound)
    let press = MouseEvent(.press, button: .left, at: Point(x: x, y: 35))
    #expect(Screen.command(for: press, in: model, size: size) == .app(.help))
    let twice = MouseEvent(.doublePress, button: .left, at: Point(x: 40, y: 2))
    let command = try #require(Screen.command(for: twice, in: model, size: size))
    #expect(command == .point(.double(.composerRow(-1))))
    _ = model.perform(command)
    #expect(model.composer.isTyping)
  }
}
