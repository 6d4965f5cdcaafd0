import CatalogFixtures
import ClientCatalogs
import ClientModel
import JobFixtures
import ReadingValues
import Testing

@testable import ViewModels

/// The View tab: when it is there, when it shows by itself, and how its rows are arranged.
struct ViewTabTests {
  private static let words = """
    {"results": [{"id": "tea", "word": "tea"}, {"id": "Teak", "word": "Teak"}, {"id": "oak", "word": "oak"}]}
    """
  private static let counts = """
    {"results": [{"lemma": "b", "frequency": 2}, {"lemma": "c", "frequency": 10}, {"lemma": "a", "frequency": 9}]}
    """

  /// A finished job with this body whose endpoint has a view.
  private static func showing(_ text: String, _ plan: ViewName?, id: Int64 = 1) -> ResponseDriver {
    var driver = ResponseDriver()
    driver.run { $0.open(JobID(id)) }
    driver.receive(
      .exchange(.fixture(id, .succeeded), .fixture(), [.fixture(1, of: id, result: .json(text))]))
    driver.run { $0.show(as: plan.map(ViewPlan.named)) }
    return driver
  }

  private static func rows(_ driver: ResponseDriver) -> [String] {
    driver.model.body.rendered.rows.map(\.plain)
  }

  @Test func `a response without a view has no such tab`() {
    let driver = Self.showing(Self.words, nil)
    #expect(driver.model.tabs == [.tree, .raw, .headers, .timing, .attempts, .wire])
    #expect(driver.model.tab == .tree)
  }

  @Test func `a view is the first tab and shows by itself`() {
    var driver = Self.showing(Self.words, .wordlist)
    #expect(driver.model.tabs.first == .view)
    #expect(driver.model.tab == .view)
    driver.perform(.nextTab)
    #expect(driver.model.tab == .tree)
    driver.perform(.previousTab)
    #expect(driver.model.tab == .view)
    driver.perform(.previousTab)
    #expect(driver.model.tab == .wire)
  }

  @Test func `who went to the tree stays there`() {
    var driver = Self.showing(Self.words, .wordlist)
    driver.perform(.nextTab)
    driver.run { $0.open(JobID(2)) }
    driver.receive(
      .exchange(
        .fixture(2, .succeeded), .fixture(), [.fixture(1, of: 2, result: .json(Self.words))]))
    driver.run { $0.show(as: .named(.wordlist)) }
    #expect(driver.model.tab == .tree)
    #expect(driver.model.body.rendered.view != nil)
  }

  @Test func `a response of another shape is left in the tree, and the tab says so`() {
    var driver = Self.showing("{\"error\": \"no\"}", .wordlist)
    #expect(driver.model.tab == .tree)
    driver.perform(.previousTab)
    driver.perform(.previousTab)
    driver.run { $0.point(tab: ResponseTab.view.rawValue) }
    #expect(driver.model.tab == .view)
    #expect(
      Self.rows(driver) == [
        "This response does not have the shape that the view `wordlist` expects; see Tree."
      ])
  }

  @Test func `another job without a view goes back to the tree`() {
    var driver = Self.showing(Self.words, .wordlist)
    driver.run { $0.open(JobID(2)) }
    driver.receive(
      .exchange(.fixture(2, .succeeded), .fixture(), [.fixture(1, of: 2, result: .json("{}"))]))
    driver.run { $0.show(as: nil) }
    #expect(driver.model.tab == .tree)
    #expect(!driver.model.tabs.contains(.view))
  }

  @Test func `the part that a stage named is what is rendered`() {
    var driver = ResponseDriver()
    driver.run { $0.open(JobID(1)) }
    var result = AttemptResult.json("{\"actions\": [{\"result\": \(Self.words)}]}")
    result.processing = Processing(root: "/actions/0/result")
    driver.receive(
      .exchange(.fixture(1, .succeeded), .fixture(), [.fixture(1, of: 1, result: result)]))
    driver.run { $0.show(as: .named(.wordlist)) }
    #expect(driver.model.tab == .view)
    #expect(Self.rows(driver) == ["<titles>", "tea", "Teak", "oak"])
  }

  @Test func `a list is filtered by what is looked for`() {
    var driver = Self.showing(Self.words, .wordlist)
    driver.run { $0.body.find("tea") }
    #expect(Self.rows(driver) == ["2 of 3 with “tea”", "<titles>", "tea", "Teak"])
    driver.run { $0.body.find("Tea") }
    #expect(Self.rows(driver) == ["1 of 3 with “Tea”", "<titles>", "Teak"])
    driver.perform(.toggle)
    #expect(Self.rows(driver) == ["<titles>", "tea", "Teak", "oak"])
    driver.others = []
    driver.perform(.toggle)
    #expect(driver.others.count == 1)
  }

  @Test func `a table is sorted by the selected column, and turned round`() {
    var driver = Self.showing(Self.counts, .frequency)
    driver.perform(.toggle)
    #expect(Self.rows(driver) == ["<titles>", "a|9|", "b|2|", "c|10|"])
    driver.perform(.toggle)
    #expect(Self.rows(driver) == ["<titles>", "c|10|", "b|2|", "a|9|"])
    driver.perform(.open)
    driver.perform(.toggle)
    #expect(Self.rows(driver) == ["<titles>", "c|10|", "a|9|", "b|2|"])
    driver.perform(.toggle)
    #expect(Self.rows(driver) == ["<titles>", "b|2|", "a|9|", "c|10|"])
    // The bar is not a column to sort by: the next one is the first again.
    driver.run { $0.move(.right) }
    #expect(driver.model.body.rendered.column == 0)
    driver.run { $0.move(.left) }
    #expect(driver.model.body.rendered.column == 1)
  }

  @Test func `a text is found row by row, round the end`() {
    let text = """
      {"results": [{"word": "weir", "lexicalEntries": [{"lexicalCategory": "Noun", "entries": [{"senses":
        [{"definitions": ["a dam"]}, {"definitions": ["a fence"]}, {"definitions": ["Another dam"]}]}]}]}]}
      """
    var driver = Self.showing(text, .dictionary)
    driver.run { $0.body.find("dam") }
    #expect(driver.model.selectedLine == "1  a dam")
    driver.run { $0.body.findNext() }
    #expect(driver.model.selectedLine == "3  Another dam")
    driver.run { $0.body.findNext() }
    #expect(driver.model.selectedLine == "1  a dam")
    driver.run { $0.body.findPrevious() }
    #expect(driver.model.selectedLine == "3  Another dam")
    driver.others = []
    driver.run { $0.body.find("lake") }
    #expect(driver.others.count == 1)
  }

  @Test func `the catalog of the request's endpoint names the view`() throws {
    var app = AppModel()
    _ = app.perform(.app(.focusResponse))
    var request = PreparedRequest.fixture()
    request.endpoint = EndpointName(catalog: "words", endpoint: "list")
    _ = app.response.open(JobID(1))
    _ = app.receive(
      .response(
        .exchange(
          .fixture(1, .succeeded), request, [.fixture(1, of: 1, result: .json(Self.words))])))
    #expect(app.response.tabs.first == .tree)
    let source = CatalogSource("words", .bundled)
    #expect(app.receive(.catalogs(.listed([source]))).contains(.catalogs(.open(source))))
    let catalog = try Catalog.read(
      text: """
        openapi: 3.0.3
        info: {title: Words, version: "1"}
        paths: {/list: {get: {operationId: list, x-weir-view: wordlist, responses: {"200": {description: ok}}}}}
        """, name: "words")
    _ = app.receive(.catalogs(.opened(catalog)))
    #expect(app.response.body.rendered.plan == .named(.wordlist))
    #expect(app.response.tabs.first == .view)
  }
}

extension RenderedView.Row {
  /// Indent, text and fields of a row.
  fileprivate var plain: String {
    switch self {
    case .blank: ""
    case .titles: "<titles>"
    case .prose(let indent, _): String(repeating: "  ", count: indent) + text
    case .cells(let cells): cells.map(\.text).joined(separator: "|")
    }
  }
}
