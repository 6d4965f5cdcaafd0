import ClientModel
import Panels
import Testing
import ViewModels

struct GraphDraftScreenTests {
  /// Three steps, of which the second takes a value from the first.
  private func model() -> AppModel {
    var model = AppModel()
    _ = model.receive(.place(WorkspaceStatus(workspace: "shop", isScratch: false)))
    _ = model.receive(.requests(["auth/login", "orders", "users/me"]))
    _ = model.perform(.feature(.newGraph))
    for row in [0, 2, 1] {
      _ = model.perform(.list(.new))
      for _ in 0..<row { _ = model.perform(.move(.down)) }
      _ = model.perform(.list(.choose))
    }
    _ = model.receive(.graphs(.variables(["token"], of: "users/me")))
    _ = model.receive(.graphs(.variables(["token", "id"], of: "orders")))
    _ = model.perform(.move(.up))
    _ = model.perform(.list(.choose))
    _ = model.perform(.list(.choose))
    _ = model.perform(.insert("login /token"))
    _ = model.perform(.typing(.enter))
    return model
  }

  @Test func `the list of a new graph looks as it was approved`() throws {
    var model = model()
    _ = model.perform(.list(.close))
    try GoldenScreen.check(model, "new-graph")
  }

  @Test func `the fields of a step look as they were approved`() throws {
    try GoldenScreen.check(model(), "graph-step")
  }

  @Test func `a graph with each kind of step looks as it was approved`() throws {
    var model = AppModel()
    _ = model.receive(.place(WorkspaceStatus(workspace: "shop", isScratch: false)))
    let steps = [
      GraphStep(name: "login", work: .request("auth/login")),
      GraphStep(
        name: "orders", work: .request("orders"), inputs: [.init(name: "page", literal: "1")],
        expect: try Assertion("status 2xx, 404")),
      GraphStep(
        name: "total", work: .jq(".all | length"), inputs: [.init(name: "all", step: "orders")]),
      GraphStep(name: "bill", work: .command(["./bill.sh", "--dry-run"]), needs: ["total"]),
    ]
    _ = model.receive(.graphs(.opened(GraphPlan(name: "billing", steps: steps))))
    try GoldenScreen.check(model, "graph-kinds")
    _ = model.perform(.list(.new))
    _ = model.perform(.list(.choose))
    _ = model.perform(.insert(".all | ("))
    try GoldenScreen.check(model, "prompt-graph-jq")
  }

  @Test func `the saved requests of which one becomes a step look as they were approved`() throws {
    var model = model()
    _ = model.perform(.list(.close))
    _ = model.perform(.list(.new))
    try GoldenScreen.check(model, "graph-requests")
  }

  @Test func `what is asked about a new graph looks as it was approved`() throws {
    var model = model()
    _ = model.perform(.list(.choose))
    try GoldenScreen.check(model, "prompt-graph-input")
    _ = model.perform(.typing(.leave))
    _ = model.perform(.list(.close))
    _ = model.perform(.list(.rule))
    _ = model.perform(.insert("sign-in"))
    try GoldenScreen.check(model, "prompt-graph-name")
    _ = model.perform(.typing(.enter))
    _ = model.receive(.graphs(.taken(GraphPlan(name: "sign-in", steps: []))))
    try GoldenScreen.check(model, "question-replace-graph")
  }
}
