import Testing

@testable import Terminal

@Suite struct SafeTextTests {
  @Test func `printable ASCII stays as it is`() {
    let text = String(decoding: UInt8(0x20)...0x7E, as: UTF8.self)
    #expect(SafeText(text).string == text)
    #expect(SafeText(text).width == 95)
  }

  @Test(arguments: [
    ("\u{1B}]52;c;aGk=\u{7}", "␛]52;c;aGk=␇"), ("\u{1B}c", "␛c"), ("a\rb\u{8}c\n", "a␍b␈c⏎"),
    ("\0\u{E}\u{F}\u{7F}", "␀␎␏␡"), ("\t", "␉"), ("\u{9B}2J", "‹U+009B›2J"),
    ("\u{202E}abc\u{2066}", "‹U+202E›abc‹U+2066›"), ("a\u{200B}b", "a‹U+200B›b"),
    ("\u{E0041}", "‹U+E0041›"), ("\u{FEFF}", "‹U+FEFF›"), ("x\u{FE01}", "x‹U+FE01›"),
    ("\u{2028}", "‹U+2028›"), ("a\u{AD}b", "a‹U+00AD›b"), ("\u{301}", "◌\u{301}"),
    ("\u{3164}", "‹U+3164›"), ("a\u{200D}b", "a‹U+200D›b"),
  ])
  func `what would act or hide becomes visible`(text: String, shown: String) {
    #expect(SafeText(text).string == shown)
  }

  @Test(arguments: 0x00...0x9F)
  func `no control byte gets through anywhere in a word`(value: UInt32) throws {
    let control = try #require(Unicode.Scalar(value))
    for position in 0..<17 where !(0x20..<0x7F).contains(value) {
      let text =
        String(repeating: "x", count: position) + String(control)
        + String(repeating: "y", count: 16 - position)
      let safe = SafeText(text)
      #expect(!safe.string.unicodeScalars.contains(control))
      #expect(safe.glyphs.reduce(0) { $0 + Int($1.width) } == safe.width)
    }
  }

  @Test func `bytes that are not UTF-8 become replacement characters`() {
    #expect(SafeText(bytes: [0x61, 0x9B, 0xFF, 0x62]).string == "a\u{FFFD}\u{FFFD}b")
  }

  @Test func `ten thousand combining marks leave four`() {
    let safe = SafeText("a" + String(repeating: "\u{301}", count: 10_000) + "b")
    #expect(safe.width == 2)
    #expect(safe.string.unicodeScalars.count == 6)
    #expect(safe.glyphs.map(\.marks.count) == [4, 0])
  }

  @Test(arguments: [
    ("日本語", 6), ("한국어", 6), ("é", 1), ("e\u{301}", 1), ("😀", 2), ("🇩🇪", 2), ("नमस्ते", 4), ("का", 2),
    ("👨‍👩‍👧", 2), ("👍🏽", 2), ("❤️", 1), ("", 0), ("\u{1FAE8}", 2), ("ﬀ", 1), ("　", 2),
  ])
  func `text takes the columns a terminal gives it`(text: String, columns: Int) {
    #expect(SafeText(text).width == columns)
  }

  @Test func `a long chain of joined emoji does not hide what it carries`() {
    let safe = SafeText(String(repeating: "😀\u{200D}", count: 50) + "x")
    #expect(safe.string.contains("‹U+200D›"))
  }

  @Test func `tabs reach the next stop`() {
    #expect(SafeText("a\tb\tccc\td", tabs: .stops(every: 4)).string == "a   b   ccc d")
  }

  @Test func `lines break at LF, CR LF and CR`() {
    #expect(SafeText.lines(of: "a\nb\r\nc\rd\n").map(\.string) == ["a", "b", "c", "d", ""])
  }

  @Test(arguments: UInt64(0)..<200)
  func `making text safe twice changes nothing, and its cells add up`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let text = random.text(upTo: 40)
    let once = SafeText(text)
    let twice = SafeText(once.string)
    #expect(once == twice, "seed \(seed)")
    #expect(once.glyphs.reduce(0) { $0 + Int($1.width) } == once.width, "seed \(seed)")
    #expect(once.glyphs.map(\.text).joined() == once.string, "seed \(seed)")
  }

  @Test(arguments: UInt64(0)..<100)
  func `cutting and padding give exactly the columns asked for`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let safe = SafeText(random.text(upTo: 30))
    for columns in 0...20 {
      #expect(safe.fitted(to: columns).width <= columns, "seed \(seed)")
      #expect(safe.dropping(columns: columns).width == max(0, safe.width - columns))
      let dropped = safe.dropping(columns: columns)
      #expect(dropped.glyphs.reduce(0) { $0 + Int($1.width) } == dropped.width, "seed \(seed)")
      let fitted = safe.fitted(to: columns)
      #expect(fitted.glyphs.reduce(0) { $0 + Int($1.width) } == fitted.width, "seed \(seed)")
    }
    #expect(SafeText("日本").padded(to: 6).string == "日本  ")
    #expect(SafeText("abcdef").padded(to: 4).string == "abc…")
  }

  @Test func `a text cut in the middle shows both ends`() {
    #expect(SafeText("abcdefghij").fittedInMiddle(to: 7).string == "abc…hij")
    #expect(SafeText("abcdefghij").fittedInMiddle(to: 6).string == "abc…ij")
    #expect(SafeText("abc").fittedInMiddle(to: 3).string == "abc")
    #expect(SafeText("日本語日本語").fittedInMiddle(to: 7).width <= 7)
    for columns in 0..<14 {
      #expect(SafeText("日a本b語c日").fittedInMiddle(to: columns).width <= columns)
    }
  }

  @Test func `pieces put together are the text`() {
    let text = SafeText("a日本b語cdefg")
    for columns in 2..<12 {
      let pieces = text.pieces(of: columns)
      #expect(pieces.allSatisfy { $0.width <= columns })
      #expect(pieces.map(\.string).joined() == text.string)
    }
  }
}
