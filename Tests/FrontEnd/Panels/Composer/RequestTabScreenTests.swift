import ClientModel
import Panels
import Testing
import ViewModels

struct RequestTabScreenTests {
  @Test func `the tabs of a few open requests look as they were approved`() throws {
    var model = ShopScene.model()
    _ = model.perform(.composer(.addRow))
    _ = model.perform(.insert("x"))
    _ = model.receive(
      .composer(.loaded(Draft(url: "https://api.example.com/login"), name: "login")))
    _ = model.perform(.app(.newRequest))
    _ = model.perform(.app(.previousRequest))
    try GoldenScreen.check(model, "tabs")
  }

  @Test func `more tabs than fit are counted on the sides`() throws {
    var model = ShopScene.model()
    for number in 0..<12 {
      _ = model.perform(.app(.newRequest))
      _ = model.perform(.composer(.edit))
      _ = model.perform(.insert("https://api.example.com/v2/warehouses/\(number)"))
      _ = model.perform(.typing(.leave))
    }
    for _ in 0..<6 { _ = model.perform(.app(.previousRequest)) }
    try GoldenScreen.check(model, "tabs-hidden")
    _ = model.perform(.app(.openRequests))
    try GoldenScreen.check(model, "open-requests")
  }

  @Test func `a closed request is said to be closed, and undo brings it back`() throws {
    var model = ShopScene.model()
    _ = model.perform(.app(.newRequest))
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("https://api.example.com/v2/stock"))
    _ = model.perform(.typing(.leave))
    _ = model.perform(.app(.closeRequest))
    try GoldenScreen.check(model, "request-closed")
    _ = model.perform(.app(.undo))
    try GoldenScreen.check(model, "request-close-undone")
  }
}
