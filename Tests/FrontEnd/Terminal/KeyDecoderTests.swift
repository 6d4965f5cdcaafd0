import Testing

@testable import Terminal

@Suite struct KeyDecoderTests {
  /// The keys of one burst of input after which nothing more comes.
  private func keys(_ text: String) -> [Key] {
    var decoder = KeyDecoder()
    return text.unicodeScalars.flatMap { decoder.take($0) } + decoder.settle()
  }

  @Test(arguments: [
    ("aé日😀", [Key.character("a"), .character("é"), .character("日"), .character("😀")]),
    ("\u{1B}", [.escape]), ("\u{1B}x", [.alt("x")]), ("\u{1B}\r", [.altEnter]),
    ("\u{1B}\u{7F}", [.altBackspace]), ("\u{1B}[", [.alt("[")]), ("\u{1B}O", [.alt("O")]),
    (
      "\r\n\t\u{7F}\u{8}\0\u{1F}\u{1A}",
      [
        .enter, .control("j"), .tab, .backspace, .backspace, .control(" "), .control("_"),
        .control("z"),
      ]
    ),
    ("\u{1B}[1;2A\u{1B}[1;5D\u{1B}[1;3C\u{1B}[1;2F", [.shiftUp, .ctrlLeft, .ctrlRight, .shiftEnd]),
    ("\u{1B}[3~\u{1B}[Z", [.delete, .backTab]), ("\u{1B}\u{1B}", [.escape, .escape]),
    ("\u{1B}P", [.alt("P")]), ("\u{1B}Pab", [.alt("P"), .character("a"), .character("b")]),
  ])
  func `input becomes keys`(text: String, expected: [Key]) {
    #expect(keys(text) == expected)
  }

  @Test(arguments: [
    "\u{1B}[24;1R", "\u{1B}[?62;4c", "\u{1B}]11;rgb:0000/0000/0000\u{7}", "\u{1B}]10;x\u{1B}\\",
    "\u{1B}P1+r436f\u{1B}\\", "\u{1B}_Gi=1;OK\u{1B}\\", "\u{1B}[I", "\u{1B}Oz",
    "\u{1B}[99;99;99;99~",
    "\u{1B}[<1;2M", "\u{1B}[9999999999999999999999A;",
  ])
  func `a terminal's responses are dropped`(text: String) {
    #expect(keys(text + "k").last == .character("k"))
    #expect(keys(text).filter { $0 != .up && $0 != .character(";") } == [])
  }

  @Test(arguments: [
    ("", [Key.escape]), ("j", [.escape, .character("j")]), ("h", [.alt("h")]),
    ("\r", [.altEnter]), ("\u{7F}", [.escape, .backspace]), ("[", [.escape, .character("[")]),
    ("[D", [.left]), ("Pa", [.escape, .character("P"), .character("a")]),
    ("\u{1B}j", [.escape, .alt("j")]),
  ])
  func `a key that arrives apart from an escape was typed after it if it means nothing with Alt`(
    text: String, expected: [Key]
  ) {
    for isBackgroundAsked in [false, true] {
      var decoder = KeyDecoder()
      decoder.altKeys = [.alt("h"), .altEnter]
      if isBackgroundAsked { decoder.expectBackground() }
      let first = decoder.takeLoneEscape()
      #expect(decoder.isAfterEscape, "ncurses has waited: nobody waits again")
      let rest = text.unicodeScalars.flatMap { decoder.take($0) } + decoder.settle()
      #expect(first + rest == expected)
      #expect(decoder.take("\u{1B}") + decoder.take("j") == [.alt("j")])
    }
  }

  @Test func `characters in a row are one key while text is typed, and keys otherwise`() {
    let events = keys("ab\rc\u{1B}[A").map(TerminalEvent.key)
    var (typed, pressed) = (events[...], events[...])
    #expect(typed.next(.text) == .key(.typed("ab")) && typed.next(.text) == .key(.enter))
    #expect(typed.next(.text) == .key(.character("c")) && typed.next(.text) == .key(.up))
    #expect(typed.next(.text) == nil)
    #expect(pressed.next(.keys) == .key(.character("a")))
    #expect(pressed.next(.text) == .key(.character("b")), "typing began with the key before")
  }

  @Test func `a pasted text is one key and runs nothing`() {
    let text = "\u{1B}[200~q\r\nx\r\u{1B}[A\u{3}日\u{1B}[201~z"
    #expect(keys(text) == [.paste("q\nx\n\u{1B}[A\u{3}日"), .character("z")])
  }

  @Test func `a paste may come in pieces`() {
    var decoder = KeyDecoder()
    var found = "\u{1B}[200~ab".unicodeScalars.flatMap { decoder.take($0) } + decoder.settle()
    #expect(!decoder.isInsideSequence)
    found += decoder.take(.up)
    found += "c\u{1B}[201~".unicodeScalars.flatMap { decoder.take($0) }
    #expect(found == [.paste("abc")])
  }

  @Test func `the mouse is heard beyond column 223`() {
    let text = "\u{1B}[<0;305;5M\u{1B}[<0;305;5m\u{1B}[<64;1;1M\u{1B}[<65;1;1M\u{1B}[<34;2;3M"
    #expect(
      keys(text) == [
        .mouse(MouseEvent(.press, button: .left, at: Point(x: 304, y: 4))),
        .mouse(MouseEvent(.release, button: .left, at: Point(x: 304, y: 4))),
        .mouse(MouseEvent(.wheelUp, button: .none, at: Point(x: 0, y: 0))),
        .mouse(MouseEvent(.wheelDown, button: .none, at: Point(x: 0, y: 0))),
        .mouse(MouseEvent(.drag, button: .right, at: Point(x: 1, y: 2))),
      ])
    #expect(
      keys("\u{1B}[M !\"k") == [
        .mouse(MouseEvent(.press, button: .left, at: Point(x: 0, y: 1))), .character("k"),
      ])
  }

  @Test func `a named key ends a sequence that was cut off`() {
    var decoder = KeyDecoder()
    _ = decoder.take("\u{1B}")
    #expect(decoder.take(.up) == [.escape, .up])
  }

  @Test(arguments: UInt64(0)..<200)
  func `after any garbage the next key is heard`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var decoder = KeyDecoder()
    let letters = Array("\u{1B}\u{1B}[<;0123MOP]_m~ARZ\u{7}\\é".unicodeScalars)
    for _ in 0..<60 {
      if let scalar = letters.randomElement(using: &random) { _ = decoder.take(scalar) }
    }
    for scalar in "\u{1B}[201~".unicodeScalars { _ = decoder.take(scalar) }
    _ = decoder.settle()
    #expect(decoder.take("k") == [.character("k")], "seed \(seed)")
  }
}
