import ClientDocuments
import Testing

/// What is XML and what is not; nothing of it is ever expanded or fetched.
@Suite struct XMLValidatorTests {
  @Test(arguments: [
    "<a/>", "<a></a>", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a b='1' c=\"2\">t</a>\n",
    "\u{FEFF}<?xml version=\"1.0\"?><a/>", "<a:b xmlns:a='u'><c-d.e _f='&lt;&#38;&#x26;'/></a:b>",
    "<a><!-- - c --><![CDATA[<b>&]]]]><?p q?></a><!--x-->", "<ä>日本</ä>",
    "<!DOCTYPE html PUBLIC '-//X' \"http://x\"><html/>", "<a>]] > &gt;</a>", "<a\n b = 'x>y'\n/>",
  ])
  func `what is well-formed passes, at once and byte by byte`(text: String) {
    #expect(XMLValidator.fault(in: Array(text.utf8)) == nil)
    var validator = XMLValidator()
    for byte in text.utf8 { validator.feed([byte]) }
    #expect(validator.finish() == nil)
  }

  @Test(arguments: [
    ("", "Line 1, column 1: there is no root element."), ("x", "Line 1, column 1: text outside"),
    ("<a>", "Line 1, column 4: <a> is not closed."),
    ("<a></b>", "column 4: <a> is closed by </b>."),
    ("</a>", "has no opening tag"), ("<a/><b/>", "column 5: there is a second root element"),
    ("<a>\n  <b c=d/></a>", "Line 2, column 3: a value must be quoted."),
    ("<a b='1' b='2'/>", "the attribute b occurs twice."), ("<a b='1'c='2'/>", "not an attribute"),
    ("<a b/>", "has no value"),
    ("<a>&nbsp;</a>", "column 4: &nbsp; is not a predefined XML entity."),
    ("<a b='&x;'/>", "does not begin an XML reference"),
    ("<a>&#0;</a>", "not a predefined XML entity"),
    ("<a>a & b</a>", "this & does not begin a reference"),
    ("<a>]]></a>", "]]> occurs in text."), ("<a><!-- -- --></a>", "-- occurs inside"),
    ("<a b='<'/>", "< occurs in a value"), ("<a <b/>", "< occurs inside a tag"),
    ("< a/>", "has no name"),
    ("<1/>", "has no name"), (" <?xml version='1.0'?><a/>", "must come first"),
    ("<?xml version='1.0' encoding='UTF-16'?><a/>", "only UTF-8"),
    ("<!ELEMENT a ANY><a/>", "does not begin any markup"),
    ("<a><![CDATA[x</a>", "column 4: the markup that begins here is not terminated."),
    ("<a>\u{1}</a>", "control character"),
    ("<a><!DOCTYPE b></a>", "a document type is not allowed here"), ("<a", "is not terminated"),
  ])
  func `what is none says where and why`(text: String, sentence: String) {
    let fault = XMLValidator.fault(in: Array(text.utf8))
    #expect(fault?.sentence.contains(sentence) == true, "\(fault?.sentence ?? "passed")")
  }

  @Test func `bytes that are no UTF-8 are refused`() {
    for bytes: [UInt8] in [[0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5], [0x80], [0xE2, 0x82]] {
      let text = Array("<a>".utf8) + bytes + Array("</a>".utf8)
      #expect(XMLValidator.fault(in: text)?.why == "invalid UTF-8.", "\(bytes)")
    }
  }

  @Test(arguments: [
    "<!DOCTYPE l [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><l>&b;</l>",
    "<!DOCTYPE l [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><l>&x;</l>",
    "<!DOCTYPE l SYSTEM \"http://127.0.0.1:1/x.dtd\" [ ]><l/>",
  ])
  func `a document that defines entities is refused before one is read`(text: String) {
    let fault = XMLValidator.fault(in: Array(text.utf8))
    #expect(fault?.why == "a document type with definitions is not supported.")
  }

  @Test func `depth and length are bounded, and what is hostile ends at once`() {
    let deep = String(repeating: "<a>", count: 1_000_000)
    let long = "<a b='" + String(repeating: "x", count: 3 << 20)
    let start = ContinuousClock.now
    #expect(XMLValidator.fault(in: deep.utf8)?.why == "more than 1000 elements are open.")
    #expect(XMLValidator.fault(in: long.utf8)?.why.contains("longer than") == true)
    #expect(ContinuousClock.now - start < .seconds(20))
  }
}
