import ClientDocuments
import Testing

struct PlainValueTests {
  @Test(arguments: [
    (#""a\n\"b\"""#, "a\n\"b\""), ("12.50", "12.50"), ("null", "null"), (#""""#, ""),
    ("[1, {\"a b\" : [ ]},\n 2]", #"[1,{"a b":[]},2]"#), ("{ }", "{}"),
  ])
  func `a string loses its quotes, another value its white space`(json: String, text: String) {
    #expect(PlainValue.text(of: Array(json.utf8)) == text)
  }
}
