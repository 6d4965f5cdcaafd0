import ClientModel
import JobFixtures
import Testing

@testable import ViewModels

struct PanelModelsTests {
  private let draft = Draft(url: "https://a.example")

  private func panels(_ focus: Panel, jobs: Int64 = 3) -> PanelModels {
    var panels = PanelModels()
    _ = panels.receive(.lanes([.fixture()]))
    _ = panels.resize(to: Viewport())
    _ = panels.receive(
      .jobs((1...jobs).map { .fixture($0) }, offset: 0, total: Int(jobs)))
    panels.go(to: focus)
    return panels
  }

  @Test func `going to another panel ends typing`() {
    var panels = panels(.composer)
    panels.composer.edit()
    panels.go(to: .response)
    #expect(panels.focus == .response && !panels.composer.isTyping)
  }

  @Test func `going back first ends typing, then stops, and then has nothing to close`() {
    var panels = panels(.composer)
    panels.composer.edit()
    #expect(panels.back() == [] && !panels.composer.isTyping)
    #expect(panels.back() == nil)
  }

  @Test func `going back removes the filter of the queue only if the queue has the focus`() {
    var panels = panels(.queue)
    _ = panels.queue.arrange(filter: "x")
    panels.go(to: .composer)
    #expect(panels.back() == nil)
    panels.go(to: .queue)
    _ = panels.back()
    #expect(panels.queue.rows.arrangement.filter == "")
  }

  @Test func `a sent job is selected unless the user works in the queue`() {
    for (focus, selected) in [(Panel.composer, JobID(3)), (.queue, JobID(1))] {
      var panels = panels(focus)
      _ = panels.receive(.submitted(JobID(3), .queued, of: draft), on: DisplayState())
      #expect(panels.queue.rows.selected == .job(selected), "\(focus)")
    }
  }

  @Test func `the response of a sent request gets the focus only if one panel is visible`() {
    for (isZoomed, focus) in [(false, Panel.composer), (true, .response)] {
      var panels = panels(.composer)
      var display = DisplayState()
      display.isZoomed = isZoomed
      _ = panels.receive(.submitted(JobID(3), .immediate), on: display)
      #expect(panels.focus == focus && panels.composer.lastJob == JobID(3))
    }
  }

  @Test func `a warning says once that a sent job needs the user`() {
    var panels = panels(.composer)
    _ = panels.receive(.submitted(JobID(3), .immediate), on: DisplayState())
    let notices = { (effects: [Effect]) in
      effects.filter { if case .notify = $0 { true } else { false } }.count
    }
    let held = ResponseEvent.exchange(.fixture(3, .held(.byUser)), .fixture(), [])
    #expect(notices(panels.receive(held)) == 1)
    #expect(notices(panels.receive(held)) == 0)
  }

  @Test func `a click outside these panels is left to others`() {
    var panels = panels(.composer)
    #expect(panels.point(.listRow(1)) == nil)
    #expect(panels.point(.wheel(.requests, rows: 1)) == nil)
    _ = panels.point(.queueRow(1))
    #expect(panels.focus == .queue)
    #expect(panels.perform(.palette) == nil)
  }
}
