import CatalogFixtures
import ClientModel
import JobFixtures
import Testing

@testable import ViewModels

@Suite struct FinderTests {
  private func model(_ heads: [String: RequestHead]) -> AppModel {
    var model = AppModel()
    _ = model.receive(.requests(heads.keys.sorted()))
    _ = model.receive(.requestHeads(heads))
    return model
  }

  private func titles(_ model: AppModel) -> [String] {
    model.overlays.list.map { model.rows(of: $0).map(\.title) } ?? []
  }

  @Test func `a saved request is found by letters of its folder and its name`() {
    var model = model(["books/list": .init(), "orders/list": .init(), "orders/pay": .init()])
    #expect(
      model.perform(.app(.findRequest)) == [.history(.recentJobs), .catalogs(.list)])
    #expect(titles(model) == ["GET books/list", "GET orders/list", "GET orders/pay"])
    _ = model.perform(.typed("orli"))
    #expect(titles(model) == ["GET orders/list"])
    #expect(model.perform(.typing(.enter)) == [.requests(.load("orders/list"))])
    #expect(model.overlays.isEmpty)
  }

  @Test func `a name ranks before a folder, and a folder before a URL and a description`() {
    var model = model([
      "a/pay": .init(), "pay/b": .init(), "c/d": .init(url: "/pay"),
      "e/f": .init(description: "pay"),
    ])
    _ = model.perform(.app(.findRequest))
    _ = model.perform(.typed("pay"))
    #expect(titles(model) == ["GET a/pay", "GET pay/b", "GET c/d", "GET e/f"])
  }

  @Test func `each word may match another text of a row`() {
    var model = model([
      "books/add": .init(method: "POST", url: "/v1/books"), "books/all": .init(url: "/v1/books"),
    ])
    _ = model.perform(.app(.findRequest))
    _ = model.perform(.typed("post v1"))
    #expect(titles(model) == ["POST books/add"])
  }

  @Test func `endpoints are found when their catalog has been read, and open as forms`() throws {
    var model = model(["zoo": .init()])
    _ = model.perform(.app(.findRequest))
    _ = model.perform(.typed("add book"))
    #expect(titles(model).isEmpty)
    let shop = CatalogSource("shop", .workspace(path: "catalogs/shop.yaml"))
    _ = model.receive(.catalogs(.listed([shop])))
    _ = model.receive(.catalogs(.opened(try ShopCatalog.catalog())))
    #expect(titles(model) == ["POST addBook"])
    _ = model.perform(.typing(.enter))
    #expect(model.composer.draft.endpoint?.endpoint == "addBook")
    #expect(model.focus == .composer && model.overlays.isEmpty)
  }

  @Test func `a recent job is found once for each request, and opens its response`() {
    var model = model(["zoo": .init()])
    _ = model.perform(.app(.findRequest))
    _ = model.receive(.recent([.fixture(9), .fixture(8)]))
    #expect(titles(model) == ["GET zoo", "GET /things"])
    _ = model.perform(.typing(.down))
    #expect(model.perform(.typing(.enter)).contains(.response(.load(JobID(9)))))
  }

  @Test func `a graph is found by its name, and is queued when it is chosen`() {
    var model = model(["zoo": .init()])
    _ = model.receive(.graphNames(["session"]))
    _ = model.perform(.app(.findRequest))
    _ = model.perform(.typed("sess"))
    #expect(titles(model) == ["graph session"])
    #expect(model.perform(.typing(.enter)) == [.graphs(.run("session"))])
    #expect(model.overlays.isEmpty)
  }

  @Test func `the cursor stays on its row when more rows arrive`() {
    var model = model(["b": .init(), "c": .init()])
    _ = model.perform(.app(.findRequest))
    _ = model.perform(.typing(.down))
    _ = model.receive(.requests(["a", "b", "c"]))
    #expect(model.perform(.typing(.enter)) == [.requests(.load("c"))])
  }

  @Test func `what the finder read is freed when it closes`() {
    var model = model(["b": .init()])
    _ = model.perform(.app(.findRequest))
    _ = model.perform(.typing(.leave))
    #expect(model.lists.finder.rows("", model.facts).isEmpty && model.overlays.isEmpty)
  }

  // MARK: A thousand requests

  private static let folders = [
    "accounts", "billing", "catalog", "customers", "inventory", "orders", "payments", "reports",
    "shipping", "users",
  ]
  private static let actions = [
    "archive", "create", "delete", "export", "get", "import", "list", "search", "update",
    "validate",
  ]
  private static let objects = [
    "address", "batch", "comment", "discount", "event", "invoice", "label", "policy", "refund",
    "status",
  ]

  /// An index of `count` requests with similar names.
  private static func index(of count: Int) -> FinderIndex {
    var index = FinderIndex()
    for number in 0..<count {
      let (folder, action, object) = (
        folders[number / 100 % 10], actions[number / 10 % 10], objects[number % 10]
      )
      let name = "\(folder)/\(action)-\(object)" + (number < 1000 ? "" : "-\(number / 1000)")
      index.add(
        FinderItem(
          .request(name), name: name,
          head: RequestHead(url: "{{base}}/\(folder)/\(object)", description: "\(action) it"),
          kind: "saved"))
    }
    return index
  }

  /// The keys `o` and `enter` surround the letters and arrows. The names are harder than those of a
  /// real workspace: all combinations of 30 words, many with the same first letters.
  @Test func `six keys lead to nearly any of a thousand similar requests, eight to the rest`() {
    let index = Self.index(of: 1000)
    var needs: [Int] = []
    for item in index.items {
      let parts = item.name.split { "/-".contains($0) }
      // The letters that a user would try: the first letters of the words, or more of one word.
      let tries = [
        [1, 1, 1], [2, 1, 1], [1, 2, 1], [1, 1, 2], [2, 0, 2], [1, 0, 3], [2, 2, 0], [0, 2, 2],
        [1, 0, 2],
      ].map { counts in
        zip(parts, counts).map { $0.prefix($1) }.joined()
      }
      let keys = tries.compactMap { text in
        index.search(text).firstIndex { $0.value == item.value }.map { $0 + text.count }
      }
      needs.append(2 + (keys.min() ?? 100))
    }
    print("Keys to each of 1,000 requests: \(needs.count { $0 <= 6 }) need at most six.")
    #expect(needs.allSatisfy { $0 <= 8 } && needs.count { $0 <= 6 } >= 985)
  }

  @Test func `the time of a search grows with the number of requests, not faster`() {
    let (small, large) = (Self.index(of: 1_000), Self.index(of: 10_000))
    func time(_ index: FinderIndex) -> Duration {
      (0..<3).map { _ in ContinuousClock().measure { _ = index.search("ordlist") } }.min() ?? .zero
    }
    let (short, long) = (time(small), time(large))
    print("The finder searches 10,000 requests in \(long), 1,000 in \(short).")
    #expect(long < short * 40)
  }
}
