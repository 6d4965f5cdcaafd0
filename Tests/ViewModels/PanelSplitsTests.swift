import Testing
import ViewModels

struct PanelSplitsTests {
  @Test func `places come back from their text, each for its size`() {
    var splits = PanelSplits()
    splits["140x36"] = [.sidebar: 30, .queue: 12]
    splits["80x24"] = [.response: 40]
    let back = PanelSplits(splits.text)
    #expect(back == splits)
    #expect(back["140x36"] == [.sidebar: 30, .queue: 12] && back["99x9"].isEmpty)
  }

  @Test func `a text that nobody wrote gives no places`() {
    #expect(PanelSplits("\n80x24 response= x=3 queue=a\n==\n")["80x24"].isEmpty)
  }

  @Test func `the oldest of many sizes is dropped`() {
    var splits = PanelSplits()
    for width in 1...60 { splits["\(width)x24"] = [.response: width] }
    #expect(splits["1x24"].isEmpty && splits["60x24"] == [.response: 60])
  }
}
