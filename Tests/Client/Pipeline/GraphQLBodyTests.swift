import ClientModel
import ClientPipeline
import Testing

struct GraphQLBodyTests {
  private let preparation = Preparation(
    environment: Environment(name: "dev", values: ["id": "a\"b", "n": "7"]), files: .assumed)

  private func draft(_ request: GraphQLRequest) -> Draft {
    Draft(method: "POST", url: "https://a.example/graphql", body: .graphQL(request))
  }

  @Test func `a query is sent as JSON, and a response with errors is a failure`() throws {
    let request = try preparation.prepare(
      draft(GraphQLRequest(query: "query A {\n  \"x\" }", operation: "A")))
    #expect(
      request.body
        == .text(#"{"query":"query A {\n  \"x\" }","operationName":"A"}"#))
    #expect(request.headers.contains(HeaderField("Content-Type", "application/json")))
    #expect(
      request.headers.contains(
        HeaderField(
          "Accept", "application/graphql-response+json, application/json;q=0.9")))
    #expect(request.outcome == .graphQL)
  }

  @Test func `templates are escaped in the query and typed in the variables`() throws {
    let request = try preparation.prepare(
      draft(
        GraphQLRequest(query: "{ a(b: \"{{id}}\") }", variables: #"{"n": {{n}}, "s": "{{id}}"}"#)))
    #expect(
      request.body
        == .text(#"{"query":"{ a(b: \"a\"b\") }","variables":{"n": 7, "s": "a\"b"}}"#))
  }

  @Test func `an empty query and variables that are not an object are problems`() {
    #expect(
      preparation.examine(draft(GraphQLRequest(query: " \n"))).problems.map(\.place) == [.body])
    for variables in ["[1]", "3", "{\"a\": }"] {
      let found = preparation.examine(draft(GraphQLRequest(query: "{a}", variables: variables)))
      #expect(!found.problems.isEmpty, "\(variables)")
    }
  }

  @Test func `the JSON of a request is read as the same request`() {
    let request = GraphQLRequest(
      query: "query A($b: Int) {\n  a(b: $b, c: \"\\\"\")\n}", variables: "{\"b\": {{n}}}",
      operation: "A")
    #expect(GraphQLRequest(json: request.json) == request)
    #expect(GraphQLRequest(json: "{\"query\": 1, \"other\": 2}") == nil)
    #expect(GraphQLRequest(json: "[]") == nil)
  }
}
