import ClientHTTP
import ClientModel

/// The responses of the demo's bookshop and their delays.
enum DemoResponses {
  static let all: [ScriptedResponse] = [
    .json(
      .put, DemoRequests.host + "/reports/*",
      #"{"report":2026,"pages":312,"chapters":[{"title":"Sales","rows":48211},{"title":"Stock","rows":9077}],"ready":true}"#,
      delay: .seconds(8), bodyTime: .seconds(4)),
    .json(.get, DemoRequests.host + "/books", books, delay: .milliseconds(900)),
    .json(.get, DemoRequests.host + "/books?*", books, delay: .milliseconds(900)),
    .json(
      .get, DemoRequests.host + "/books/*",
      #"{"id":7,"title":"Timber","author":{"name":"Ane Brun","born":1976},"price":{"amount":12.50,"currency":"EUR"},"tags":["forest","craft"],"available":true,"translations":null}"#,
      delay: .seconds(3), bodyTime: .milliseconds(500)),
    .json(
      .post, DemoRequests.host + "/books", #"{"id":4711,"title":"The Weir","created":true}"#,
      status: 201, reason: "Created",
      fields: [ResponseField("Location", DemoRequests.host + "/books/4711")], delay: .seconds(2)),
    .json(
      .get, DemoRequests.host + "/orders/latest",
      #"{"orders":[{"number":1001,"total":59.90,"lines":[{"book":7,"count":2},{"book":9,"count":1}]},{"number":1002,"total":12.50,"lines":[{"book":7,"count":1}]}],"next":null}"#,
      delay: .milliseconds(1500)),
    .json(
      .get, DemoRequests.host + "/orders/*",
      #"{"error":"not_found","detail":"There is no order with this number."}"#, status: 404,
      reason: "Not Found", delay: .milliseconds(400)),
    .json(
      .get, DemoRequests.host + "/stock/*", #"{"error":"busy"}"#, status: 503,
      reason: "Service Unavailable", fields: [ResponseField("Retry-After", "15")],
      delay: .milliseconds(300)),
    .json(
      nil, "*",
      #"{"note":"The demo responds to every request; this address has no scripted response."}"#,
      delay: .milliseconds(500)),
  ]

  private static let books: String = {
    let titles = ["Timber", "The Sluice", "Lock and Weir", "High Water", "A Slow River", "Eddies"]
    let rows = (0..<60).map { number in
      """
      {"id":\(number + 1),"title":"\(titles[number % titles.count])","year":\(1950 + number),\
      "author":{"name":"Author \(number % 9 + 1)","languages":["en","nb"]},\
      "price":{"amount":\(number % 30 + 5).50,"currency":"EUR"},"available":\(number % 3 != 0)}
      """
    }
    return "{\"total\":60,\"books\":[\(rows.joined(separator: ","))]}"
  }()
}
