import ClientDocuments
import Testing

struct BodyKindTests {
  @Test(arguments: [
    ("application/json", "{}", BodyKind.json), ("text/plain", #"{"a":1}"#, .json),
    ("text/html", #" [1,2]"#, .json), ("text/html; charset=utf-8", "{{ name }}", .html),
    ("application/json", "<!doctype html><p>", .html), ("application/json", "<?xml?><a/>", .xml),
    ("text/plain", "id,name,age\n1,a,3\n2,b,4\n3,c,5\n", .table),
    ("text/plain", "Dear all, one, two\nthree, four\nfive, six\n", .text),
    ("text/plain", "Yes, well, so\nNo, and, but\nI, you, it\n", .text),
    ("text/plain", "a < b", .text), ("text/csv", "x", .table), ("text/csv", #"{"e":"no"}"#, .json),
    ("text/plain", "a\u{0}b", .binary), ("application/json", "\u{1}\u{2}", .binary),
    ("text/event-stream", "data: x", .events), ("multipart/mixed; boundary=x", "\u{0}", .multipart),
    ("application/json-seq", "\u{1E}{}", .jsonSequence), ("image/svg+xml", "<svg/>", .xml),
    ("application/x-www-form-urlencoded", "a=b", .form), ("application/hal+json", "{}", .json),
    ("application/x-ndjson", "{}\n{}", .jsonLines), ("text/tab-separated-values", "a\tb", .table),
  ])
  func `the bytes speak where the type cannot be right`(
    type: String, text: String, kind: BodyKind
  ) {
    #expect(BodyKind.detect(mediaType: type, start: Array(text.utf8)) == kind)
  }

  @Test func `without a type the bytes decide`() {
    let cases: [(String, BodyKind)] = [
      ("<html><body>", .html), ("<a>", .xml), ("{\"a\":1}\n{\"a\":2}\n", .jsonLines),
      ("hello", .text), ("", .text),
    ]
    for (text, kind) in cases {
      #expect(BodyKind.detect(mediaType: nil, start: Array(text.utf8)) == kind, "\(text)")
    }
  }
}
