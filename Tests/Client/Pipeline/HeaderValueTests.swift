import ClientModel
import ClientPipeline
import Testing

struct HeaderValueTests {
  @Test(arguments: [
    ("../../.bashrc", "bashrc"), ("/etc/passwd", "passwd"), ("..\\..\\x.exe", "x.exe"),
    (".", "response"), ("", "response"),
    ("-rf", "rf"), (".ssh", "ssh"), ("a\u{0}b\n", "a_b_"), ("a\u{202E}b", "a_b"),
    ("naïve ☂.txt", "naïve ☂.txt"), ("a:b*?.txt. ", "a_b__.txt"),
    ("/", "response"), ("$(id)", "_(id)"),
  ]) func `a suggested name becomes a safe one`(suggested: String, expected: String) {
    #expect(SafeFileName(suggested: suggested).name == expected)
  }

  @Test func `a long name is cut at 255 bytes, before its extension`() {
    let name = SafeFileName(suggested: String(repeating: "é", count: 4000) + ".json").name
    #expect(name.utf8.count <= 255 && name.utf8.count > 250 && name.hasSuffix(".json"))
    #expect(
      SafeFileName(suggested: "a." + String(repeating: "x", count: 4000)).name.utf8.count == 255)
  }

  @Test func `the disposition wins over the URL`() {
    #expect(
      SafeFileName(contentDisposition: "attachment; filename=\"a b;c.txt\"", url: "http://h/x").name
        == "a b;c.txt")
    #expect(
      SafeFileName(
        contentDisposition: "attachment; filename=x; filename*=UTF-8''%2e%2e%2f%e2%82%ac.txt",
        url: ""
      ).name == "€.txt")
    #expect(
      SafeFileName(contentDisposition: nil, url: "https://h/a/b%20c.json?x=/d").name == "b c.json")
    #expect(SafeFileName(contentDisposition: "inline", url: "https://h").name == "response")
    #expect(SafeFileName(contentDisposition: nil, url: "https://h/%2e%2e%2fetc").name == "etc")
  }

  /// Cases in the manner of greenbytes' tests for RFC 6266, and of reports about download tools.
  @Test(arguments: [
    ("attachment; filename*=iso-8859-1'en'%A3%20rates.txt", "£ rates.txt"),
    ("attachment; filename*=ISO-8859-1''foo-%E4.html", "foo-ä.html"),
    ("attachment; filename*=UTF-8''foo-%c3%a4-%e2%82%ac.html", "foo-ä-€.html"),
    ("attachment; filename=fallback.txt; filename*=UTF-8''foo-%c3%a4.html", "foo-ä.html"),
    ("attachment; filename*=UTF-8''foo-%c3%a4.html; filename=fallback.txt", "foo-ä.html"),
    ("attachment; filename=fallback.txt; filename*=UTF-8''foo-%E4.html", "fallback.txt"),
    ("attachment; filename=fallback.txt; filename*=UTF-8''foo%", "fallback.txt"),
    ("attachment; filename=fallback.txt; filename*=nonsense''foo", "fallback.txt"),
    ("attachment; filename=fallback.txt; filename*=UTF-8'foo", "fallback.txt"),
    ("attachment; filename*=windows-1251''%C8%ED%E4.xlsx", "Инд.xlsx"),
    ("attachment; FILENAME=\"Up.TXT\"", "Up.TXT"),
    ("attachment; filename='quoted.txt'", "'quoted.txt'"),
    ("attachment; filename=\"f\\oo.html\"", "foo.html"), ("inline; filename=foo.html", "foo.html"),
    ("attachment; filename=\"foo-%41.html\"", "foo-%41.html"),
    ("attachment; filename=\"日本.csv\"", "日本.csv"), ("attachment; filename=\"\"", "last.bin"),
    ("attachment", "last.bin"), ("attachment; filename*=UTF-8''..%2F..%2Fx.sh", "x.sh"),
    ("attachment; filename*=UTF-8''C%3A%5Cwindows%5Cx.exe", "x.exe"),
    ("attachment; filename*=UTF-8''x%00y.txt", "x_y.txt"),
    ("attachment; filename=\"../../etc/passwd\"", "passwd"),
    ("attachment; filename=\".bashrc\"", "bashrc"),
  ]) func `a response's file name is the one that its server gives, made safe`(
    field: String, name: String
  ) {
    let found = SafeFileName(contentDisposition: field, url: "http://h/a/last.bin?x=/y")
    #expect(found.name == name)
    #expect(found.isGiven == (name != "last.bin"))
  }

  @Test func `media types are read with their parameters`() {
    #expect(MediaType("Application/Problem+JSON; Charset=\"utf-8\"")?.isJSON == true)
    #expect(MediaType("text/html;charset=utf-8;charset=x")?.parameters == ["charset": "utf-8"])
    #expect(MediaType("text") == nil && MediaType("") == nil && MediaType("a b/c") == nil)
    #expect(
      MediaType.guess("a/b.JSON") == "application/json" && MediaType.guess(".json") == nil
        && MediaType.guess("x") == nil)
  }

  @Test func `links are read by relation`() {
    let header = LinkHeader(
      "<https://a/?page=2,3>; rel=\"next last\"; title=\"a, <b>; c\", </p>;rel=prev, <broken; rel=x"
    )
    #expect(header.target("next") == "https://a/?page=2,3")
    #expect(header.target("last") == "https://a/?page=2,3")
    #expect(header.target("prev") == "/p")
    #expect(header.target("x") == nil)
  }

  @Test(arguments: [
    "#HttpOnly_.example.com\tTRUE\t/\tTRUE\t1700000000\tsid\tabc", "h.x\tFALSE\t/p\tFALSE\t0\tn\t",
  ]) func `a cookie line goes there and back`(line: String) throws {
    let cookie = try #require(CookieLine(line))
    #expect(cookie.line == line)
    #expect(!"\(cookie)".contains("abc"))
  }

  @Test(arguments: [
    "", "# Netscape", "a\tb", "\tTRUE\t/\tTRUE\t0\tn\tv", "h\tTRUE\t/\tTRUE\tx\tn\tv",
  ])
  func `what is not a cookie line is refused`(line: String) { #expect(CookieLine(line) == nil) }
}
