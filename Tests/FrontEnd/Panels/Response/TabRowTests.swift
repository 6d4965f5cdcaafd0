import Testing
import ViewModels

@testable import Panels

@Suite struct TabRowTests {
  private static let all: [ResponseTab] = [
    .view, .tree, .raw, .headers, .timing, .attempts, .wire, .checks, .compare,
  ]

  private func text(_ tabs: [ResponseTab], _ active: ResponseTab, _ width: Int) -> String {
    TabRow(tabs, active: active, width: width).spans(active: active).map(\.text.string).joined()
  }

  @Test func `names are complete where they fit, and lose blanks before letters`() {
    let tabs: [ResponseTab] = [.tree, .raw, .headers, .timing, .attempts, .wire]
    #expect(text(tabs, .tree, 44) == " Tree  Raw  Headers  Timing  Attempts  Wire ")
    #expect(text(tabs, .tree, 42) == " Tree Raw Headers Timing Attempts Wire")
    #expect(text(tabs, .attempts, 36) == " Tree Raw Heade Timin Attempts Wire")
  }

  @Test(arguments: 1..<80)
  func `all tabs show at any width that has room for a letter of each`(width: Int) {
    for active in Self.all {
      let row = TabRow(Self.all, active: active, width: width)
      let text = row.spans(active: active).map(\.text.string).joined()
      #expect(text.count <= max(width, 2 * Self.all.count))
      // What is clicked is what is shown.
      let clicked = Set((0..<text.count).compactMap { row.tab(at: $0) })
      #expect(clicked.count == Self.all.count)
      #expect(row.tab(at: text.count) == nil)
    }
  }
}
