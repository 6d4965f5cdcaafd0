import Testing

@testable import Terminal

/// The terminal's report of its background, among the keys.
@Suite struct BackgroundReportTests {
  private static let black = "\u{1B}]11;rgb:0000/0000/0000\u{7}"

  private static func asked() -> KeyDecoder {
    var decoder = KeyDecoder()
    decoder.expectBackground()
    return decoder
  }

  /// The keys of one burst of input after which nothing more comes.
  private static func keys(_ text: String, _ decoder: inout KeyDecoder) -> [Key] {
    text.unicodeScalars.flatMap { decoder.take($0) } + decoder.settle()
  }

  @Test(arguments: [
    ("rgb:0000/0000/0000\u{7}", Color.black), ("rgb:ffff/FFFF/ffff\u{1B}\\", .white),
    ("rgb:ff/80/0\u{7}", .rgb(red: 255, green: 128, blue: 0)),
    ("rgb:1234/5678/9abc\u{9C}", .rgb(red: 18, green: 86, blue: 154)),
    ("rgba:fbfb/fbfb/f8f8/ffff\u{7}", .rgb(red: 251, green: 251, blue: 248)),
  ])
  func `a report is a colour and no key`(value: String, expected: Color) {
    var decoder = Self.asked()
    #expect(Self.keys("a\u{1B}]11;\(value)b", &decoder) == [.character("a"), .character("b")])
    #expect(decoder.takeBackground() == expected)
    #expect(decoder.takeBackground() == nil && !decoder.expectsBackground)
  }

  @Test(arguments: [
    "\u{1B}]11;rgb:0000/0000/0000\u{7}", "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\",
    "\u{1B}]11;rgba:0000/0000/0000/ffff\u{1B}\\",
  ])
  func `a report may be cut anywhere, and no part of it is typed`(report: String) {
    let scalars = Array(report.unicodeScalars)
    for cut in 0...scalars.count {
      var decoder = Self.asked()
      let first = Self.keys(String(String.UnicodeScalarView(scalars[..<cut])), &decoder)
      // An escape alone is the key Escape after the pause; the terminal's patience covers that.
      let expected: [Key] = cut == 1 ? [.escape] : cut == 2 ? [.alt("]")] : []
      #expect(first == expected, "cut at \(cut)")
      #expect(!decoder.isInsideSequence, "cut at \(cut): each turn of the loop would wait")
      let rest = String(String.UnicodeScalarView(scalars[cut...]))
      #expect(Self.keys(rest + "k", &decoder) == [.character("k")], "cut at \(cut)")
      #expect(decoder.takeBackground() == .black, "cut at \(cut)")
    }
  }

  @Test(arguments: [
    "", "?", "rgb:", "rgb:1/2", "rgb:1/2/3/4", "rgba:1/2/3", "rgb:12345/1/1", "rgb:x/1/1",
    "#102030",
    "rgb:-1/1/1", "black", "\u{1}\u{2}日", String(repeating: "f", count: 9000),
  ])
  func `garbage in place of a colour is neither a colour nor a key`(value: String) {
    for end in ["\u{7}", "\u{1B}\\"] {
      var decoder = Self.asked()
      let typed = Self.keys("\u{1B}]11;\(value)\(end)", &decoder)
      #expect(value.count > 4096 || typed == [], "\(value.prefix(20))")
      #expect(decoder.takeBackground() == nil)
      #expect(Self.keys("k", &decoder) == [.character("k")])
    }
  }

  @Test func `a terminal that never reports its background loses no key`() {
    var decoder = Self.asked()
    for (text, expected) in [
      ("\u{1B}", [Key.escape]), ("]", [.character("]")]), ("1", [.character("1")]),
      ("\u{1B}]", [.alt("]")]), ("11", [.character("1"), .character("1")]), ("\u{1B}[A", [.up]),
      ("\u{1B}\u{1B}", [.escape, .escape]), ("\u{1B}x", [.alt("x")]),
    ] {
      #expect(Self.keys(text, &decoder) == expected)
    }
    #expect(decoder.expectsBackground)
  }

  @Test func `a report that is never completed does not take the next key`() {
    var decoder = Self.asked()
    #expect(Self.keys("\u{1B}]11;rgb:00", &decoder) == [])
    #expect(Self.keys("q", &decoder) == [.character("q")])
    #expect(Self.keys("\u{1B}", &decoder) == [.escape])
  }

  @Test func `a paste that holds a report is text`() {
    var decoder = Self.asked()
    let pasted = "a\(Self.black)b"
    #expect(Self.keys("\u{1B}[200~\(pasted)\u{1B}[201~", &decoder) == [.paste(pasted)])
    #expect(decoder.takeBackground() == nil)
  }

  @Test(arguments: UInt64(0)..<200)
  func `after any garbage the next key is heard`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var decoder = Self.asked()
    let letters = Array("\u{1B}\u{1B}]]1111;;rgb:0f/\u{7}\\k".unicodeScalars)
    for _ in 0..<80 {
      if let scalar = letters.randomElement(using: &random) { _ = decoder.take(scalar) }
      if UInt8.random(in: 0..<8, using: &random) == 0 { _ = decoder.settle() }
    }
    _ = decoder.settle()
    // Half a report takes the end that was meant for it.
    _ = Self.keys("\u{7}", &decoder)
    #expect(Self.keys("k", &decoder) == [.character("k")], "seed \(seed)")
  }
}
