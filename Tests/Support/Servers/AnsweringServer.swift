import Synchronization

/// Answers each request as a closure says, and records the requests.
package final class AnsweringServer: Sendable {
  private let server: ConnectionServer
  private let record: Record

  /// - Parameter answer: The full response, head and body.
  package init(_ response: @escaping @Sendable (HTTPRequest) -> String) throws(RigError) {
    let record = Record()
    self.record = record
    server = try ConnectionServer { connection in
      while let request = connection.takeRequest() {
        record.requests.withLock { $0.append(request) }
        guard connection.send(response(request)), request.keepsAlive else { return }
      }
    }
  }

  package var url: String { "http://127.0.0.1:\(server.port)" }

  /// All requests until now, oldest first.
  package var requests: [HTTPRequest] { record.requests.withLock { $0 } }
  /// Method and target of each.
  package var lines: [String] { requests.map { "\($0.method) \($0.target)" } }

  /// A complete response with its length.
  ///
  /// - Parameter fields: Further lines of the head, each with its line end.
  package static func response(
    _ status: Int = 200, _ body: String = "", type: String = "application/json",
    _ fields: String = ""
  ) -> String {
    "HTTP/1.1 \(status) Reported\r\nContent-Type: \(type)\r\n\(fields)"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  private final class Record: Sendable {
    let requests = Mutex<[HTTPRequest]>([])
  }
}
