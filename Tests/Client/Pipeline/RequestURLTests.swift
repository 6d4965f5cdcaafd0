import ClientModel
import ClientPipeline
import Foundation
import Testing

struct RequestURLTests {
  @Test(arguments: [
    ("example.com", "https://example.com/"), (":3000/path", "http://localhost:3000/path"),
    (":/x", "http://localhost/x"), ("localhost:8080", "http://localhost:8080/"),
    ("127.0.0.1/a", "http://127.0.0.1/a"), ("0x7f.1/", "http://127.0.0.1/"),
    ("http://2130706433/", "http://127.0.0.1/"), ("[::1]:99", "http://[::1]:99/"),
    ("HTTPS://Example.COM:443/a/../b/./c#frag", "https://example.com/b/c"),
    ("http://a?x=%zz&&y", "http://a/?x=%zz&&y"), ("https://a/é?ü", "https://a/%C3%A9?%C3%BC"),
    ("//a.b/c", "https://a.b/c"), (" https://a.b ", "https://a.b/"),
    ("a.b/c d?e f", "https://a.b/c%20d?e%20f"), ("http://a/%20 ", "http://a/%20"),
    ("https://a/b|c\"<>", "https://a/b|c%22%3C%3E"),
    ("https://a/..%2e/%2e%2e", "https://a/..%2e/%2e%2e"), ("http://a/p?", "http://a/p?"),
  ]) func `what people type is one URL`(typed: String, expected: String) throws {
    #expect(try RequestURL.parse(typed).text == expected)
  }

  @Test(arguments: [
    "", "http://", "https:///x", "http://h\\@evil", "http://h%00.x/", "http://a b/",
    "http://a/\r\nEvil: 1", "ftp://a/", "file:///etc/passwd", "javascript://x", "http:/a", "http:a",
    "http://ｅxample.com/", "http://i❤.ws/", "http://a:0/", "http://a:65536/", "http://a:x/",
    "http://[::1",
    "http://[zz]/",
    "http://a..b/", "http://1.2.3.256/", "http://a/\u{202E}x", "http://u%00:p@h/",
    "http://u\u{0}@h/", "http://a/\u{0}",
  ]) func `what could be read in two ways is refused`(typed: String) {
    #expect(throws: URLProblem.self) { try RequestURL.parse(typed) }
  }

  /// URLs that programs read in different ways are refused: control characters, backslashes,
  /// two @, a missing //. What is read is read as the standard has it.
  @Test(arguments: URLStandard.cases.split(separator: "\n").map(String.init))
  func `a URL that a program wrote is refused or read as the URL Standard says`(line: String) throws
  {
    let parts = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String])
    let base = parts[1] == "-" ? "http://example.org/foo/bar" : parts[1]
    let found: RequestURL
    do {
      found =
        base.isEmpty
        ? try RequestURL.absolute(parts[0]) : try RequestURL.absolute(base).resolve(parts[0])
    } catch {
      return
    }
    // These addresses have two forms, and both are right (RFC 5952, section 5).
    let isMixed = parts[2] == "http://[::7f00:1]/" || parts[2] == "http://[::d01:4403]/"
    #expect(found.text == parts[2] || isMixed)
  }

  @Test func `the host is what follows the at sign`() throws {
    let url = try RequestURL.parse("https://a%40b@evil.example:8443/x")
    #expect(url.host == "evil.example")
    #expect(url.port == 8443)
    #expect(url.user == "a@b")
    #expect(url.text == "https://evil.example:8443/x")
  }

  @Test(arguments: ["/", "?", "#"], ["\u{301}", "\u{338}", "\u{34F}", "\u{20D0}", "\u{1F3FB}"])
  func `a mark behind a separator hides nothing`(separator: String, mark: String) throws {
    let typed = "http://api.example\(separator)\(mark)@evil.example/"
    let url = try RequestURL.parse(typed)
    #expect(url.origin == Origin(scheme: "http", host: "api.example", port: 80))
    #expect(url.user == nil)
    let found = try RequestURL.absolute(typed)
    #expect(found.origin == url.origin)
    let base = try RequestURL.absolute("http://base.example/")
    #expect(try base.resolve(typed).origin == url.origin)
    #expect(try base.resolve("/x\(separator)\(mark)@evil.example/").host == "base.example")
  }

  @Test(arguments: [
    "http:/\u{301}/h/", "http:\u{301}//h/", "http://h\u{301}:80\u{301}/", "http://a:8\u{301}0/",
    "http://[::1]\u{301}/", "http://[::1]:\u{301}80/", "http://[\u{301}::1]/",
    "http://u@\u{301}/", "http://a@b@c/", "http://0x/", "http://0x.1/", "http://1.2.3.4./",
    "http://0x100000000/", "1http://a/", "ftp:/a", "a:/x", "a:", "http://a.1/", "http://[::1%25]/",
    "http://[fe80::1%25a/b]/",
    "http://[fe80::1%25abcdefghijklmnop]/",
  ]) func `what libcurl reads otherwise is refused`(typed: String) {
    #expect(throws: URLProblem.self) { try RequestURL.parse(typed) }
  }

  /// Source: RFC 5952, section 4; RFC 6874.
  @Test(arguments: [
    ("[2001:DB8:0:0:1::1]", "[2001:db8::1:0:0:1]", "2001:db8::1:0:0:1"),
    ("[0:0:0:0:0:0:0:1]", "[::1]", "::1"), ("[2001:0db8::0001]", "[2001:db8::1]", "2001:db8::1"),
    ("[::FFFF:1.2.3.4]", "[::ffff:1.2.3.4]", "::ffff:1.2.3.4"),
    ("[FE80::1%25eth0]", "[fe80::1%25eth0]", "fe80::1%eth0"),
    ("[fe80::1%En0]", "[fe80::1%25En0]", "fe80::1%En0"),
  ]) func `an IPv6 address has one form`(typed: String, host: String, originHost: String) throws {
    let url = try RequestURL.parse("https://\(typed):8443/")
    #expect(url.host == host && url.origin.host == originHost)
    #expect(url.text == "https://\(host):8443/" && url.origin.description + "/" == url.text)
    #expect(try RequestURL.absolute(url.text) == url)
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("127.255.3.4", true), ("0x7f.1", true), ("[::1]", true),
    ("[0:0::1]", true), ("localhost", true), ("LOCALHOST.", true), ("api.localhost", true),
    ("127.evil.example", false), ("127.0.0.1.evil.example", false), ("128.0.0.1", false),
    ("localhost.evil.example", false), ("notlocalhost", false), ("[::2]", false),
    ("127-0-0-1.example", false),
  ]) func `only this machine's addresses are sent to over http by themselves`(
    host: String, isLocal: Bool
  ) throws {
    let url = try RequestURL.parse("\(host)/x")
    #expect(url.scheme == (isLocal ? "http" : "https"))
    #expect(url.origin.isLoopback == isLocal)
  }

  @Test func `canonically equivalent texts are different hosts`() throws {
    // The Greek question mark equals a semicolon as a `Character`.
    #expect(throws: URLProblem.self) { try RequestURL.parse("http://a\u{37E}b/") }
    #expect(try RequestURL.parse("http://\u{212A}elvin.example/").host == "kelvin.example")
  }
}
