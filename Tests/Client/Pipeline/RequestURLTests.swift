import ClientPipeline
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
    ("https://a/b|c\"<>", "https://a/b|c\"<>"),
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

  @Test func `the host is what follows the last at sign`() throws {
    let url = try RequestURL.parse("https://a@b@evil.example:8443/x")
    #expect(url.host == "evil.example")
    #expect(url.port == 8443)
    #expect(url.user == "a@b")
    #expect(url.text == "https://evil.example:8443/x")
  }
}
