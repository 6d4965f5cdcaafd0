import ClientModel

/// The Headers tab: sent and received headers. Secrets in sent headers are masked.
package struct HeaderTab: LineTab {
  /// A row. Names and values are received data and must be made safe before drawing.
  package enum Row: Hashable, Sendable {
    case heading(String)
    case field(name: String, value: String)
    case blank
  }

  package let rows: [Row]
  /// The rows of the response head. They end at the first blank row.
  private let response: Range<Int>

  init(_ exchange: ShownExchange) {
    var rows: [Row] = []
    var response = 0..<0
    if let head = exchange.head {
      rows.append(.heading("Response  \(head.version.rawValue) \(head.status) \(head.reason)"))
      rows += head.fields.map { .field(name: $0.name, value: $0.shownValue) }
      response = 0..<rows.count
      if let trailers = exchange.attempt?.result?.trailers, !trailers.isEmpty {
        rows += [.blank, .heading("Trailers  after the body")]
        rows += trailers.map { .field(name: $0.name, value: $0.shownValue) }
      }
      rows.append(.blank)
    }
    if let request = exchange.request {
      // The stored request head is that of the first attempt. The request line of a redirect is in
      // the Attempts tab.
      rows.append(.heading("Request  \(request.method.rawValue) \(request.displayURL)"))
      rows += request.headers.map { .field(name: $0.name, value: $0.shownValue) }
      if let credentials = request.credentials {
        rows.append(.field(name: "Authorization", value: credentials.maskedHeader))
      } else if request.headers.isEmpty {
        rows.append(.field(name: "", value: "no headers of its own"))
      }
    }
    (self.rows, self.response) = (rows, response)
  }

  func text(of row: Row) -> String? {
    switch row {
    case .heading(let text): text
    case .field(_, let value): value
    case .blank: nil
    }
  }

  func assertion(at row: Int) -> String? {
    guard response.contains(row), case .field(let name, let value) = rows[row],
      HTTPToken.isToken(name)
    else { return nil }
    return "header \(name) is \(value)"
  }
}
