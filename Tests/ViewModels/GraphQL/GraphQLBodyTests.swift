import ClientDocuments
import ClientModel
import Testing

@testable import ViewModels

struct GraphQLBodyModelTests {
  private func model(_ request: GraphQLRequest) -> AppModel {
    var model = AppModel()
    let draft = Draft(
      method: "POST", url: "https://a.example/graphql", body: .graphQL(request))
    _ = model.receive(.composer(.loaded(draft, name: "x")))
    _ = model.perform(.point(.composerTab(ComposerTab.body.rawValue)))
    return model
  }

  private func schema() throws -> GraphQLSchema {
    let text = """
      {"data": {"__schema": {"queryType": {"name": "Query"}, "types": [
        {"kind": "OBJECT", "name": "Query", "fields": [
          {"name": "hero", "args": [], "type": {"kind": "SCALAR", "name": "String"}}]},
        {"kind": "SCALAR", "name": "String"}]}}}
      """
    return try #require(GraphQLSchema(introspection: Array(text.utf8)))
  }

  @Test func `the space key shows the kinds of a body in a list`() {
    var model = model(GraphQLRequest())
    model.composer.select(.bodyKind)
    _ = model.perform(.composer(.markRow))
    #expect(model.overlays.list?.source == ListID(\.choices))
    #expect(model.composer.draft.bodyKind == .graphQL)
  }

  @Test func `the query and the variables are edited as texts, in the order of the tab`() {
    var model = model(GraphQLRequest())
    model.composer.select(.body)
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("{ a }"))
    _ = model.perform(.typing(.nextField))
    #expect(model.composer.cursor == .variables)
    _ = model.perform(.insert("{\"b\":1}"))
    _ = model.perform(.typing(.leave))
    _ = model.perform(.composer(.indent))
    #expect(
      model.composer.draft.body
        == .graphQL(GraphQLRequest(query: "{ a }", variables: "{\n  \"b\": 1\n}")))
  }

  @Test func `the row of a variable's line follows the query`() {
    let model = model(GraphQLRequest(query: "{\n  a\n}", variables: "{\n}"))
    let rows = model.composer.rows
    let line = rows.row(of: .variables, line: 1)
    #expect(line == rows.count - 1)
    #expect(rows[rows.count - 1].texts == ["}"] && rows[rows.count - 1].field == .variables)
    #expect(rows.row(of: .body, line: 0) == 1)
  }

  @Test func `an operation is chosen only if there are several`() {
    let one = model(GraphQLRequest(query: "query A { a }"))
    #expect(one.composer.rows.row(of: .operation, line: 0) == nil)
    let two = model(GraphQLRequest(query: "query A { a } query B { b }"))
    #expect(two.composer.rows.row(of: .operation, line: 0) != nil)
    #expect(two.composer.words.all(of: .operation, in: two.composer.draft) == ["A", "B"])
  }

  @Test func `errors are marked in the text that has them`() {
    let model = model(GraphQLRequest(query: "{\n  a(\n}", variables: "{\n \"b\": }"))
    #expect(model.composer.fault(in: .body)?.place.line == 3)
    #expect(model.composer.fault(in: .variables)?.place.line == 2)
  }

  @Test func `a JSON body with a query becomes GraphQL and back`() {
    var draft = Draft(url: "a", body: .json(#"{"query": "{ a }", "variables": {"b": 1}}"#))
    draft.setBodyKind(.graphQL)
    #expect(draft.body == .graphQL(GraphQLRequest(query: "{ a }", variables: "{\"b\": 1}")))
    draft.setBodyKind(.json)
    #expect(draft.graphQL == nil)
    draft.setBodyKind(.graphQL)
    #expect(draft.body == .graphQL(GraphQLRequest(query: "{ a }", variables: "{\"b\": 1}")))
  }

  @Test func `a stored schema completes names and finds unknown fields`() throws {
    var model = model(GraphQLRequest(query: "{ hreo }"))
    let asked = model.perform(.composer(.nextTab)) + model.perform(.composer(.previousTab))
    let load = Effect.feature(
      .init(GraphQLSchemaEffect.load(address: "https://a.example/graphql")))
    #expect(!asked.contains(load), "it is read once")
    #expect(model.composer.fault(in: .body) == nil)
    _ = model.receive(
      .effects([.list(.useSchema(try schema(), of: "https://a.example/graphql"))]))
    #expect(model.composer.fault(in: .body)?.sentence.contains("Did you mean hero?") == true)
    model.composer.replace("", in: .body)
    model.composer.select(.body)
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("{ he"))
    #expect(model.composer.completion == "ro")
  }

  @Test func `the schema is requested by a normal request, and a name is inserted`() throws {
    var model = model(GraphQLRequest(query: "{ "))
    let sent = model.settle([.list(.fetchSchema)])
    guard case .sending(.submit(let draft, .immediate)) = sent.first else {
      Issue.record("no request")
      return
    }
    #expect(draft.body == .graphQL(GraphQLSchema.introspection) && draft.name == nil)
    let effects = model.receive(.composer(.submitted(JobID(7), .immediate, of: draft)))
    #expect(
      effects.contains(.feature(.init(GraphQLSchemaEffect.receive(from: JobID(7))))))
    _ = model.settle([.list(.insert("hero"))])
    #expect(model.composer.draft.text(of: .body) == "hero{ ")
  }
}
