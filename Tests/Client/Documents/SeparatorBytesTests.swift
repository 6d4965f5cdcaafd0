import Testing

@testable import ClientDocuments

/// A separator followed by a combining mark is one `Character` for Swift. Each parser must still find the
/// separator.
struct SeparatorBytesTests {
  private static let mark = "\u{301}"

  @Test(arguments: [
    ("application/json;\(Self.mark) charset=utf-8", "1", BodyKind.json),
    ("text/csv;\(Self.mark)", "x", .table),
    ("multipart/\(Self.mark)x", "x", .multipart),
    ("text/plain", "<!--\(Self.mark)--><html>", .html),
  ])
  func `a media type and the start of a body are seen`(type: String, text: String, kind: BodyKind) {
    #expect(BodyKind.detect(mediaType: type, start: Array(text.utf8)) == kind)
  }

  @Test func `a picture is promised by what stands before the slash`() {
    #expect(PictureFormat.isNamed(by: "image/\(Self.mark)x"))
  }

  @Test func `the place in a program is found behind a quote`() throws {
    let document = try JSONDocument(text: #"{"a": {"n": 1, "zip": 2}}"#)
    let program = ".a | select(.n != \"\(Self.mark)x\") | .z"
    #expect(try KeyCompletion(program, in: document)?.keys == [".zip"])
  }

  @Test(arguments: ["\\p{Lu}\(Self.mark)", "\\p{\(Self.mark)Lu}"])
  func `the name of a class is not a capital`(expression: String) {
    #expect(!SearchQuery(expression, .expression).isExact)
  }

  @Test func `a path is taken apart at its marks`() {
    #expect(ValuePath(".\(Self.mark)a[0]")?.parts == [.either("\(Self.mark)a"), .place(0)])
    #expect(ValuePath("/\(Self.mark)a")?.parts == [.either("\(Self.mark)a")])
  }
}
