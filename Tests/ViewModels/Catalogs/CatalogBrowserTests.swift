import CatalogFixtures
import ClientCatalogs
import ClientModel
import Testing
import ViewModels

struct CatalogBrowserTests {
  private let shop = CatalogSource("shop", .workspace(path: "catalogs/shop.yaml"))
  private let haven = CatalogSource("haven", .bundled)

  private func browser() throws -> AppModel {
    var model = AppModel()
    #expect(model.perform(.feature(.catalogs)) == [.catalogs(.list)])
    _ = model.receive(.catalogs(.listed([shop, haven])))
    #expect(
      model.receive(.catalogs(.opened(try ShopCatalog.catalog()))) == [.catalogs(.open(haven))])
    return model
  }

  private func titles(_ model: AppModel) -> [String] {
    guard case .list(let list) = model.overlays.last else { return [] }
    return model.rows(of: list).map { $0.detail.isEmpty ? $0.title : "\($0.title) | \($0.detail)" }
  }

  private func selected(_ model: AppModel) -> String {
    guard case .list(let list) = model.overlays.last else { return "" }
    return model.rows(of: list)[list.list.selected].title
  }

  private func go(_ model: inout AppModel, to title: String) {
    _ = model.perform(.move(.first))
    for _ in 0..<40 where !selected(model).contains(title) { _ = model.perform(.move(.down)) }
    #expect(selected(model).contains(title))
  }

  @Test func `catalogs, groups and endpoints stand as a tree`() throws {
    var model = try browser()
    #expect(
      titles(model) == [
        "▾ shop  Book Shop  2.1 | 4 endpoints", "  ▾ books | What is sold",
        "    GET listBooks | All books, page by page",
        "    POST addBook | Puts a book on the shelf", "    GET oneBook | One book",
        "  ▾ orders", "    PUT fileReceipt | deprecated · Files a receipt",
        "▸ haven | opening…",
      ])
    go(&model, to: "addBook")
    _ = model.perform(.move(.left))
    #expect(selected(model) == "  ▾ books")
    _ = model.perform(.move(.left))
    #expect(titles(model)[1] == "  ▸ books | What is sold · 3 endpoints")
    _ = model.perform(.move(.left))
    _ = model.perform(.list(.fold))
    #expect(titles(model) == ["▸ shop  Book Shop  2.1 | 4 endpoints", "▸ haven | opening…"])
    _ = model.perform(.list(.choose))
    _ = model.perform(.move(.right))
    _ = model.perform(.move(.right))
    _ = model.perform(.move(.right))
    #expect(selected(model) == "    GET listBooks")
  }

  @Test func `folds are stored, and the next session begins with them`() throws {
    var model = try browser()
    _ = model.receive(.catalogs(.folded([])))
    go(&model, to: "books")
    let node = CatalogNode.group("books", of: "shop")
    #expect(model.perform(.list(.fold)).contains(.catalogs(.storeFolds([node]))))
    #expect(titles(model)[1] == "  ▸ books | What is sold · 3 endpoints")
    #expect(CatalogNode(line: node.line) == node)

    var next = AppModel()
    _ = next.perform(.feature(.catalogs))
    _ = next.receive(.catalogs(.folded([node])))
    _ = next.receive(.catalogs(.listed([shop, haven])))
    _ = next.receive(.catalogs(.opened(try ShopCatalog.catalog())))
    #expect(titles(next)[1] == "  ▸ books | What is sold · 3 endpoints")
    // A change of the files reads the list again. The folds of this session remain.
    go(&next, to: "books")
    _ = next.perform(.list(.fold))
    _ = next.receive(.catalogs(.folded([node])))
    #expect(titles(next)[1] == "  ▾ books | What is sold")
  }

  @Test(arguments: [
    CatalogNode.catalog("shop"), .group("a\tb", of: "shop"), .group("", of: "shop"),
    .problems(of: "shop"), .bundled,
  ]) func `a folded row has a line`(node: CatalogNode) {
    #expect(CatalogNode(line: node.line) == node)
  }

  @Test func `a long document without tags is grouped by its paths`() throws {
    let paths = (1...60).map { number in
      "  /v1/\(number.isMultiple(of: 2) ? "books" : "orders")/n\(number): {get: {responses: {'200': {description: ok}}}}"
    }
    let text =
      "openapi: 3.1.0\ninfo: {title: Long, version: '1'}\npaths:\n" + paths.joined(separator: "\n")
    var model = AppModel()
    _ = model.perform(.feature(.catalogs))
    _ = model.receive(.catalogs(.folded([])))
    _ = model.receive(.catalogs(.listed([shop])))
    _ = model.receive(.catalogs(.opened(try Catalog.read(text: text, name: "shop"))))
    #expect(
      titles(model) == [
        "▾ shop  Long  1 | 60 endpoints", "  ▸ /v1/orders | 30 endpoints",
        "  ▸ /v1/books | 30 endpoints",
      ])
    go(&model, to: "books")
    _ = model.perform(.list(.fold))
    #expect(titles(model).contains("    GET /v1/books/n60"))
  }

  @Test func `services that come with Weir are one closed row below the workspace's catalogs`()
    throws
  {
    var model = try browser()
    let push = CatalogSource("push", .bundled)
    _ = model.receive(.catalogs(.listed([shop, haven, push])))
    _ = model.receive(.catalogs(.opened(try ShopCatalog.catalog("haven"))))
    #expect(titles(model).last == "▸ Services that come with Weir | 2 catalogs")
    #expect(!titles(model).contains { $0.contains("haven") })
    go(&model, to: "Services")
    _ = model.perform(.list(.choose))
    #expect(
      titles(model).suffix(3) == [
        "▾ Services that come with Weir | 2 catalogs",
        "  ▸ haven  Book Shop  2.1 | 4 endpoints", "  ▸ push | opening…",
      ])
    go(&model, to: "haven")
    _ = model.perform(.move(.right))
    #expect(titles(model).contains("    ▾ books | What is sold"))
    #expect(titles(model).contains("      GET oneBook | One book"))
    _ = model.perform(.move(.left))
    _ = model.perform(.move(.left))
    #expect(selected(model).hasPrefix("▾ Services"))
    _ = model.perform(.move(.left))
    #expect(titles(model).last == "▸ Services that come with Weir | 2 catalogs")
  }

  @Test func `services that come with Weir stand by themselves where the workspace has no catalog`()
  {
    var model = AppModel()
    _ = model.perform(.feature(.catalogs))
    _ = model.receive(.catalogs(.listed([haven, CatalogSource("push", .bundled)])))
    #expect(titles(model) == ["▸ haven | opening…", "▸ push | not opened yet"])
  }

  @Test func `what is typed finds names, paths and summaries in all catalogs`() throws {
    var model = try browser()
    _ = model.receive(.catalogs(.opened(try ShopCatalog.catalog("haven"))))
    _ = model.perform(.list(.filter))
    for letter in "shelf" { _ = model.perform(.insert(String(letter))) }
    #expect(
      titles(model) == [
        "POST addBook | shop · Puts a book on the shelf",
        "POST addBook | haven · Puts a book on the shelf",
      ])
    _ = model.perform(.typing(.killToStart))
    for letter in "onebook" { _ = model.perform(.insert(String(letter))) }
    #expect(titles(model).first == "GET oneBook | shop · One book")
    _ = model.perform(.typing(.killToStart))
    for letter in "receipt" { _ = model.perform(.insert(String(letter))) }
    #expect(titles(model).first == "PUT fileReceipt | shop · deprecated · Files a receipt")
  }

  @Test func `an endpoint opens in the composer, and unsaved work stays in its tab`() throws {
    var model = try browser()
    go(&model, to: "listBooks")
    _ = model.perform(.list(.choose))
    #expect(model.overlays.isEmpty && model.focus == .composer)
    #expect(model.composer.draft.endpoint == EndpointName("shop#listBooks"))
    #expect(model.composer.draft.url == "https://shop.example/v2/books")
    #expect(!model.composer.isUnsaved)
    model = try browser()
    _ = model.perform(.app(.back))
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("https://a.example"))
    _ = model.perform(.typing(.leave))
    _ = model.perform(.feature(.catalogs))
    go(&model, to: "oneBook")
    _ = model.perform(.list(.choose))
    #expect(model.composer.tab == .form && model.overlays.isEmpty)
    #expect(model.requests.tabs.first?.title == "GET a.example", "unsaved work stays in its tab")
  }

  @Test func `the row of an endpoint shows where it is`() throws {
    var model = try browser()
    go(&model, to: "fileReceipt")
    guard case .list(let list) = model.overlays.last else { return }
    let row = model.rows(of: list)[list.list.selected]
    #expect(row.cells.contains(ListCell("/orders/{number}/receipt", .address)))
  }

  @Test func `a document that cannot be opened says why and where`() throws {
    var model = try browser()
    let problem = CatalogProblem.fixture("catalogs/haven.yaml:3:1")
    _ = model.receive(.catalogs(.refused("haven", problem)))
    #expect(titles(model).last == "! haven | cannot be opened: choose it to see why")
    go(&model, to: "haven")
    _ = model.perform(.list(.choose))
    guard case .question(let question) = model.overlays.last else {
      Issue.record("Nothing was shown.")
      return
    }
    #expect(question.question == problem.what)
    #expect(question.detail == "\(problem.place): \(problem.why) \(problem.whatToDo)")
  }

  @Test func `problems of a document are listed with their places`() throws {
    var model = AppModel()
    _ = model.perform(.feature(.catalogs))
    _ = model.receive(.catalogs(.listed([shop])))
    let broken = ShopCatalog.text.replacing("operationId: oneBook", with: "parameters: 7")
    let catalog = try Catalog.read(text: broken, name: "shop")
    let problem = try #require(catalog.problems.first)
    _ = model.receive(.catalogs(.opened(catalog)))
    go(&model, to: "problem")
    _ = model.perform(.list(.choose))
    #expect(titles(model).contains("    \(problem.what) | \(problem.place)"))
    _ = model.perform(.move(.down))
    _ = model.perform(.list(.choose))
    guard case .question(let question) = model.overlays.last else { return }
    #expect(question.question == problem.what && question.detail.contains(problem.place))
  }

  @Test func `leaving stops the reading of a long document first`() throws {
    var model = try browser()
    _ = model.receive(
      .catalogs(.progressed("haven", .fixture(done: 4_000_000, of: 10_000_000))))
    #expect(titles(model).last == "▸ haven | opening… 40%")
    #expect(model.perform(.list(.close)) == [.catalogs(.stop)])
    _ = model.receive(.catalogs(.stopped("haven")))
    #expect(titles(model).last == "▸ haven | not opened: choose it to open it")
    go(&model, to: "haven")
    #expect(model.perform(.list(.choose)) == [.catalogs(.open(haven))])
    _ = model.receive(.catalogs(.stopped("haven")))
    _ = model.perform(.list(.close))
    #expect(model.overlays.isEmpty)
  }

  @Test func `the cursor stays on its row when a catalog comes`() throws {
    var model = try browser()
    go(&model, to: "oneBook")
    _ = model.receive(.catalogs(.changed))
    let first = CatalogSource("aaa", .workspace(path: "catalogs/aaa.yaml"))
    _ = model.receive(.catalogs(.listed([first, shop, haven])))
    #expect(selected(model).contains("oneBook"))
  }

  @Test func `catalogs and history are tabs of one list`() throws {
    var model = try browser()
    #expect(
      model.perform(.list(.nextTab)) == [.history(.load("", before: nil, number: 1))])
    _ = model.perform(.list(.nextTab))
    #expect(titles(model).first?.contains("Book Shop") == true)
    _ = model.perform(.list(.previousTab))
    guard case .list(let list) = model.overlays.last else { return }
    #expect(model.overlays.title(of: list.source) == "History")
  }

  @Test func `each word of a filter is found by itself, also in the name or title of a catalog`()
    throws
  {
    var model = try browser()
    _ = model.receive(.catalogs(.opened(try ShopCatalog.catalog("haven"))))
    func find(_ words: String) -> [String] {
      _ = model.perform(.typing(.killToStart))
      for letter in words { _ = model.perform(.insert(String(letter))) }
      return titles(model)
    }
    _ = model.perform(.list(.filter))
    #expect(find("shelf book").first == "POST addBook | shop · Puts a book on the shelf")
    #expect(find("haven one").first == "GET oneBook | haven · One book")
    #expect(find("shop").count == 8)
    #expect(find("orders haven") == ["PUT fileReceipt | haven · deprecated · Files a receipt"])
    #expect(find("nothing of this") == [])
  }

  @Test func `a row that was found shows its catalog and summary before its path`() throws {
    var model = try browser()
    _ = model.perform(.list(.filter))
    for letter in "onebook" { _ = model.perform(.insert(String(letter))) }
    guard case .list(let list) = model.overlays.last else { return }
    #expect(
      model.rows(of: list).first?.cells == [
        ListCell("GET", .method), ListCell("oneBook"), ListCell("shop · One book", .line),
      ])
  }

  @Test func `the cursor goes to a catalog that was imported`() throws {
    var model = try browser()
    _ = model.perform(.list(.close))
    _ = model.receive(.catalogs(.changed))
    for effect in model.receive(.catalogs(.imported("zoo"))) {
      if case .list(.perform(let command)) = effect { _ = model.perform(command) }
    }
    let zoo = CatalogSource("zoo", .workspace(path: "catalogs/zoo.yaml"))
    _ = model.receive(.catalogs(.listed([shop, zoo, haven])))
    #expect(selected(model).contains("zoo"))
  }
}
