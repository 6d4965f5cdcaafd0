import ClientModel
import JobFixtures
import Panels
import Terminal
import Testing
import ViewModels

struct FinderScreenTests {
  @Test(arguments: [
    Size(width: 54, height: 24), Size(width: 80, height: 24), Size(width: 200, height: 50),
  ]) func `the finder marks the found letters in requests, graphs and jobs`(size: Size) throws {
    var model = AppModel()
    _ = model.receive(.place(WorkspaceStatus(workspace: "shop", isScratch: false)))
    let heads: [String: RequestHead] = [
      "books/list": RequestHead(url: "{{base}}/books?limit=20", description: "All books"),
      "books/add": RequestHead(method: "POST", url: "{{base}}/books"),
      "orders/list-open": RequestHead(url: "{{base}}/orders", description: "Orders to pack"),
      "login": RequestHead(method: "POST", url: "{{base}}/login"),
    ]
    _ = model.receive(.requests(heads.keys.sorted()))
    _ = model.receive(.requestHeads(heads))
    _ = model.receive(.graphNames(["nightly-list"]))
    _ = model.perform(.app(.findRequest))
    _ = model.receive(.recent([.fixture(9), .fixture(8)]))
    for letter in "list" { _ = model.perform(.typed(String(letter))) }
    _ = model.receive(.viewport(Screen.viewport(of: model, size: size)))
    try GoldenScreen.check(Screen.draw(model, keys: KeyReader(), size: size), "finder")
  }
}
