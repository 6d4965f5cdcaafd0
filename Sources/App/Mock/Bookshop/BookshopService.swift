import ClientDocuments
import FoundationEssentials
package import LoopbackHTTP

/// A small bookshop. It is the service of the examples in the manual.
///
/// It has features that a client must handle: pages, validators, a status that changes when a
/// request is repeated, work that takes time, and a resource that needs a token.
package struct BookshopService: MockService {
  /// The token for `/orders`.
  package static let token = "reader-token"
  /// The port in the catalog.
  package static let port = 4800

  /// The number of books at the start.
  private static let size = 60
  private static let resources = ["books", "covers", "orders", "reports", "stock", "slow"]

  private struct Created {
    let response: LoopbackResponse
    let body: [UInt8]
  }

  private var books = (1...Self.size).map(Book.init(number:))
  private var created: [String: Created] = [:]
  private var reports: [String: Int] = [:]
  private var stockReads: [Int: Int] = [:]

  package init() {}

  package mutating func respond(_ request: LoopbackRequest, at time: Duration) -> LoopbackResponse {
    do throws(BookshopRefusal) {
      return try route(request)
    } catch {
      let detail = JSONText.quoted(error.detail)
      return .json(
        "{\"error\":\"\(error.word)\",\"detail\":\(detail)}", status: error.status,
        fields: error.fields)
    }
  }

  private mutating func route(_ request: LoopbackRequest) throws(BookshopRefusal)
    -> LoopbackResponse
  {
    let path = request.path.split(separator: "/").map(String.init)
    switch (request.method, path.first, path.count) {
    case ("GET", "books", 1), ("HEAD", "books", 1): return try list(request)
    case ("POST", "books", 1): return try add(request)
    case ("GET", "books", 2), ("HEAD", "books", 2): return read(try book(path[1]), for: request)
    case ("DELETE", "books", 2):
      let book = try book(path[1])
      books.removeAll { $0.number == book.number }
      return LoopbackResponse(204)
    case ("POST", "covers", 1): return try cover(request)
    case ("GET", "orders", 1...2): return try orders(request, path.count == 2 ? path[1] : nil)
    case ("PUT", "reports", 2): return begin(path[1])
    case ("GET", "reports", 2): return try report(path[1])
    case ("GET", "stock", 2): return stock(try book(path[1]))
    case ("GET", "slow", 1):
      var response = LoopbackResponse.json(#"{"waited":2}"#)
      response.delay = .seconds(2)
      return response
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

  private func read(_ book: Book, for request: LoopbackRequest) -> LoopbackResponse {
    let tag = "\"book-\(book.number)\""
    let fields = [LoopbackField("ETag", tag), LoopbackField("Cache-Control", "max-age=60")]
    if request.header("if-none-match") == tag { return LoopbackResponse(304, fields: fields) }
    return .json(book.json, fields: fields)
  }

  /// Returns a page of books. The `Link` field refers to the next page.
  private func list(_ request: LoopbackRequest) throws(BookshopRefusal) -> LoopbackResponse {
    let query = try values(request)
    let limit = try number("limit", query) ?? 20
    let after = try number("after", query) ?? 0
    guard (1...100).contains(limit) else {
      throw BookshopRefusal(400, "limit", "`limit` must be from 1 to 100.")
    }
    var matching = books
    if let author = query["author"] { matching = matching.filter { $0.author == author } }
    let rest = matching.filter { $0.number > after }
    let page = rest.prefix(limit)
    var fields: [LoopbackField] = []
    if rest.count > limit, let last = page.last {
      fields.append(
        LoopbackField("Link", "</books?limit=\(limit)&after=\(last.number)>; rel=\"next\""))
    }
    let list = page.map(\.json).joined(separator: ",")
    return .json("{\"total\":\(matching.count),\"books\":[\(list)]}", fields: fields)
  }

  private mutating func add(_ request: LoopbackRequest) throws(BookshopRefusal) -> LoopbackResponse
  {
    let key = request.header("idempotency-key")
    if let key, let earlier = created[key] {
      guard earlier.body == request.body else {
        throw BookshopRefusal(422, "key_reused", "This Idempotency-Key was used with another body.")
      }
      return earlier.response
    }
    let new = try newBook(request.body)
    guard let title = new.title, !title.isEmpty else {
      throw BookshopRefusal(422, "title", "`title` is missing or empty.")
    }
    let number = (books.last?.number ?? 0) + 1
    let book = Book(
      number: number, title: title, year: new.year ?? 2026, author: new.author ?? "Unknown")
    books.append(book)
    let response = LoopbackResponse.json(
      book.json, status: 201, fields: [LoopbackField("Location", "/books/\(number)")])
    if let key { created[key] = Created(response: response, body: request.body) }
    return response
  }

  private func newBook(_ body: [UInt8]) throws(BookshopRefusal) -> NewBook {
    do {
      return try JSONDecoder().decode(NewBook.self, from: Data(body))
    } catch DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty {
      let name = context.codingPath[0].stringValue
      throw BookshopRefusal(422, name, "`\(name)` has the wrong type.")
    } catch {
      throw BookshopRefusal(400, "body", "The body is not a JSON object.")
    }
  }

  // MARK: Covers, orders, reports and stock

  private func cover(_ request: LoopbackRequest) throws(BookshopRefusal) -> LoopbackResponse {
    guard request.mediaType == "multipart/form-data" else {
      throw BookshopRefusal(400, "body", "The body is not multipart/form-data.")
    }
    let parts: [FormEntry]
    do throws(FormFault) { parts = try request.bodyEntries() } catch {
      throw BookshopRefusal(400, "body", error.why)
    }
    let list = parts.map { part in
      let file = part.fileName.map(JSONText.quoted) ?? "null"
      return "{\"name\":\(JSONText.quoted(part.name)),\"file\":\(file),"
        + "\"bytes\":\(part.bytes.count)}"
    }
    return .json("{\"parts\":[\(list.joined(separator: ","))]}", status: 201)
  }

  private func orders(
    _ request: LoopbackRequest, _ number: String?
  ) throws(BookshopRefusal) -> LoopbackResponse {
    guard request.header("authorization") == "Bearer \(Self.token)" else {
      throw BookshopRefusal(
        401, "token", "The token is missing or unknown.",
        [LoopbackField("WWW-Authenticate", "Bearer realm=\"bookshop\"")])
    }
    let orders = [
      1001:
        #"{"number":1001,"total":59.9,"lines":[{"book":7,"count":2},{"book":9,"count":1}]}"#,
      1002: #"{"number":1002,"total":12.5,"lines":[{"book":7,"count":1}]}"#,
    ]
    guard let number else {
      let list = orders.sorted { $0.key < $1.key }.map(\.value).joined(separator: ",")
      return .json("{\"orders\":[\(list)]}")
    }
    guard let order = Int(number).flatMap({ orders[$0] }) else {
      throw BookshopRefusal(404, "not_found", "There is no order with the number \(number).")
    }
    return .json(order)
  }

  /// Starts a report. The report is finished when it is requested for the third time.
  private mutating func begin(_ year: String) -> LoopbackResponse {
    reports[year] = 0
    return .json(
      #"{"status":"queued"}"#, status: 202,
      fields: [LoopbackField("Location", "/reports/\(year)"), LoopbackField("Retry-After", "1")])
  }

  private mutating func report(_ year: String) throws(BookshopRefusal) -> LoopbackResponse {
    guard let reads = reports[year] else {
      throw BookshopRefusal(404, "not_found", "No report on \(year.prefix(20)) was ordered.")
    }
    reports[year] = reads + 1
    guard reads >= 2 else {
      return .json(#"{"status":"running"}"#, fields: [LoopbackField("Retry-After", "1")])
    }
    let result = "{\"year\":\(JSONText.quoted(year)),\"pages\":312}"
    return .json("{\"status\":\"finished\",\"result\":\(result)}")
  }

  /// Refuses every second request for the stock, beginning with the first. `Retry-After` is one
  /// second.
  private mutating func stock(_ book: Book) -> LoopbackResponse {
    let reads = (stockReads[book.number] ?? 0) + 1
    stockReads[book.number] = reads
    guard reads % 2 == 0 else {
      return .json(
        #"{"error":"busy","detail":"The stock is being counted."}"#, status: 503,
        fields: [LoopbackField("Retry-After", "1")])
    }
    return .json("{\"book\":\(book.number),\"count\":\(book.number % 5)}")
  }

  // MARK: Queries

  private func values(
    _ request: LoopbackRequest
  ) throws(BookshopRefusal) -> [String: String] {
    do throws(FormFault) {
      let entries = try request.queryEntries()
      return Dictionary(entries.map { ($0.name, $0.text ?? "") }) { _, last in last }
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
  let fields: [LoopbackField]

  init(_ status: Int, _ word: String, _ detail: String, _ fields: [LoopbackField] = []) {
    (self.status, self.word, self.detail, self.fields) = (status, word, detail, fields)
  }
}

/// The body of a request that adds a book.
private struct NewBook: Decodable {
  let title: String?
  let year: Int?
  let author: String?
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

  /// Creates a book of the initial stock.
  init(number: Int) {
    self.init(
      number: number, title: Self.titles[(number - 1) % Self.titles.count], year: 1949 + number,
      author: "Author \((number - 1) % 9 + 1)")
  }

  var json: String {
    """
    {"id":\(number),"title":\(JSONText.quoted(title)),"year":\(year),\
    "author":\(JSONText.quoted(author)),\
    "price":{"amount":\(number % 30 + 5).5,"currency":"EUR"},"available":\(number % 3 != 0)}
    """
  }
}
