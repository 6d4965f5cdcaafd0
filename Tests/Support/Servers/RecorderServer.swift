import Synchronization

/// Records every request byte for byte and answers 200: what did the client really send?
package final class RecorderServer: Sendable {
  private let server: ConnectionServer
  private let record: Record

  /// - Parameter answer: The full response; the default says `ok`.
  package init(
    response: String = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
  ) throws(RigError) {
    let record = Record()
    self.record = record
    server = try ConnectionServer { connection in
      while let request = connection.takeRequest() {
        record.requests.withLock { $0.append(request) }
        guard connection.send(response), request.keepsAlive else { return }
      }
    }
  }

  package var port: Int { server.port }
  package var url: String { "http://127.0.0.1:\(port)" }

  /// All requests until now, oldest first.
  package var requests: [HTTPRequest] { record.requests.withLock { $0 } }

  /// Takes the requests until now, so that the next look sees only later ones.
  package func takeAll() -> [HTTPRequest] {
    record.requests.withLock { requests in
      defer { requests = [] }
      return requests
    }
  }

  package func stop() { server.stop() }

  private final class Record: Sendable {
    let requests = Mutex<[HTTPRequest]>([])
  }
}
