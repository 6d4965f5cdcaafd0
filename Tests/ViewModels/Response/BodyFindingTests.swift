import ClientDocuments
import ReadingValues
import Testing

@testable import ViewModels

@Suite struct BodyFindingTests {
  private func found(_ extent: MatchPosition.Extent) -> BodyFinding {
    var finding = BodyFinding(SearchQuery("lamp"))
    _ = finding.begin(.forward, .withRow)
    let standing = MatchPosition(position: 2, count: 3, extent: extent)
    finding.found(.straight, standing, in: .tree, at: 7)
    return finding
  }

  @Test func `the number of a hit is shown only on its row and in its view`() {
    let finding = found(.complete)
    #expect(finding.words(in: .tree, at: 7) == "2 of 3")
    #expect(finding.words(in: .tree, at: 8) == "3 matches")
    #expect(finding.words(in: .raw, at: 7) == nil)
  }

  @Test func `each search has a number of its own, and deleting takes one`() {
    var finding = BodyFinding(SearchQuery("lamp"))
    let first = finding.begin(.forward, .withRow)
    #expect(finding.begin(.forward, .behindRow).number == first.number + 1)
    finding.clear()
    #expect(finding.number == first.number + 2 && !finding.isSearching)
  }

  @Test func `stopping the count keeps the hits`() {
    var finding = found(.counting)
    #expect(finding.stop().count == 1)
    #expect(finding.words(in: .tree, at: 7) == "2 of 3+" && finding.stop().isEmpty)
  }

  @Test func `a search that repeats another one does not say that it found nothing`() {
    var finding = found(.complete)
    finding.clear()
    _ = finding.beginQuietly()
    #expect(finding.missed() == false)
    _ = finding.begin(.forward, .withRow)
    #expect(finding.missed() == true)
  }

  @Test func `leaving the prompt puts back the query and the hits, no longer counted`() throws {
    var finding = found(.counting)
    finding.beginSeeking(generation: 1, DocumentPane(.tree), ViewPane())
    finding.typed(SearchQuery("sofa"))
    _ = finding.seek()
    #expect(finding.missed() == false, "while it is typed, the remark above the prompt says it")
    let began = try #require(finding.seeking)
    #expect(began.isMissed)
    finding.endSeeking()
    finding.restore(began)
    finding.restore(hitsOf: began)
    #expect(finding.query == SearchQuery("lamp") && finding.marks == SearchMarks(finding.query))
    #expect(finding.words(in: .tree, at: 7) == "2 of 3+" && !finding.isSearching)
  }
}
