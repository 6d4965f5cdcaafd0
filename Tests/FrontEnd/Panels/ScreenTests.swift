import Panels
import Terminal
import Testing
import ViewModels

struct ScreenTests {
  @Test(arguments: [(0, 0), (1, 1), (2, 2), (80, 24), (200, 60)])
  func `a frame has the size that was asked for`(width: Int, height: Int) {
    let size = Size(width: width, height: height)
    #expect(Screen.draw(AppModel(), keys: KeyReader(), size: size).size == size)
  }
}
