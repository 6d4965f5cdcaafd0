/// A small bookshop: the service of the examples in the manual.
///
/// It has features that a client must handle: pages, validators, a status that changes after a
/// repeat, work that takes time, and one resource that needs a token.
package struct BookshopService: MockService {
  /// The token for `/orders`.
  package static let token = "reader-token"
  /// The number of books at the start.
  package static let size = 60

  private static let resources = ["books", "covers", "orders", "reports", "stock", "slow"]

  private struct Created {
    let response: MockResponse
    let body: [UInt8]
  }

  private var books = (1...Self.size).map(Book.init(number:))
  private var created: [String: Created] = [:]
  private var reports: [String: Int] = [:]
  private var stockReads: [Int: Int] = [:]

  package init() {}

  package mutating func respond(_ request: MockRequest, at time: Duration) -> MockResponse {
    do throws(BookshopRefusal) {
      return try route(request)
    } catch {
      return .json(
        ["error": .text(error.word), "detail": .text(error.detail)], status: error.status,
        fields: error.fields)
    }
  }

  package mutating func turn(_ name: String, _ value: MockJSON) throws(MockMisuse) -> MockJSON? {
    nil
  }

  private mutating func route(_ request: MockRequest) throws(BookshopRefusal) -> MockResponse {
    let path = request.path.split(separator: "/").map(String.init)
    switch (request.method, path.first, path.count) {
    case ("GET", "books", 1), ("HEAD", "books", 1): return try list(request)
    case ("POST", "books", 1): return try add(request)
    case ("GET", "books", 2), ("HEAD", "books", 2): return read(try book(path[1]), for: request)
    case ("DELETE", "books", 2):
      let book = try book(path[1])
      books.removeAll { $0.number == book.number }
      return MockResponse(204)
    case ("POST", "covers", 1): return try cover(request)
    case ("GET", "orders", 1...2): return try orders(request, path.count == 2 ? path[1] : nil)
    case ("PUT", "reports", 2): return begin(path[1])
    case ("GET", "reports", 2): return try report(path[1])
    case ("GET", "stock", 2): return stock(try book(path[1]))
    case ("GET", "slow", 1):
      return MockResponse(
        200, fields: [MockField("Content-Type", "application/json")],
        body: Array(#"{"waited":2}"#.utf8), delay: .seconds(2))
    case (_, let name?, _) where Self.resources.contains(name):
      throw BookshopRefusal(405, "method", "\(request.method) is not allowed at \(request.path).")
    default: throw BookshopRefusal(404, "not_found", "There is nothing at \(request.path).")
    }
  }

  // MARK: Books

  private func book(_ text: String) throws(BookshopRefusal) -> Book {
    guard let number = Int(text), let book = books.first(where: { $0.number == number }) else {
      throw BookshopRefusal(
        404, "not_found", "There is no book with the number \(text.prefix(20)).")
    }
    return book
  }

  private func read(_ book: Book, for request: MockRequest) -> MockResponse {
    let tag = "\"book-\(book.number)\""
    let fields = [MockField("ETag", tag), MockField("Cache-Control", "max-age=60")]
    if request.header("if-none-match") == tag { return MockResponse(304, fields: fields) }
    return .json(book.json, fields: fields)
  }

  /// Returns a page of books. `Link` names the next page.
  private func list(_ request: MockRequest) throws(BookshopRefusal) -> MockResponse {
    let query = try values(request.query ?? "")
    let limit = try number("limit", query) ?? 20
    let after = try number("after", query) ?? 0
    guard (1...100).contains(limit) else {
      throw BookshopRefusal(400, "limit", "`limit` must be from 1 to 100.")
    }
    var matching = books
    if let author = query["author"] { matching = matching.filter { $0.author == author } }
    let rest = matching.filter { $0.number > after }
    let page = rest.prefix(limit)
    var fields: [MockField] = []
    if rest.count > limit, let last = page.last {
      fields.append(
        MockField("Link", "</books?limit=\(limit)&after=\(last.number)>; rel=\"next\""))
    }
    return .json(
      ["total": .integer(matching.count), "books": .list(page.map(\.json))], fields: fields)
  }

  private mutating func add(_ request: MockRequest) throws(BookshopRefusal) -> MockResponse {
    let key = request.header("idempotency-key")
    if let key, let earlier = created[key] {
      guard earlier.body == request.body else {
        throw BookshopRefusal(422, "key_reused", "This Idempotency-Key had another body.")
      }
      return earlier.response
    }
    guard let body = MockJSON(request.body), body.members != nil else {
      throw BookshopRefusal(400, "body", "The body is not a JSON object.")
    }
    guard let title = body["title"]?.string, !title.isEmpty else {
      throw BookshopRefusal(422, "title", "`title` is missing or not a text.")
    }
    let number = (books.last?.number ?? 0) + 1
    let book = Book(
      number: number, title: title, year: body["year"]?.int ?? 2026,
      author: body["author"]?.string ?? "Unknown")
    books.append(book)
    let response = MockResponse.json(
      book.json, status: 201, fields: [MockField("Location", "/books/\(number)")])
    if let key { created[key] = Created(response: response, body: request.body) }
    return response
  }

  // MARK: The rest

  private func cover(_ request: MockRequest) throws(BookshopRefusal) -> MockResponse {
    let parts: [MockFormValue]
    do throws(FormFault) {
      parts = try MultipartForm.read(
        request.body, contentType: request.header("content-type") ?? "")
    } catch {
      throw BookshopRefusal(400, "body", error.why)
    }
    return .json(
      [
        "parts": .list(
          parts.map { part in
            [
              "name": .text(part.name), "file": part.fileName.map(MockJSON.text) ?? .null,
              "bytes": .integer(part.bytes.count),
            ]
          })
      ], status: 201)
  }

  private func orders(
    _ request: MockRequest, _ number: String?
  ) throws(BookshopRefusal) -> MockResponse {
    guard request.header("authorization") == "Bearer \(Self.token)" else {
      throw BookshopRefusal(
        401, "token", "The token is missing or unknown.",
        [MockField("WWW-Authenticate", "Bearer realm=\"bookshop\"")])
    }
    let orders: [MockJSON] = [
      [
        "number": 1001, "total": 59.9,
        "lines": [["book": 7, "count": 2], ["book": 9, "count": 1]],
      ],
      ["number": 1002, "total": 12.5, "lines": [["book": 7, "count": 1]]],
    ]
    guard let number else { return .json(["orders": .list(orders)]) }
    guard let order = orders.first(where: { $0["number"]?.text == number }) else {
      throw BookshopRefusal(404, "not_found", "There is no order with the number \(number).")
    }
    return .json(order)
  }

  /// Accepts the work on a report. The report is finished when it is requested for the third time.
  private mutating func begin(_ year: String) -> MockResponse {
    reports[year] = 0
    return .json(
      ["status": "queued"], status: 202,
      fields: [MockField("Location", "/reports/\(year)"), MockField("Retry-After", "1")])
  }

  private mutating func report(_ year: String) throws(BookshopRefusal) -> MockResponse {
    guard let reads = reports[year] else {
      throw BookshopRefusal(404, "not_found", "No report on \(year.prefix(20)) was ordered.")
    }
    reports[year] = reads + 1
    guard reads >= 2 else {
      return .json(["status": "running"], fields: [MockField("Retry-After", "1")])
    }
    return .json(["status": "finished", "result": ["year": .text(year), "pages": 312]])
  }

  /// Refuses every other read of a book's stock, the first one included, with a `Retry-After` of
  /// one second.
  private mutating func stock(_ book: Book) -> MockResponse {
    let reads = (stockReads[book.number] ?? 0) + 1
    stockReads[book.number] = reads
    guard reads % 2 == 0 else {
      return .json(
        ["error": "busy", "detail": "The stock is being counted."], status: 503,
        fields: [MockField("Retry-After", "1")])
    }
    return .json(["book": .integer(book.number), "count": .integer(book.number % 5)])
  }

  // MARK: Queries

  private func values(_ query: Substring) throws(BookshopRefusal) -> [String: String] {
    do throws(FormFault) {
      let fields = try JoinedFields.read(query)
      return Dictionary(fields.map { ($0.name, $0.text ?? "") }) { _, last in last }
    } catch {
      throw BookshopRefusal(400, "query", error.why)
    }
  }

  private func number(_ name: String, _ query: [String: String]) throws(BookshopRefusal) -> Int? {
    guard let text = query[name] else { return nil }
    guard let number = Int(text) else {
      throw BookshopRefusal(400, name, "`\(name)` is not a whole number.")
    }
    return number
  }
}

/// The reason why the bookshop refuses a request.
private struct BookshopRefusal: Error {
  let status: Int
  let word: String
  let detail: String
  let fields: [MockField]

  init(_ status: Int, _ word: String, _ detail: String, _ fields: [MockField] = []) {
    (self.status, self.word, self.detail, self.fields) = (status, word, detail, fields)
  }
}

private struct Book {
  private static let titles = [
    "Timber", "The Sluice", "Lock and Weir", "High Water", "A Slow River", "Eddies",
  ]

  let number: Int
  let title: String
  let year: Int
  let author: String

  init(number: Int, title: String, year: Int, author: String) {
    (self.number, self.title, self.year, self.author) = (number, title, year, author)
  }

  /// Creates one of the books that the shop has at the start.
  init(number: Int) {
    self.init(
      number: number, title: Self.titles[(number - 1) % Self.titles.count], year: 1949 + number,
      author: "Author \((number - 1) % 9 + 1)")
  }

  var json: MockJSON {
    [
      "id": .integer(number), "title": .text(title), "year": .integer(year),
      "author": .text(author),
      "price": ["amount": .number(Double(number % 30 + 5) + 0.5), "currency": "EUR"],
      "available": .truth(number % 3 != 0),
    ]
  }
}
