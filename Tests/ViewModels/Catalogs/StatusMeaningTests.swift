import CatalogFixtures
import ClientCatalogs
import ClientModel
import JobFixtures
import Testing

@testable import ViewModels

struct StatusMeaningTests {
  private let shop = CatalogSource("shop", .workspace(path: "catalogs/shop.yaml"))

  /// A response of an endpoint, on show.
  private func answered(_ status: Int, by endpoint: String?) -> (AppModel, [Effect]) {
    var model = AppModel()
    var request = PreparedRequest.fixture()
    request.endpoint = endpoint.flatMap { EndpointName($0) }
    _ = model.receive(.composer(.submitted(JobID(1), .immediate)))
    let result = AttemptResult.json("{}", status: status)
    let effects = model.receive(
      .response(
        .exchange(.fixture(1, .succeeded), request, [.fixture(1, of: 1, result: result)])))
    return (model, effects.filter { if case .feature = $0 { true } else { false } })
  }

  @Test func `a status is explained by the catalog of its endpoint, read for that`() throws {
    var (model, effects) = answered(404, by: "shop#oneBook")
    #expect(effects == [.catalogs(.list)])
    #expect(model.response.statusWords == nil)
    #expect(model.receive(.catalogs(.listed([shop]))) == [.catalogs(.open(shop))])
    _ = model.receive(.catalogs(.opened(try ShopCatalog.catalog())))
    #expect(model.response.statusWords == "That book is not sold here.")
  }

  @Test func `O7 a status that the catalog does not name has the words of the standard`() throws {
    var (model, _) = answered(503, by: "shop#oneBook")
    _ = model.receive(.catalogs(.listed([shop])))
    _ = model.receive(.catalogs(.opened(try ShopCatalog.catalog())))
    #expect(model.response.statusWords == "Service Unavailable")
  }

  @Test func `without a catalog a status stands for itself`() {
    var (model, effects) = answered(404, by: nil)
    #expect(effects.isEmpty && model.response.statusWords == nil)
    (model, effects) = answered(404, by: "gone#oneBook")
    #expect(model.receive(.catalogs(.listed([shop]))) == [])
    #expect(model.response.statusWords == nil)
  }
}
