import Testing
import ViewModels

struct PanelSplitsTests {
  private let wide = ScreenSize(width: 140, height: 36)
  private let small = ScreenSize(width: 80, height: 24)

  @Test func `places come back from their text, each for its size`() {
    var splits = PanelSplits()
    splits[wide] = [.sidebar: 30, .queue: 12]
    splits[small] = [.response: 40]
    #expect(splits.text == "140x36 sidebar=30 queue=12\n80x24 response=40\n")
    let back = PanelSplits(splits.text)
    #expect(back == splits)
    #expect(back[wide] == [.sidebar: 30, .queue: 12])
    #expect(back[ScreenSize(width: 99, height: 9)].isEmpty)
  }

  @Test func `a text that nobody wrote gives no places`() {
    let splits = PanelSplits("\n80x24 response= x=3 queue=a\n==\n80x queue=4\nx queue=4\n")
    #expect(splits[small].isEmpty && splits.text == "80x24\n")
  }

  @Test func `the oldest of many sizes is dropped`() {
    var splits = PanelSplits()
    for width in 1...60 { splits[ScreenSize(width: width, height: 24)] = [.response: width] }
    #expect(splits[ScreenSize(width: 1, height: 24)].isEmpty)
    #expect(splits[ScreenSize(width: 60, height: 24)] == [.response: 60])
  }
}
