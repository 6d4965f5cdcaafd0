import Terminal
import Testing

@testable import Panels

@Suite struct TabStripTests {
  private static let names = [
    "View", "Tree", "Raw", "Headers", "Timing", "Attempts", "Wire", "Checks", "Compare",
  ]

  private func strip(_ names: [String], _ active: Int, _ width: Int) -> TabStrip {
    TabStrip(names.map { TabStrip.Tab(SafeText($0)) }, active: active, width: width)
  }

  private func text(_ names: [String], _ active: Int, _ width: Int) -> String {
    strip(names, active, width).spans().map(\.text.string).joined()
  }

  @Test func `names are complete, and tabs without room are behind a mark`() {
    let names = ["Tree", "Raw", "Headers", "Timing", "Attempts", "Wire"]
    #expect(text(names, 0, 42) == "Tree  Raw  Headers  Timing  Attempts  Wire")
    #expect(text(names, 0, 41) == "Tree Raw Headers Timing Attempts Wire")
    #expect(text(names, 0, 36) == "Tree Raw Headers Timing Attempts …")
    #expect(text(names, 5, 36) == "… Raw Headers Timing Attempts Wire")
    #expect(text(names, 2, 11) == "… Headers …")
  }

  @Test func `the active tab is underlined, so that it is visible without colour`() {
    let spans = strip(Self.names, 3, 40).spans()
    #expect(spans.filter { $0.ink.emphasis == .underline }.map(\.text.string) == ["Headers"])
  }

  @Test(arguments: 12..<80)
  func `a click hits the tab that is drawn there`(width: Int) {
    for active in Self.names.indices {
      let strip = strip(Self.names, active, width)
      let text = Array(text(Self.names, active, width))
      #expect(text.count <= width)
      for (x, letter) in text.enumerated() {
        switch strip.target(at: x) {
        case .tab(let index): #expect(Self.names[index].contains(letter))
        case .all: #expect(letter == "…")
        case nil: #expect(letter == " ")
        }
      }
      #expect(text.indices.contains { strip.target(at: $0) == .tab(active) })
      #expect(strip.target(at: text.count) == nil && strip.target(at: -1) == nil)
    }
  }
}
