import CatalogFixtures
import ClientCatalogs
import ClientModel
import Testing

@testable import ViewModels

struct CatalogsModelTests {
  private let shop = CatalogSource("shop", .workspace(path: "catalogs/shop.yaml"))
  private let haven = CatalogSource("haven", .bundled)
  private let problem = CatalogProblem.fixture("catalogs/shop.yaml:3:1")

  @Test func `documents are read one after the other while they are looked at`() throws {
    var catalogs = CatalogsModel()
    #expect(catalogs.browse() == [.list])
    #expect(catalogs.browse() == [])
    #expect(catalogs.receive(.listed([shop, haven])) == [.open(shop)])
    #expect(catalogs.receive(.opened(try ShopCatalog.catalog())) == [.open(haven)])
    #expect(catalogs.receive(.refused("haven", problem)) == [])
    #expect(catalogs.loadState(of: "shop") == .open)
    #expect(catalogs.loadState(of: "haven") == .refused(problem))
  }

  @Test func `one that is asked for by name is read alone`() throws {
    var catalogs = CatalogsModel()
    #expect(catalogs.open("haven") == [.list])
    #expect(catalogs.receive(.listed([shop, haven])) == [.open(haven)])
    #expect(catalogs.open("haven") == [])
    #expect(catalogs.receive(.opened(try ShopCatalog.catalog("haven"))) == [])
    #expect(catalogs.open("nothing") == [])
  }

  @Test func `what is stopped is not read again by itself`() throws {
    var catalogs = CatalogsModel()
    _ = catalogs.browse()
    _ = catalogs.receive(.listed([shop, haven]))
    #expect(catalogs.stop() == [.stop])
    #expect(catalogs.receive(.stopped("shop")) == [])
    #expect(catalogs.loadState(of: "haven") == .stopped)
    #expect(catalogs.open("shop") == [.open(shop)])
  }

  @Test func `what nobody looks at any more is left unread`() {
    var catalogs = CatalogsModel()
    _ = catalogs.browse()
    _ = catalogs.receive(.listed([shop, haven]))
    _ = catalogs.leave()
    #expect(catalogs.receive(.refused("shop", problem)) == [])
    #expect(catalogs.loadState(of: "haven") == .closed)
  }

  @Test func `looking again reads nothing again`() throws {
    var catalogs = CatalogsModel()
    _ = catalogs.open("haven")
    _ = catalogs.receive(.listed([shop, haven]))
    // The browser opens while it is read.
    #expect(catalogs.browse() == [.list])
    #expect(catalogs.receive(.listed([shop, haven])) == [])
    #expect(catalogs.receive(.opened(try ShopCatalog.catalog("haven"))) == [.open(shop)])
    #expect(catalogs.receive(.opened(try ShopCatalog.catalog())) == [])
    _ = catalogs.leave()
    _ = catalogs.browse()
    #expect(catalogs.receive(.listed([shop, haven])) == [])
  }

  @Test func `a changed document is read again, and serves as it was until then`() throws {
    var catalogs = CatalogsModel()
    #expect(catalogs.change() == [])
    _ = catalogs.open("shop")
    _ = catalogs.receive(.listed([shop, haven]))
    _ = catalogs.receive(.opened(try ShopCatalog.catalog()))
    #expect(catalogs.change() == [.list])
    #expect(catalogs.receive(.listed([shop, haven])) == [.open(shop)])
    #expect(catalogs.catalog("shop") != nil)
    // Written once more while it is read.
    _ = catalogs.change()
    #expect(catalogs.receive(.listed([shop, haven])) == [])
    #expect(catalogs.receive(.opened(try ShopCatalog.catalog())) == [.open(shop)])
    // Taken away while it is read.
    _ = catalogs.change()
    _ = catalogs.receive(.listed([haven]))
    _ = catalogs.receive(.opened(try ShopCatalog.catalog()))
    #expect(catalogs.catalog("shop") == nil)
  }

  @Test func `only a document that takes long is waited for`() throws {
    var catalogs = CatalogsModel()
    _ = catalogs.browse()
    _ = catalogs.receive(.listed([shop]))
    #expect(!catalogs.isReadingLong)
    _ = catalogs.receive(.progressed("shop", .fixture(done: 10_000, of: 20_000)))
    #expect(!catalogs.isReadingLong)
    _ = catalogs.receive(.progressed("shop", .fixture(done: 4_000_000, of: 10_000_000)))
    #expect(catalogs.isReadingLong)
    _ = catalogs.receive(.stopped("shop"))
    #expect(!catalogs.isReadingLong)
  }
}

extension CatalogProblem {
  static func fixture(_ place: String) -> CatalogProblem {
    CatalogProblem(
      place: place, what: "The catalog shop cannot be opened.", why: "It is not a mapping.",
      whatToDo: "Begin it with openapi.")
  }
}

extension CatalogProgress {
  static func fixture(done: Int, of total: Int) -> CatalogProgress {
    CatalogProgress(file: "catalogs/shop.yaml", done: ByteCount(done), total: ByteCount(total))
  }
}
