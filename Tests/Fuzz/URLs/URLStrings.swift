/// Makes strings that look like URLs: pieces that parsers disagree on, with marks and control characters
/// strewn in.
struct URLStrings {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> String {
    var text = pick(Self.schemes) + pick(Self.users) + pick(Self.hosts) + pick(Self.ports)
    text += pick(Self.targets)
    if roll(3) == 0 { text += pick(Self.targets) }
    if roll(2) == 0 { for _ in 0...roll(3) { strew(into: &text) } }
    return text
  }

  private mutating func strew(into text: inout String) {
    var scalars = Array(text.unicodeScalars)
    let place = roll(scalars.count + 1)
    switch roll(6) {
    case 0 where place < scalars.count: scalars.remove(at: place)
    case 1 where place < scalars.count: scalars.insert(scalars[place], at: place)
    case 2 where place < scalars.count: scalars.swapAt(place, roll(scalars.count))
    case 3: scalars.insert(contentsOf: escape(), at: place)
    default: scalars.insert(contentsOf: pick(Self.noise).unicodeScalars, at: place)
    }
    text = String(String.UnicodeScalarView(scalars))
  }

  /// `%XX` of any byte, or less of it.
  private mutating func escape() -> [Unicode.Scalar] {
    let digits = String(roll(256), radix: 16, uppercase: roll(2) == 0)
    return Array("%\(digits.utf8.count == 1 ? "0" : "")\(digits)".unicodeScalars)
  }

  private mutating func pick(_ pieces: [String]) -> String { pieces[roll(pieces.count)] }

  private mutating func roll(_ sides: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(sides))
  }

  private static let schemes = [
    "http://", "https://", "http://", "https://", "http://", "HTTP://", "hTTps://", "", "//",
    "http:/", "http:", "https:///", "ftp://", "http+x://", "1http://", "://", "ht\u{301}tp://",
    "http:\u{301}//", "http:/\u{301}/", "http://\u{301}", " http://", "\thttp://", "file://",
  ]
  private static let users = [
    "", "", "", "", "", "user@", "user:pw@", "u%40v@", "@", ":@", ":p@", "a:b:c@", "é@",
    "u\u{301}:p@", "u:\u{301}p@", "u\u{301}@", "u@\u{301}", "a@b@", "%zz@", "%00@", "u%0a@", "[x]@",
    "u:p\u{202E}@", "user name@", "a/b@", "a?b@", "a#b@", "\u{37E}@", "%C3%A9:%e2%82%ac@", "%FF@",
    "u%3ap@", "u;x=1@",
  ]
  private static let hosts = [
    "example.com", "EXAMPLE.com", "a", "localhost", "b.localhost", "127.0.0.1", "127.1", "0x7f.1",
    "0177.0.0.1", "2130706433", "1.2.3.4", "1.2.3.4.", "256.1.1.1", "08.1", "0x", "0x.1", "1.2.3",
    "4294967296", "0xffffffff", "0x100000000", "1.65536", "1.2.65535", "00000000001.2", "[::1]",
    "[FE80::1]", "[fe80::1%25eth0]", "[fe80::1%eth0]", "[FE80::A%25En0]", "[::ffff:1.2.3.4]",
    "[0:0:0:0:0:0:0:1]", "[2001:DB8:0:0:1::1]", "[::1%25]", "[::1%]", "[1.2.3.4]", "[v1.x]",
    "[::1", "::1]", "::1", "[::1]x", "[]", "[:]", "[1::2::3]", "[::1%25a%25b]",
    "[fe80::1%25abcdefghijklmnop]", "xn--bcher-kva.de", "bücher.de", "BÜCHER.de", "e\u{301}.com",
    "a.\u{301}b.com", "\u{212A}elvin.example", "ｅxample.com", "日本語.jp", "a。b", "a\u{AD}b",
    "a\u{200B}b", "straße.de", "ς.gr", "a..b", ".a", "a.", "a..", "-a", "a-", "a_b", "a~b", "a!b",
    "a%2eb", "a%41b", "ex%61mple.com", "%00", "a b", "", "*", "a,b", "a;b", "a'b", "a\"b", "a<b>",
    "127.evil.example", "1e3", "0x7g.1", "٠.١", "1２7.0.0.1", "a.1", "1.a", "a\\b", "a|b", "{a}",
  ]
  private static let ports = [
    "", "", "", "", "", ":", ":80", ":443", ":8080", ":0", ":65535", ":65536", ":080", ":+80",
    ":-1", ":8\u{301}0", ":80\u{301}", ":\u{301}80", ":99999999999999999999", ":x", ":80:81",
    ":８０", ": 80", ":0x50", ":00000000000000000080",
  ]
  private static let targets = [
    "", "/", "/a/b", "/..", "/\u{301}@evil.example/", "?\u{301}@evil.example/",
    "#\u{301}@evil.example/", "/%2e%2e/", "?q=1&r", "#f", "\\@evil.example/", "/a b",
    "/\u{202E}x", "@evil.example/", "/\u{300}/@evil.example", ":80", "/\r\nX: y", ";x",
    "\u{338}/", "/\u{338}", "?a@b:c", "/p:q@r", "/%zz", "//b", "/\u{34F}@evil.example:81/",
    "#", "?", "/é", "/\u{7F}", "/\"<>^`{|}",
  ]
  private static let noise = [
    "\u{300}", "\u{301}", "\u{338}", "\u{327}", "\u{20D0}", "\u{34F}", "\u{FE0F}", "\u{1F3FB}",
    "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}", "\u{200E}", "\u{200D}", "\u{61C}", "\u{0}",
    "\u{1}", "\t", "\n", "\r", "\u{1B}", "\u{7F}", "\u{85}", "\u{A0}", "\u{3000}", "\u{2028}", "/",
    "?", "#", "@", ":", "[", "]", "%", "\\", ".", "-", "_", " ", "&", ";", "=", "é", "ß", "İ", "K",
    "／", "＠", "：", "？", "。", "٣", "0", "9", "x", "\u{FEFF}", "\u{FFFD}", "\u{E000}", "😀",
    "\u{37E}", "\u{1FEF}", "\u{2260}", "%25", "%2F", "%40", "%00", "%0d%0a", "%CC%81", "xn--",
  ]
}
