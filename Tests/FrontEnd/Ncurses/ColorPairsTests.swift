import Terminal
import Testing

@testable import NcursesTerminal

@Suite struct ColorPairsTests {
  private let orange = Color.rgb(red: 255, green: 135, blue: 0)

  @Test func `a colour becomes the nearest its terminal has`() {
    #expect(ColorDepth.trueColor.number(of: orange) == 0xFF8700)
    #expect(ColorDepth.palette256.number(of: orange) == 208)
    #expect(ColorDepth.none.number(of: orange) == -1)
    #expect(ColorDepth.eight.number(of: .rgb(red: 250, green: 10, blue: 10)) == 1)
    #expect(ColorDepth.sixteen.number(of: .rgb(red: 250, green: 10, blue: 10)) == 9)
    #expect(ColorDepth.eight.number(of: .indexed(12)) == 4)
    #expect(ColorDepth.trueColor.number(of: .indexed(208)) == 0xFF8700)
  }

  @Test func `near black is not mistaken for a named colour in true colour`() {
    #expect(ColorDepth.trueColor.number(of: .rgb(red: 0, green: 0, blue: 1)) == 8)
    #expect(ColorDepth.trueColor.number(of: .indexed(1)) == 1)
  }

  @Test(arguments: 16...255)
  func `each entry of the palette is nearest to itself`(index: Int) {
    let rgb = RGB(index: UInt8(index))
    #expect(RGB(index: UInt8(rgb.nearest(in: 16..<256))) == rgb)
  }

  @Test func `a pair is made once, and never more than there is room for`() {
    var defined: [Int32] = []
    var pairs = ColorPairs(depth: .palette256, capacity: 3) { number, _, _ in
      defined.append(number)
      return true
    }
    let numbers = [1, 2, 1, 3].map {
      pairs.number(for: Style(foreground: .indexed($0), background: .terminal))
    }
    #expect(numbers == [1, 2, 1, 0])
    #expect(defined == [1, 2])
    #expect(pairs.number(for: Style()) == 0)
  }

  @Test func `pairs that ran short can be defined again`() {
    var pairs = ColorPairs(depth: .palette256, capacity: 2) { _, _, _ in true }
    let styles = [1, 2].map { Style(foreground: .indexed($0), background: .terminal) }
    #expect(pairs.number(for: styles[0]) == 1 && !pairs.isShort)
    #expect(pairs.number(for: styles[1]) == 0 && pairs.isShort)
    pairs.clear()
    #expect(pairs.number(for: styles[1]) == 1 && !pairs.isShort)
  }
}
