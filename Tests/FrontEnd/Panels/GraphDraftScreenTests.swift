import ClientModel
import Panels
import Terminal
import Testing
import ViewModels

struct GraphDraftScreenTests {
  /// Three steps, of which the second takes a value from the first.
  private func model() -> AppModel {
    var model = AppModel()
    _ = model.receive(.place(WorkplaceFacts(workspace: "shop", isScratch: false)))
    _ = model.receive(.requests(["auth/login", "orders", "users/me"]))
    _ = model.perform(.app(.newGraph))
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

  private func check(_ model: AppModel, _ name: String) throws {
    let size = Size(width: 80, height: 24)
    var model = model
    _ = model.receive(.viewport(Screen.viewport(of: model, size: size)))
    try GoldenScreen.check(
      Screen.draw(model, keys: KeyReader(), size: size), "\(name)-80x24")
  }

  @Test func `the list of a new graph looks as it was approved`() throws {
    var model = model()
    _ = model.perform(.list(.close))
    try check(model, "new-graph")
  }

  @Test func `the inputs of a step look as they were approved`() throws {
    try check(model(), "graph-inputs")
  }
}
