import ClientModel
import Terminal
import Testing

@testable import Panels
@testable import ViewModels

struct GraphQLScreenTests {
  @Test func `the error of a query is marked, and its variables are below it`() throws {
    var model = AppModel()
    let request = GraphQLRequest(
      query: "query Hero($episode: Episode) {\n  hero(episode $episode) { name }\n}",
      variables: "{\"episode\": {{episode}}}")
    let draft = Draft(
      method: "POST", url: "https://a.example/graphql", body: .graphQL(request))
    _ = model.receive(.composer(.loaded(draft, name: "hero")))
    for _ in 0..<2 { _ = model.perform(.composer(.nextTab)) }
    let size = ScreenTests.sizes[0]
    _ = model.receive(.viewport(Screen.viewport(of: model, size: size)))
    try GoldenScreen.check(Screen.draw(model, keys: KeyReader(), size: size), "graphql")
    _ = model.perform(.feature(.schema))
    try GoldenScreen.check(Screen.draw(model, keys: KeyReader(), size: size), "graphql-schema")
  }
}
