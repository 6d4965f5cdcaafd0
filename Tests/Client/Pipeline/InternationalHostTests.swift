import ClientModel
import ClientPipeline
import Testing

/// Hosts with letters outside ASCII; the expected forms are those of libidn2.
@Suite struct InternationalHostTests {
  @Test(arguments: [
    ("bücher.de", "xn--bcher-kva.de"), ("BÜCHER.DE", "xn--bcher-kva.de"),
    ("日本語.jp", "xn--wgv71a119e.jp"), ("例え。テスト", "xn--r8jz45g.xn--zckzah"),
    ("straße.de", "xn--strae-oqa.de"), ("ΒΌΛΟΣ.gr", "xn--nxasmq6b.gr"),
    ("βόλος.gr", "xn--nxasmm1c.gr"), ("e\u{301}.com", "xn--9ca.com"),
    ("e\u{302}\u{301}x.vn", "xn--x-qwm.vn"), ("пример.рф", "xn--e1afmkfd.xn--p1ai"),
    ("हिन्दी.भारत", "xn--j2bd4cyah0f.xn--h2brj9c"), ("العربية.com", "xn--mgbcd4a2b0d2b.com"),
    ("한국.kr", "xn--3e0b707e.kr"), ("ไทย.com", "xn--o3cw4h.com"),
    ("İ.com", "xn--i-9bb.com"), ("a·b.cat", "xn--ab-0ea.cat"), ("é_a.de", "xn--_a-9ia.de"),
    ("ที่.com", "xn--o3c4dtc.com"),
    // Looks like apple.com, and is seen not to be it.
    ("аррӏе.com", "xn--80ak6aa92e.com"),
  ]) func `a host is sent and shown in its ASCII form`(typed: String, ascii: String) throws {
    let url = try RequestURL.parse("https://\(typed)/x")
    #expect(url.host == ascii && url.text == "https://\(ascii)/x")
    #expect(url.origin.host == ascii)
  }

  @Test(arguments: [
    "ｅxample.com", "ﬁ.com", "☃.net", "i❤.ws", "ẞ.de", "\u{301}a.com", "-ä.com",
    "ä-.com", "ab--ä.com", "\u{1100}\u{1161}.kr", "ä..com", "st٣raße.de",
    "0000000。0001.2", "1.2.3。4", "é.comxn--", "é.-com", "é.xn--com-1",
    String(repeating: "x", count: 60) + "é.com",
  ]) func `what has several readings is refused with a hint`(typed: String) {
    #expect(throws: URLProblem.self) { try RequestURL.parse("https://\(typed)/x") }
  }

  /// With a combining stroke, `>` becomes the letter ≯; U+1FEF becomes a backtick.
  @Test(arguments: ["a>\u{338}.com", "a\u{1FEF}.com", "a`\u{301}.com", "é~.com", "é@%41.com"])
  func `composition hides no character that a host may not have`(typed: String) {
    let problem = #expect(throws: URLProblem.self) { try RequestURL.parse("https://\(typed)/x") }
    #expect(problem?.why.contains("contains a character that is not allowed in a host") == true)
  }

  @Test func `the ASCII form is shown while typing, and a plain host shows nothing`() throws {
    let preparation = Preparation(files: .assumed)
    let warnings = preparation.examine(Draft(url: "https://аррӏе.com/é")).warnings
    #expect(warnings.map(\.place) == [.url])
    #expect(warnings.first?.what.contains("xn--80ak6aa92e.com") == true)
    for url in ["https://apple.com/é", "https://xn--80ak6aa92e.com/"] {
      #expect(preparation.examine(Draft(url: url)).warnings.isEmpty)
    }
  }
}
