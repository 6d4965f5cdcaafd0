import ClientDocuments
import Testing

struct PartsAndEventsTests {
  @Test func `form data is pairs, decoded for people`() throws {
    let text = "a=b%20c&n=J%C3%B6rg+M&empty=&x&&%zz=1\r\n"
    let outline = Outline(.form, Array(text.utf8))
    let rows = OutlineText(outline, in: ByteSource(text: text))
    #expect(
      try outline.nodes.indices.map { try rows.pieces(of: $0).pieces.map(\.text).joined() } == [
        "a = b c", "n = Jörg M", "empty = ", "x = ", "%zz = 1",
      ])
    let raw = Array(text.utf8)[rows.valueRange(of: 1)]
    #expect(String(decoding: raw, as: UTF8.self) == "J%C3%B6rg+M")
  }

  @Test func `parts have headers and content, byte for byte`() {
    let text =
      "preamble\r\n--BB\r\nContent-Disposition: form-data; name=\"f\"\r\nContent-Type: text/x\r\n\r\n"
      + "one\r\n\r\ntwo\r\n--BB\r\n\r\n--BBnot\r\n--BB--\r\nepilogue"
    #expect(
      Outline.notation(.multipart(boundary: "BB"), text) == [
        "surroundings |", "part f|one\r\n\r\ntwo",
        ".header Content-Disposition|form-data; name=\"f\"", ".header Content-Type|text/x",
        ".content |one\r\n\r\ntwo", "part |--BBnot", ".content |--BBnot", "surroundings |",
      ])
    #expect(Outline(.multipart(boundary: "BB"), Array(text.utf8)).fault == nil)
  }

  @Test(arguments: [
    (nil, "names no boundary"), ("ZZ", "does not stand in the body"),
  ])
  func `a boundary that is missing or wrong is told, and the body's own taken`(
    named: String?, words: String
  ) {
    let outline = Outline(
      .multipart(boundary: named), Array("--BB\r\n\r\nx\r\n--BB--\r\n".utf8))
    #expect(outline.fault?.contains(words) == true)
    #expect(outline.nodes.first?.kind == .part)
  }

  @Test func `parts that are cut off say so`() {
    let outline = Outline(.multipart(boundary: "BB"), Array("--BB\r\n\r\nx".utf8))
    #expect(outline.fault?.contains("cut off") == true)
    #expect(outline.nodes.map(\.kind) == [.part, .content])
  }

  @Test func `an event is its lines, called by its type`() {
    let text = ": hello\n\nid: 7\nevent: tick\ndata: {\"a\":\ndata: 1}\nretry: 5\n\r\ndata:x\r\r"
    #expect(
      Outline.notation(.events, text) == [
        "event |hello", ".line |hello", "event tick|{\"a\":", ".line id|7", ".line event|tick",
        ".line data|{\"a\":", ".line data|1}", ".line retry|5", "event |x", ".line data|x",
      ])
  }
}
