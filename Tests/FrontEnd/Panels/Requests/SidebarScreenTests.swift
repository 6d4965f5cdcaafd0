import ClientModel
import Panels
import Testing
import ViewModels

struct SidebarScreenTests {
  @Test func `the saved requests look as they were approved with the focus and with a filter`()
    throws
  {
    var model = ShopScene.model()
    _ = model.perform(.app(.requests))
    try GoldenScreen.check(model, "sidebar")
    _ = model.perform(.list(.filter))
    _ = model.perform(.insert("list"))
    try GoldenScreen.check(model, "sidebar-filter-typed")
    _ = model.perform(.typing(.leave))
    _ = model.perform(.move(.down))
    try GoldenScreen.check(model, "sidebar-filtered")
  }

  @Test func `a filter that no saved request fits says so`() throws {
    var model = ShopScene.model()
    _ = model.perform(.app(.requests))
    _ = model.perform(.list(.filter))
    _ = model.perform(.insert("warehouse"))
    try GoldenScreen.check(model, "sidebar-filter-empty")
  }

  @Test func `a request that was deleted is said to be deleted`() throws {
    var model = ShopScene.model()
    _ = model.perform(.app(.requests))
    let file = Array("url: https://api.example.com".utf8)
    let deleted = [DeletedRequest("orders/pay", file: file)]
    _ = model.receive(
      .composer(.deleted([.request("orders/pay")], files: deleted, folders: [])))
    _ = model.receive(.requests(["login", "orders/cancel", "orders/list", "users/list"]))
    try GoldenScreen.check(model, "request-deleted")
    _ = model.perform(.app(.undo))
    _ = model.receive(
      .requests(["login", "orders/cancel", "orders/list", "orders/pay", "users/list"]))
    try GoldenScreen.check(model, "request-delete-undone")
  }
}
