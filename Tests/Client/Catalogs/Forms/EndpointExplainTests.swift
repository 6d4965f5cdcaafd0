import ClientModel
import Testing

@testable import ClientCatalogs

struct EndpointExplainTests {
  private func endpoint(_ notes: [(String, String)]) -> Endpoint {
    CatalogSketch().form(
      .get, "/x", responses: notes.map { ResponseNote(status: $0.0, text: $0.1) }
    ).endpoint
  }

  @Test func `O7 the status itself goes before its class, its class before the default`() {
    let all = endpoint([("default", "any"), ("4xx", "yours"), ("404", "not here"), ("200", "")])
    #expect(all.explain(status: 404) == "not here")
    #expect(all.explain(status: 418) == "yours")
    #expect(all.explain(status: 500) == "any")
    #expect(all.explain(status: 200) == "any")
  }

  @Test(arguments: [
    (200, "OK"), (404, "Not Found"), (413, "Content Too Large"), (299, "Success"),
    (418, "The request was not accepted"), (599, "The server failed"),
    (0, "Not an HTTP status"), (-7, "Not an HTTP status"), (1000, "Not an HTTP status"),
  ]) func `T-O7 without a note the standard's words are said, for any number`(
    status: Int, words: String
  ) {
    #expect(endpoint([]).explain(status: status) == words)
  }
}
