import CatalogFixtures
import ClientCatalogs
import ClientModel
import Testing

@testable import ViewModels

struct EndpointSearchTests {
  private let source = CatalogSource("shop", .workspace(path: "catalogs/shop.yaml"))
  private let name = EndpointName(catalog: "shop", endpoint: "fileReceipt")

  @Test func `a catalog is asked for once, and its endpoint is found once it is read`() throws {
    var catalogs = CatalogsModel()
    guard case .awaited([.list]) = catalogs.find(name) else {
      return #expect(Bool(false), "the list was not requested")
    }
    #expect(catalogs.receive(.listed([source])) == [.open(source)])
    guard case .awaited([]) = catalogs.find(name) else {
      return #expect(Bool(false), "the catalog was requested twice")
    }
    _ = catalogs.receive(.opened(try ShopCatalog.catalog()))
    guard case .described(let endpoint, in: _, edition: 1) = catalogs.find(name) else {
      return #expect(Bool(false), "the endpoint was not found")
    }
    #expect(endpoint.id == "fileReceipt")
  }

  @Test func `why an endpoint is missing is said in words`() throws {
    var catalogs = CatalogsModel()
    _ = catalogs.browse()
    _ = catalogs.receive(.listed([source]))
    let other = EndpointName(catalog: "other", endpoint: "a")
    #expect(
      catalogs.find(other).absence(of: other) == "This workspace has no catalog named other.")
    #expect(catalogs.find(name).absence(of: name) == nil)
    _ = catalogs.receive(.opened(try ShopCatalog.catalog()))
    let nothing = EndpointName(catalog: "shop", endpoint: "nothing")
    #expect(
      catalogs.find(nothing).absence(of: nothing)
        == "The catalog shop has no endpoint named nothing.")
  }
}
