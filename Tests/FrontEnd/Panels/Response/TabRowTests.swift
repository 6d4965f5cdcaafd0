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

  @Test func `names are complete where they fit, and lose blanks before they are shortened`() {
    let tabs: [ResponseTab] = [.tree, .raw, .headers, .timing, .attempts, .wire]
    #expect(text(tabs, .tree, 44) == " Tree  Raw  Headers  Timing  Attempts  Wire ")
    #expect(text(tabs, .tree, 42) == " Tree Raw Headers Timing Attempts Wire")
    #expect(text(tabs, .attempts, 36) == " Tree Raw Head Time Attempts Wire")
    #expect(text(tabs, .attempts, 32) == " Tree Raw Head Time Att Wire")
    #expect(text(Self.all, .compare, 44) == " View Tree Raw Head Time Att Wire Check Comp")
    #expect(text(Self.all, .compare, 40) == " View Tree Raw Hdr Time Att Wire Chk Cmp")
    #expect(text(Self.all, .compare, 39) == " Vie Tre Raw Hdr Tim Att Wir Chk Cmp")
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
