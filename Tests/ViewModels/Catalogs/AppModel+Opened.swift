import CatalogFixtures
import ClientCatalogs
import ClientModel
import Testing

@testable import ViewModels

extension AppModel {
  /// The shop's endpoint of that name, opened by the browser.
  static func opened(_ endpoint: String) throws -> AppModel {
    var model = AppModel()
    _ = model.perform(.feature(.catalogs))
    _ = model.receive(
      .catalogs(.listed([CatalogSource("shop", .workspace(path: "catalogs/shop.yaml"))])))
    _ = model.receive(.catalogs(.opened(try ShopCatalog.catalog())))
    guard case .list(let list) = model.overlays.last else { return model }
    let name = EndpointName(catalog: "shop", endpoint: endpoint)
    let row = try #require(model.rows(of: list).firstIndex { $0.value == .endpoint(name) })
    for _ in 0..<row { _ = model.perform(.move(.down)) }
    _ = model.perform(.list(.choose))
    return model
  }

  /// Types into the field that is open, and leaves it.
  mutating func type(_ text: String) {
    _ = perform(.insert(text))
    _ = perform(.typing(.leave))
  }
}
