import CatalogFixtures
import ClientCatalogs
import ClientModel
import Panels
import Terminal
import Testing
import ViewModels

struct CatalogScreenTests {
  private func browser() throws -> AppModel {
    var model = AppModel()
    _ = model.receive(.place(WorkplaceFacts(workspace: "shop", isScratch: false)))
    _ = model.perform(.app(.catalogs))
    _ = model.receive(
      .catalogs(
        .listed([
          CatalogSource("shop", .workspace(path: "catalogs/shop.yaml")),
          CatalogSource("large", .workspace(path: "catalogs/large.yaml")),
          CatalogSource("haven", .bundled),
        ])))
    let broken = ShopCatalog.text.replacing("operationId: addBook", with: "parameters: 7")
    _ = model.receive(.catalogs(.opened(try Catalog.read(text: broken, name: "shop"))))
    _ = model.receive(
      .catalogs(
        .progressed(
          "large", CatalogProgress(file: "catalogs/large.yaml", done: 4_000_000, total: 10_000_000))
      ))
    return model
  }

  private func check(_ model: AppModel, _ name: String) throws {
    for size in [
      Size(width: 60, height: 20), Size(width: 120, height: 36), Size(width: 80, height: 24),
      Size(width: 200, height: 60),
    ] {
      var model = model
      _ = model.receive(.viewport(Screen.viewport(of: model, size: size)))
      try GoldenScreen.check(
        Screen.draw(model, keys: KeyReader(), size: size),
        "\(name)-\(size.width)x\(size.height)")
    }
  }

  @Test func `the tree of catalogs looks as it was approved`() throws {
    var model = try browser()
    for _ in 0..<3 { _ = model.perform(.move(.down)) }
    try check(model, "catalogs")
  }

  @Test func `what a filter finds looks as it was approved`() throws {
    var model = try browser()
    _ = model.perform(.list(.filter))
    for letter in "book" { _ = model.perform(.insert(String(letter))) }
    try check(model, "catalogs-found")
  }
}
