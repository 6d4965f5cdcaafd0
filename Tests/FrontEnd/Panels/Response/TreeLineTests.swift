import ReadingValues
import Terminal
import Testing

@testable import Panels

struct TreeLineTests {
  private func line(_ row: TreeRow, width: Int = 60) -> String {
    TreeLine.spans(row, width: width).map(\.text.string).joined()
  }

  /// A folded value of three elements that is longer than its preview.
  private var folded: TreeRow {
    var row = TreeRow(
      label: .key("user"), kind: .object, depth: 0,
      preview: #"{"id": 7, "name": "Ada", "city": "London", "#, isCut: true, children: 3)
    row.size = .exactly(4096)
    return row
  }

  @Test func `the start of a folded value is followed by its faint size`() throws {
    let spans = TreeLine.spans(folded, width: 80)
    let text = spans.map(\.text.string).joined()
    #expect(text.hasPrefix(#"▸ user: {"id": 7, "name": "Ada""#))
    let size = try #require(folded.sizeWords)
    #expect(text.hasSuffix("…  (3, \(size))"), "\(text)")
    #expect(spans.last?.ink == Ink(.muted))
  }

  @Test(arguments: [40, 60, 80])
  func `the start of a folded value is shortened for its size`(width: Int) {
    let text = line(folded, width: width)
    #expect(text.contains("…  (3, ") && SafeText(text).width <= width, "\(text)")
  }

  @Test func `the size is left out if there is no room`() {
    #expect(!line(folded, width: 30).contains("(3"))
    #expect(line(folded, width: 30).hasPrefix(#"▸ user: {"id": 7"#))
  }

  @Test func `a folded value that is shown in full has no size`() {
    let row = TreeRow(
      label: .place(0), kind: .array, depth: 0, preview: "[51.5, -0.13]", children: 2)
    #expect(line(row) == "▸ 0: [51.5, -0.13]")
  }

  @Test(arguments: [(2, "[2]"), (0, "[]")])
  func `an unfolded array shows the number of its elements`(children: Int, shown: String) {
    let row = TreeRow(
      label: .key("tags"), kind: .array, depth: 0, children: children, isOpen: children > 0)
    #expect(line(row).hasSuffix("tags: " + shown))
  }

  @Test func `an empty value that may grow says so`() {
    let row = TreeRow(
      label: .root, kind: .object, depth: 0, children: 0, mayGrow: true, isOpen: true)
    #expect(line(row).hasSuffix("{0…}"))
  }
}
