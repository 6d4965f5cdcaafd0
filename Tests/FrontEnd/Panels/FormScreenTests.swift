import CatalogFixtures
import ClientCatalogs
import ClientModel
import Terminal
import Testing

@testable import Panels
@testable import ViewModels

struct FormScreenTests {
  private func form(_ draft: Draft) throws -> AppModel {
    var model = AppModel()
    _ = model.receive(.place(WorkspaceStatus(workspace: "shop", isScratch: false)))
    _ = model.receive(.composer(.loaded(draft, name: "books")))
    let shop = CatalogSource("shop", .workspace(path: "catalogs/shop.yaml"))
    _ = model.receive(.catalogs(.listed([shop])))
    _ = model.receive(.catalogs(.opened(try ShopCatalog.catalog())))
    return model
  }

  private func books() throws -> AppModel {
    var draft = Draft(
      url: "https://shop.example/v2/books",
      query: [
        DraftField("genre", "travel"), DraftField("limit", "500"),
        DraftField("tags", "new,sale", mark: .encoded),
        DraftField("debug", "on"),
      ])
    draft.endpoint = EndpointName("shop#listBooks")
    return try form(draft)
  }

  @Test func `a form looks as it was approved`() throws {
    try GoldenScreen.check(try books(), "form")
  }

  @Test func `a form with a body looks as it was approved`() throws {
    var draft = Draft(
      method: "POST", url: "https://shop.example/v2/books",
      body: .json(#"{"authors":["Ane","Brun"],"publisher":{"name":"Weir"}}"#))
    draft.endpoint = EndpointName("shop#addBook")
    var model = try form(draft)
    _ = model.perform(.composer(.send))
    try GoldenScreen.check(model, "form-refused")
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("Timber"))
    try GoldenScreen.check(model, "form-typing")
  }

  @Test(arguments: [
    ("authors[0]", 10, "authors[0]"), ("▾ metadata_filters[12]", 12, "▾ metad…[12]"),
    ("metadata_filters", 12, "metadata_fi…"), ("list[123]", 5, "list…"),
  ])
  func `a label that is cut keeps the number of its element`(
    label: String, width: Int, expected: String
  ) {
    #expect(ComposerPanel.fitted(SafeText(label), to: width).string == expected)
  }

  @Test func `the prompt for a new member of an object looks as it was approved`() throws {
    var draft = Draft(
      method: "POST", url: "https://shop.example/v2/books",
      body: .json(#"{"title":"Timber","publisher":{"name":"Weir"}}"#))
    draft.endpoint = EndpointName("shop#addBook")
    var model = try form(draft)
    let publisher = try #require(
      model.composer.form?.rows.first { $0.label == "publisher" && $0.kind == .object })
    model.composer.select(.form(publisher.id))
    _ = model.perform(.composer(.addRow))
    _ = model.perform(.insert("founded"))
    try GoldenScreen.check(model, "prompt-member")
  }

  @Test func `the options of a field look as they were approved`() throws {
    var model = try books()
    for _ in 0..<12 {
      _ = model.perform(.move(.down))
      _ = model.perform(.composer(.edit))
      if case .list(let list) = model.overlays.last, model.overlays.title(of: list.source) == "tags"
      {
        break
      }
      _ = model.perform(.typing(.leave))
    }
    try GoldenScreen.check(model, "form-options")
  }
}
