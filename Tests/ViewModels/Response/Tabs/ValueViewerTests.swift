import ClientDocuments
import ReadingValues
import Testing

@testable import ViewModels

@Suite struct ValueViewerTests {
  @Test func `a string is decoded first, and then shown as it stands`() {
    var viewer = ValueViewer()
    #expect(viewer.open(.string) == ValueViewOptions(.decoded, columns: 80))
    #expect(viewer.words == "value, decoded" && viewer.obstacle(to: .toggle) == nil)
    #expect(viewer.turn() == ValueViewOptions(.asItStands, columns: 80))
    #expect(viewer.words == "value, raw")
  }

  @Test func `only a string has two forms`() {
    var viewer = ValueViewer()
    _ = viewer.open(.number)
    #expect(viewer.words == "value, raw" && viewer.obstacle(to: .toggle) != nil)
  }

  @Test func `another width wraps a text again, if one is shown`() {
    var viewer = ValueViewer()
    #expect(viewer.resize(columns: 40) == nil && !viewer.isOpen)
    _ = viewer.open(.string)
    #expect(viewer.resize(columns: 40) == nil)
    #expect(viewer.resize(columns: 60) == ValueViewOptions(.decoded, columns: 60))
    viewer.close()
    #expect(viewer.turn() == nil && viewer.words == nil)
  }
}
