import ClientModel
import ReadingValues
import Testing

@testable import ViewModels

@Suite struct FilterStateTests {
  private let panes = BodyPanes()

  private func shown(_ text: String) -> ShownFilter {
    ShownFilter(text: text, manner: .path, count: 1)
  }

  @Test func `white space and the identity are the unfiltered body`() {
    var filter = FilterState()
    #expect(filter.run(" . ", .atOnce, panes, .tree).isEmpty && !filter.isWorking)
  }

  @Test func `a program is run once, and another one stops it`() {
    var filter = FilterState()
    #expect(filter.run(".a", .atOnce, panes, .tree).count == 1)
    let effects = filter.run(".b", .atOnce, panes, .tree)
    #expect(effects.first == .response(.stopFilter) && effects.count == 2)
    #expect(filter.asked == ".b")
  }

  @Test func `the result of an older program ends nothing that is asked for the newest`() {
    var filter = FilterState()
    _ = filter.run(".a", .atOnce, panes, .tree)
    let older = filter.number
    _ = filter.run(".b", .atOnce, panes, .tree)
    filter.show(shown(".a"), of: older)
    #expect(filter.text == ".a" && filter.asked == ".b")
    filter.show(shown(".b"), of: filter.number)
    #expect(filter.text == ".b" && !filter.isWorking)
  }

  @Test func `a refused program is reported in the prompt, and as a notice once it is accepted`() {
    var filter = FilterState()
    _ = filter.begin()
    _ = filter.run("nope", .resting, panes, .tree)
    #expect(filter.take(.refused("jq reported: no."), panes, .tree).isEmpty)
    #expect(filter.problem == "jq reported: no.")
    _ = filter.accept("nope", panes, .tree)
    #expect(filter.take(.refused("jq reported: no."), panes, .tree).count == 1)
  }

  @Test func `the saved program is tried once on a body`() {
    var filter = FilterState()
    #expect(filter.runAgain(saved: ".a", panes, .tree).count == 1)
    filter.show(nil, of: filter.number)
    #expect(filter.runAgain(saved: ".a", panes, .tree).isEmpty)
    filter.clear()
    #expect(filter.runAgain(saved: ".a", panes, .tree).count == 1)
  }
}
