import CatalogFixtures
import ClientCatalogs
import ClientModel
import Panels
import Testing
import ViewModels

struct CatalogScreenTests {
  private func browser() throws -> AppModel {
    var model = AppModel()
    _ = model.receive(.place(WorkspaceStatus(workspace: "shop", isScratch: false)))
    _ = model.perform(.feature(.catalogs))
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

  @Test func `the tree of catalogs looks as it was approved`() throws {
    var model = try browser()
    for _ in 0..<3 { _ = model.perform(.move(.down)) }
    try GoldenScreen.check(model, "catalogs")
  }

  @Test func `what a filter finds looks as it was approved`() throws {
    var model = try browser()
    _ = model.perform(.list(.filter))
    for letter in "book" { _ = model.perform(.insert(String(letter))) }
    try GoldenScreen.check(model, "catalogs-found")
  }

  @Test func `a problem of a catalog looks as it was approved`() throws {
    var model = AppModel()
    _ = model.receive(.place(WorkspaceStatus(workspace: "shop", isScratch: false)))
    _ = model.perform(.feature(.catalogs))
    _ = model.receive(
      .catalogs(.listed([CatalogSource("shop", .workspace(path: "catalogs/shop.yaml"))])))
    let broken = ShopCatalog.text.replacing("paths:", with: "paths")
    do throws(CatalogProblem) {
      _ = try Catalog.read(text: broken, name: "catalogs/shop.yaml")
      Issue.record("The document is valid.")
    } catch {
      _ = model.receive(.catalogs(.refused("shop", error)))
    }
    _ = model.perform(.list(.choose))
    guard case .question = model.overlays.last else {
      Issue.record("The problem is not on show.")
      return
    }
    try GoldenScreen.check(model, "question-catalog-problem")
  }
}
