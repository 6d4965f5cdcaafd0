import ClientModel
import Panels
import Testing
import ViewModels

struct MethodScreenTests {
  @Test func `the list of methods looks as it was approved`() throws {
    var model = ShopScene.model()
    _ = model.perform(.composer(.method))
    try GoldenScreen.check(model, "methods")
    _ = model.perform(.list(.filter))
    _ = model.perform(.insert("frob"))
    try GoldenScreen.check(model, "methods-typed")
    _ = model.perform(.typing(.enter))
    try GoldenScreen.check(model, "question-method")
  }

  @Test func `the kinds of a body look as they were approved`() throws {
    var model = ShopScene.model()
    _ = model.perform(.point(.composerTab(ComposerTab.body.rawValue)))
    _ = model.perform(.composer(.edit))
    try GoldenScreen.check(model, "body-kinds")
  }

  @Test func `a JSON body as rows looks as it was approved`() throws {
    var model = ShopScene.model()
    let body = #"{"title": "Timber", "price": {"amount": 6.5, "free": false}, "tags": ["a", null]}"#
    let draft = Draft(method: "POST", url: "http://a.example/books", body: .json(body))
    _ = model.receive(.composer(.loaded(draft, name: "add")))
    _ = model.perform(.composer(.bodyRows))
    _ = model.perform(.move(.down))
    _ = model.perform(.move(.down))
    _ = model.perform(.move(.down))
    try GoldenScreen.check(model, "json-rows")
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("x"))
    try GoldenScreen.check(model, "json-rows-typed")
  }

  @Test func `a text that is no method says what a method is`() throws {
    var model = ShopScene.model()
    _ = model.perform(.composer(.method))
    _ = model.perform(.list(.filter))
    _ = model.perform(.insert("get it"))
    try GoldenScreen.check(model, "methods-refused")
  }
}
