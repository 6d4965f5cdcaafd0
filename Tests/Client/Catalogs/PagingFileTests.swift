import ClientCatalogs
import ClientModel
import ClientYAML
import Testing

struct PagingFileTests {
  private func rule(_ text: String) throws -> PagingRule {
    try PagingFile.rule(try YAMLDocument.parse(text, file: "weir.yaml"))
  }

  @Test func `each kind of paging is read, with its places in request and response`() throws {
    #expect(try rule("{page: p}") == PagingRule(.number(first: 1), .query("p")))
    #expect(
      try rule("{page: {header: X-Page}, first: 0, last: {header: X-Pages}}")
        == PagingRule(.number(first: 0), .header("X-Page"), end: .header("X-Pages")))
    #expect(
      try rule("{offset: {body: /from}, total: /total, items: /hits}")
        == PagingRule(.offset, .body("/from"), items: "/hits", end: .body("/total")))
    #expect(
      try rule("{cursor: {query: after}, next: /cursor}")
        == PagingRule(.cursor(.body("/cursor")), .query("after")))
  }

  @Test(arguments: [
    ("{}", "The rule sets 0 of page, offset and cursor."),
    ("{page: p, offset: o}", "The rule sets 2 of page, offset and cursor."),
    ("{page: p, total: /t}", "`total` is valid only with `offset`, but the rule has `page`."),
    ("{page: {query: p, header: H}}", "It has 2 of query, header and body."),
    ("{page: {header: \"a b\"}}", "`a b` is not a header name."),
    ("{offset: {body: from}}", "`from` is not a JSON Pointer."),
    ("{page: \"\"}", "The name is empty."),
  ])
  func `a rule that cannot be followed is refused with the reason`(_ text: String, _ why: String) {
    let problem = #expect(throws: YAMLProblem.self) { try rule(text) }
    #expect(problem?.why == why)
  }
}
