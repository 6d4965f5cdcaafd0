/// A step in sending a response on a connection.
package enum WireStep: Hashable, Sendable {
  case send([UInt8])
  case wait(Duration)
  /// Closes the connection normally.
  case close
  /// Closes the connection with a TCP reset.
  case reset
}

/// The complete response to a request.
package struct LoopbackResponse: Hashable, Sendable {
  package var status: Int
  package var fields: [LoopbackField]
  package var body: [UInt8]
  /// The time until the response begins.
  package var delay: Duration

  package init(
    _ status: Int, fields: [LoopbackField] = [], body: [UInt8] = [], delay: Duration = .zero
  ) {
    self.status = status
    self.fields = fields
    self.body = body
    self.delay = delay
  }

  package static func text(
    _ text: String, status: Int = 200, type: String = "text/plain", fields: [LoopbackField] = []
  ) -> LoopbackResponse {
    LoopbackResponse(
      status, fields: [LoopbackField("Content-Type", type)] + fields, body: Array(text.utf8))
  }

  /// The body as text. Invalid UTF-8 is replaced.
  package var bodyText: String { String(decoding: body, as: UTF8.self) }

  /// Returns the steps that send this response. The method determines whether there is a body.
  package func steps(to method: String) -> [WireStep] {
    let sent = head(length: body.count) + (method == "HEAD" ? [] : body)
    return (delay > .zero ? [.wait(delay)] : []) + [.send(sent)]
  }

  /// Returns the status line and the header fields.
  package func head(length: Int) -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(reason)\r\n"
    for field in fields { text += "\(field.name): \(field.value)\r\n" }
    if status != 204 && status != 304 { text += "Content-Length: \(length)\r\n" }
    return Array((text + "\r\n").utf8)
  }

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
