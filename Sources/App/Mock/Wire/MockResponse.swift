/// The response of a mock service to a request.
package struct MockResponse: Hashable, Sendable {
  package var status: Int
  package var fields: [MockField]
  package var body: [UInt8]
  /// The time until the response begins.
  package var delay: Duration

  package init(
    _ status: Int, fields: [MockField] = [], body: [UInt8] = [], delay: Duration = .zero
  ) {
    self.status = status
    self.fields = fields
    self.body = body
    self.delay = delay
  }

  static func json(_ value: MockJSON, status: Int = 200, fields: [MockField] = []) -> MockResponse {
    MockResponse(
      status, fields: [MockField("Content-Type", "application/json")] + fields,
      body: Array(value.text.utf8))
  }

  static func text(_ text: String, status: Int = 200, type: String = "text/plain") -> MockResponse {
    MockResponse(status, fields: [MockField("Content-Type", type)], body: Array(text.utf8))
  }

  /// The body as text. Invalid UTF-8 is replaced.
  package var bodyText: String { String(decoding: body, as: UTF8.self) }

  /// The reason phrase of the status line.
  package var reason: String { Self.reasons[status] ?? "Unknown" }

  private static let reasons = [
    200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 302: "Found",
    304: "Not Modified",
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 408: "Request Timeout", 413: "Content Too Large",
    414: "URI Too Long", 415: "Unsupported Media Type", 429: "Too Many Requests",
    422: "Unprocessable Content", 431: "Request Header Fields Too Large",
    500: "Internal Server Error",
    501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
    504: "Gateway Timeout",
  ]
}

/// A mock service, which computes a response from its state and a request.
///
/// The same requests in the same order get the same responses: ids count from one, nothing is
/// random, and the caller supplies the time.
package protocol MockService: Sendable {
  /// Responds to a request.
  ///
  /// - Parameter time: The time since the service was started.
  mutating func respond(_ request: MockRequest, at time: Duration) -> MockResponse

  /// Sets one of the service's own switches.
  ///
  /// - Parameters:
  ///   - name: The last part of `/__mock/NAME`.
  ///   - value: The JSON of the body; null for an empty body.
  /// - Returns: The response's JSON, or nil if the service does not have the switch.
  mutating func turn(_ name: String, _ value: MockJSON) throws(MockMisuse) -> MockJSON?
}

/// The error for an invalid request to the control plane.
package struct MockMisuse: Error, Hashable {
  package let why: String

  init(_ why: String) { self.why = why }
}
