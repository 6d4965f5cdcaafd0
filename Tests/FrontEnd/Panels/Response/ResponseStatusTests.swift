import CatalogFixtures
import ClientCatalogs
import ClientModel
import JobFixtures
import Terminal
import Testing
import ViewModels

@testable import Panels

struct ResponseStatusTests {
  /// A response of the shop's endpoint for one book.
  private func answered(_ status: Int) throws -> ResponseModel {
    let shop = CatalogSource("shop", .workspace(path: "catalogs/shop.yaml"))
    var model = AppModel()
    var request = PreparedRequest.fixture()
    request.endpoint = EndpointName("shop#oneBook")
    _ = model.receive(.composer(.submitted(JobID(1), .immediate)))
    let result = AttemptResult.json("{}", status: status)
    _ = model.receive(
      .response(.exchange(.fixture(1, .succeeded), request, [.fixture(1, of: 1, result: result)])))
    _ = model.receive(.catalogs(.listed([shop])))
    _ = model.receive(.catalogs(.opened(try ShopCatalog.catalog())))
    return model.response
  }

  private func rows(_ model: ResponseModel, width: Int) -> [String] {
    var frame = Frame(size: Size(width: width, height: 12))
    let canvas = PanelCanvas(
      area: Rect(frame.size), isFocused: true, spinnerStep: 2, now: nil, keys: .standard)
    ResponsePanel.draw(model, canvas, in: &frame)
    return (0..<3).map { frame.text(row: $0) }
  }

  @Test func `O7 the catalog's words for a status are on the first line of a response`() throws {
    let words = "That book is not sold here."
    let wide = rows(try answered(404), width: 100)
    #expect(wide[0].hasPrefix(" 404 \(words)"), "\(wide)")
    #expect(!wide[2].contains(words))
    // Where they are cut off they are below, in full.
    let narrow = rows(try answered(404), width: 44)
    #expect(narrow[0].hasPrefix(" 404 That book"), "\(narrow)")
    #expect(!narrow[0].contains(words) && narrow[2].contains(words), "\(narrow)")
    // A success keeps its reason, and its words are below.
    #expect(rows(try answered(200), width: 100)[0].hasPrefix(" 200 OK"))
  }
}
