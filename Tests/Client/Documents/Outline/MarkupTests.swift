import ClientDocuments
import Testing

struct MarkupTests {
  @Test func `elements, text, comments, sections and instructions are nodes`() {
    let text = #"<?xml version="1.0"?><a x="1" y='>'> hi <!-- c --><![CDATA[<z>]]><b/><c>t</c></a>"#
    #expect(
      Outline.notation(.xml, text) == [
        #"instruction |xml version="1.0""#, #"element a|x="1" y='>'"#, ".text |hi",
        ".comment | c ", ".section |<z>", ".element b|", ".leaf c|t",
      ])
  }

  @Test func `a copy of a node is what came`() throws {
    let text = "<a>\n  <b  q = '1' >x &amp; y</b >\n</a>"
    let outline = Outline(.xml, Array(text.utf8))
    let place = OutlineText(outline, in: ByteSource(text: text))
    let bytes = Array(text.utf8)[place.valueRange(of: 1)]
    #expect(String(decoding: bytes, as: UTF8.self) == "<b  q = '1' >x &amp; y</b >")
    #expect(try place.pieces(of: 1).pieces.map(\.text).joined() == "<b q = '1'> x &amp; y")
  }

  @Test func `entities and document types are left as they stand`() {
    let bomb =
      #"<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>"#
    let outline = Outline(.xml, Array((bomb + "<l>&b;&f;</l>").utf8))
    #expect(
      outline.notation(Array((bomb + "<l>&b;&f;</l>").utf8)).last == "leaf l|&b;&f;")
    #expect(outline.nodes.count == 2)
    #expect(outline.fault?.contains("is not supported") == true)
    #expect(outline.fault?.contains("Invalid XML") == false)
  }

  @Test(arguments: [
    ("<a>\n<b>x</a>", "Invalid XML. Line 2, column 5: <b> is closed by </a>."),
    ("<a></a></b>", "Invalid XML. Line 1, column 8: </b> has no opening tag."),
    ("<a", "Invalid XML. Line 1, column 1: the markup that begins here is not terminated."),
  ])
  func `broken XML says where, and opens as far as it goes`(text: String, fault: String) {
    let outline = Outline(.xml, Array(text.utf8))
    #expect(outline.fault == fault)
    #expect(outline.nodes.first?.kind == .element || outline.nodes.first?.kind == .leaf)
  }

  @Test func `HTML closes what people leave open`() {
    let text = "<!doctype html><UL><li>one<li>two<br>x</ul><p>a<p>b<script>if (a<b) {}</script>"
    #expect(
      Outline.notation(.html, text) == [
        "doctype |doctype html", "element UL|", ".leaf li|one", ".element li|", "..text |two",
        "..element br|", "..text |x", "leaf p|a", "element p|", ".text |b",
        ".leaf script|if (a<b) {}",
      ])
    #expect(Outline(.html, Array(text.utf8)).fault == nil)
  }

  @Test func `a path counts elements of one name from one`() throws {
    let text = "<r><i/><i><t>x</t></i><o/>text</r>"
    let outline = Outline(.xml, Array(text.utf8))
    let names = OutlineText(outline, in: ByteSource(text: text))
    let paths = try outline.nodes.indices.map { try names.path(to: $0) }
    #expect(paths == ["/r", "/r/i[1]", "/r/i[2]", "/r/i[2]/t", "/r/o", "/r/text()"])
  }

  @Test func `declarations have no path and are not counted`() throws {
    let text = "<?xml version='1.0'?><!DOCTYPE r><?style a?><r/>"
    let outline = Outline(.xml, Array(text.utf8))
    let names = OutlineText(outline, in: ByteSource(text: text))
    let paths = try outline.nodes.indices.map { try names.path(to: $0) }
    #expect(paths == [nil, nil, "/processing-instruction()", "/r"])
  }

  @Test func `a hundred thousand open elements are rows, not a crash`() {
    let text = String(repeating: "<a>", count: 120_000) + String(repeating: "</a>", count: 120_000)
    let outline = Outline(.xml, Array(text.utf8))
    #expect(outline.nodes.count >= 120_000)
    #expect(outline.breach(in: text.utf8.count) == nil)
    var rows = FoldedOutline(outline, toDepth: 3)
    rows.openAll()
    #expect(rows.count == outline.nodes.count)
  }

  @Test func `what is behind the limit of nodes is one last node`() {
    let text = String(repeating: "<a/>", count: Outline.mostNodes + 10)
    let outline = Outline(.html, Array(text.utf8))
    #expect(outline.nodes.last?.kind == .rest)
    #expect(outline.nodes.last?.span == Outline.mostNodes * 4..<text.utf8.count)
  }
}
