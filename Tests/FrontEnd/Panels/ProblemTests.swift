import ClientModel
import Panels
import Terminal
import Testing
import ViewModels

struct ProblemTests {
  private static let size = Size(width: 80, height: 24)
  private static let advice = "send it as text."

  private func faulty(_ text: String) -> AppModel {
    var model = AppModel()
    _ = model.receive(
      .composer(.loaded(Draft(url: "https://a.example", body: .json(text)), name: "x")))
    return model
  }

  private func screen(_ model: AppModel) -> [String] {
    var model = model
    _ = model.receive(.viewport(Screen.viewport(of: model, size: Self.size)))
    let frame = Screen.draw(model, keys: KeyReader(), size: Self.size)
    return (0..<Self.size.height).map { frame.text(row: $0) }
  }

  @Test func `a problem is in the bottom border, and in full where rows are free`() {
    var model = faulty("{")
    let rows = screen(model)
    #expect(rows[22].hasPrefix("╰─ The body is not valid JSON. Line 1, column 2"))
    #expect(rows[23].contains("! problem"))
    _ = model.perform(.composer(.reveal))
    let panel = screen(model).joined(separator: " ")
    #expect(panel.contains("! The body is not valid JSON") && panel.contains("text.  "))
  }

  @Test func `the panels do not move while text is typed, and a key shows the full problem`() {
    var model = faulty("[" + String(repeating: "1,\n", count: 40))
    _ = model.perform(.composer(.edit))
    let rows = screen(model)
    #expect(rows[22].hasPrefix("╰─ The body is not valid JSON."))
    #expect(rows[23].contains("f2 problem"))
    _ = model.perform(.composer(.explain))
    let shown = screen(model)
    #expect(shown[23].hasSuffix(Self.advice), "\(shown[23])")
    #expect(shown[..<22] == rows[..<22])
    #expect(model.composer.isTyping)
  }

  @Test func `a problem that was put away can be shown again`() {
    var model = faulty("{")
    _ = model.perform(.app(.back))
    #expect(model.standing == nil && screen(model)[23].contains("! problem"))
    _ = model.perform(.composer(.explain))
    #expect(model.notice?.line.hasSuffix(Self.advice) == true)
  }

  @Test func `the resolved address stays in sight while the body is wrong`() {
    var model = AppModel()
    let draft = Draft(
      url: "https://a.example/x", query: [DraftField("page", "2")], body: .json("{"))
    _ = model.receive(.composer(.loaded(draft, name: "x")))
    #expect(screen(model).contains { $0.contains("= https://a.example/x?page=2") })
  }

  @Test func `nothing is wrong with a sound request`() {
    #expect(faulty("{}").obstacle(to: .composer(.explain)) != nil)
    #expect(!screen(faulty("{}"))[23].contains("problem"))
  }

  @Test func `a click finds the row below a problem of several lines`() throws {
    var model = faulty("{ \"a\" 1 }")
    _ = model.perform(.point(.composerTab(ComposerTab.body.rawValue)))
    let size = Size(width: 80, height: 24)
    let rows = Screen.draw(model, keys: KeyReader(), size: size)
    let y = try #require((0..<24).first { rows.text(row: $0).contains("  1 {") })
    let click = MouseEvent(.press, button: .left, at: Point(x: 10, y: y))
    #expect(Screen.command(for: click, in: model, size: size) == .point(.composerRow(2)))
    #expect(rows.text(row: y - 2).contains("! "), "the problem takes two lines")
  }
}
