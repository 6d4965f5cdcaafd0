import ClientModel

/// The requests of the demo. They are sent to a small bookshop with slow responses.
enum DemoRequests {
  static let host = "https://bookshop.example"

  static let saved: [(String, Draft)] = [
    ("books/list", Draft(url: host + "/books", query: [DraftField("limit", "20")])),
    ("books/one", Draft(url: host + "/books/{id}", pathVariables: [DraftField("id", "7")])),
    (
      "books/add",
      Draft(
        method: "POST", url: host + "/books",
        body: .json("{\n  \"title\": \"The Weir\",\n  \"year\": 1997\n}"))
    ),
    ("orders/latest", Draft(url: host + "/orders/latest")),
    ("orders/missing", Draft(url: host + "/orders/0")),
    ("reports/yearly", Draft(method: "PUT", url: host + "/reports/2026")),
    ("stock/flaky", Draft(url: host + "/stock/flaky")),
  ]

  /// The jobs in the queue when the demo opens.
  static let queued: [(String, Draft)] =
    [
      ("reports/yearly", Draft(method: "PUT", url: host + "/reports/2026")),
      ("books/list", Draft(url: host + "/books")),
    ]
    + (1...12).map { ("books/one", Draft(url: host + "/books/\($0)")) }
    + [
      (
        "books/add",
        Draft(method: "POST", url: host + "/books", body: .json("{\"title\":\"The Weir\"}"))
      ),
      ("orders/missing", Draft(url: host + "/orders/0")),
      ("orders/latest", Draft(url: host + "/orders/latest")),
    ]
}
