import Testing

@testable import Terminal

@Suite struct FrameTests {
  private func frame(_ width: Int, _ height: Int) -> Frame {
    Frame(size: Size(width: width, height: height))
  }

  @Test func `text is clipped with an ellipsis`() {
    var frame = frame(8, 1)
    frame.put("abcdefgh", in: Rect(x: 1, y: 0, width: 5, height: 1), ink: Ink(.text))
    #expect(frame.text == " abcd…\n")
  }

  @Test func `a wide character is never cut in half`() {
    var frame = frame(6, 1)
    frame.put("日本語", in: Rect(x: 0, y: 0, width: 5, height: 1), ink: Ink(.text))
    #expect(frame.text == "日本…\n")
    frame.put("x", in: Rect(x: 1, y: 0, width: 1, height: 1), ink: Ink(.text))
    #expect(frame.text == " x本…\n")
    frame.put("日", in: Rect(x: 1, y: 0, width: 2, height: 1), ink: Ink(.text))
    #expect(frame.text == " 日 …\n")
  }

  @Test func `text keeps to its side`() {
    var frame = frame(7, 2)
    frame.put("abc", in: Rect(x: 0, y: 0, width: 7, height: 1), ink: Ink(.text), aligned: .right)
    frame.put("abc", in: Rect(x: 0, y: 1, width: 7, height: 1), ink: Ink(.text), aligned: .center)
    #expect(frame.text == "    abc\n  abc\n")
  }

  @Test func `a border holds its title and returns the inside`() {
    var frame = frame(12, 3)
    let inside = frame.border(frame.bounds, ink: Ink(.border))
    frame.title([Span("Queue", Ink(.title))], of: frame.bounds, ink: Ink(.border))
    #expect(frame.text == "╭─ Queue ──╮\n│          │\n╰──────────╯\n")
    #expect(inside == Rect(x: 1, y: 1, width: 10, height: 1))
    #expect(frame.inks(row: 0).map(\.ink.role) == [.border, .title, .border])
  }

  @Test func `borders that share a line are joined, and the last one colours it`() {
    var frame = frame(7, 5)
    frame.border(Rect(x: 0, y: 0, width: 4, height: 3), ink: Ink(.border))
    frame.border(Rect(x: 0, y: 2, width: 4, height: 3), ink: Ink(.border))
    frame.border(Rect(x: 3, y: 0, width: 4, height: 5), ink: Ink(.borderFocused))
    #expect(frame.text == "╭──┬──╮\n│  │  │\n├──┤  │\n│  │  │\n╰──┴──╯\n")
    #expect(frame.inks(row: 2).map(\.ink.role) == [.border, .borderFocused, .text, .borderFocused])
  }

  @Test(arguments: 0..<4, 0..<4)
  func `nothing is too small to draw on`(width: Int, height: Int) {
    var frame = frame(width, height)
    let inside = frame.border(frame.bounds, ink: Ink(.border))
    frame.title([Span("日本", Ink(.title))], of: frame.bounds, ink: Ink(.border))
    frame.note([Span("n", Ink(.title))], of: frame.bounds, ink: Ink(.border))
    frame.put("日本語", in: inside, ink: Ink(.text))
    frame.put("日本語", in: Rect(x: -1, y: 0, width: 9, height: 1), ink: Ink(.text))
    frame.fill(Rect(x: -5, y: -5, width: 50, height: 50), ink: Ink(.text))
    #expect(frame.rows.count == height)
  }

  @Test func `laying a ground leaves text and role`() {
    var frame = frame(3, 1)
    frame.put("abc", in: frame.bounds, ink: Ink(.jsonKey))
    frame.lay(.selected, under: Rect(x: 1, y: 0, width: 1, height: 1))
    #expect(frame.text == "abc\n")
    #expect(frame.inks(row: 0).map(\.ink.ground) == [.normal, .selected, .normal])
    #expect(frame.inks(row: 0).allSatisfy { $0.ink.role == .jsonKey })
  }

  @Test(arguments: UInt64(0)..<200)
  func `the difference turns the old frame into the new one`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var old = frame(20, 4)
    scribble(on: &old, &random)
    var new = old
    scribble(on: &new, &random)
    let difference = FrameDifference(from: old, to: new)
    #expect(difference.applied(to: old).cells == new.cells, "seed \(seed)")
    #expect(FrameDifference(from: new, to: new).isEmpty)
    for run in difference.runs {
      #expect(run.cells.first?.glyph.isContinuation == false, "seed \(seed)")
      #expect(run.cells.last?.glyph.width != 2, "seed \(seed)")
    }
    for y in 0..<4 {
      let width = SafeText(new.text(row: y)).width
      #expect(width <= 20, "seed \(seed)")
    }
  }

  @Test func `one changed cell is one run`() {
    var new = frame(80, 24)
    new.put("x", in: Rect(x: 5, y: 7, width: 1, height: 1), ink: Ink(.text))
    let runs = FrameDifference(from: frame(80, 24), to: new).runs
    #expect(runs.map(\.start) == [Point(x: 5, y: 7)])
    #expect(runs.map(\.cells.count) == [1])
  }

  private func scribble(on frame: inout Frame, _ random: inout SeededRandom) {
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let place = Rect(
        x: Int.random(in: -2..<20, using: &random), y: Int.random(in: 0..<4, using: &random),
        width: Int.random(in: 0...12, using: &random), height: 1)
      let role = Role.allCases.randomElement(using: &random) ?? .text
      frame.put(SafeText(random.text(upTo: 8)), in: place, ink: Ink(role))
    }
  }

  @Test func `rectangles split without losing a cell`() {
    let rect = Rect(x: 2, y: 3, width: 10, height: 5)
    #expect(rect.split(leftColumns: 4).right == Rect(x: 6, y: 3, width: 6, height: 5))
    #expect(rect.split(rightColumns: 40).left.isEmpty)
    #expect(rect.split(topRows: 2).bottom == Rect(x: 2, y: 5, width: 10, height: 3))
    #expect(rect.split(bottomRows: 1).bottom == Rect(x: 2, y: 7, width: 10, height: 1))
    #expect(rect.inset(columns: 1, rows: 1) == Rect(x: 3, y: 4, width: 8, height: 3))
    #expect(rect.row(9).isEmpty)
  }

  @Test func `only short texts go to the clipboard, as base64`() throws {
    #expect(try Clipboard.sequence(for: "a\u{1B}") == "\u{1B}]52;c;YRs=\u{7}")
    #expect(throws: ClipboardError.tooLong(bytes: 80_000, limit: Clipboard.limit)) {
      try Clipboard.sequence(for: String(repeating: "x", count: 80_000))
    }
  }
}
