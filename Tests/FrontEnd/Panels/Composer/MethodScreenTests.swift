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

  @Test func `a text that is no method says what a method is`() throws {
    var model = ShopScene.model()
    _ = model.perform(.composer(.method))
    _ = model.perform(.list(.filter))
    _ = model.perform(.insert("get it"))
    try GoldenScreen.check(model, "methods-refused")
  }
}
